//! Pairs in different languages: the list of the overview, the page of a pair, and what becomes of them if a person is
//! erased or names are hidden.

use chaffinch_report::{ErasedNames, HashedNames, Report, Translations, erase_person};
use scraper::Html;

use super::overview::{service, texts};
use super::sample::{Sample, sources};
use crate::{self as pages, PairLayout, View};

/// The sample, whose last pair is in different languages.
fn report() -> Report {
    let mut report = Sample::new().report();
    let mut pairs = report.pairs.split_off(report.pairs.len() - 1);
    pairs[0].expect = Some(0.25);
    pairs[0].similarity = 0.4;
    pairs[0].languages = Some(("java".to_owned(), "csharp".to_owned()));
    for found in pairs[0].matches.iter_mut().flatten() {
        found.literal = Some("translated".to_owned());
    }
    report.translations = Some(Translations {
        comparable: 12,
        compared: 7,
        cutoff_expect: 1.0,
        pairs,
        cutoff_similarity: None,
    });
    report
}

#[test]
fn the_overview_lists_them_apart() {
    let report = report();
    let overview = |report: &Report| {
        Html::parse_document(&pages::overview(&service(), &report.head(), &View::default(), &|_| None))
    };
    let page = overview(&report);
    let rows = texts(&page, "table.translations tbody tr");
    assert_eq!(rows.len(), 1);
    for part in ["Java ↔ C#", "0.2", "40 %"] {
        assert!(rows[0].contains(part), "{rows:?}");
    }
    let said = texts(&page, "#translations > p");
    assert!(said[0].contains("12 pairs") && said[0].contains("1 pair stands out"), "{said:?}");

    let mut weak = report.clone();
    weak.translations.as_mut().unwrap().pairs[0].expect = None;
    assert!(texts(&overview(&weak), "#translations > p")[0].contains("No pair stands out"));
    weak.translations.as_mut().unwrap().pairs.clear();
    assert!(texts(&overview(&weak), "#translations > p")[0].contains("None of them"));
    weak.translations = None;
    assert!(texts(&overview(&weak), "#translations").is_empty());
}

#[test]
fn the_page_of_a_pair_says_that_languages_differ() {
    let report = report();
    let pair = report.listed().last().unwrap();
    assert_eq!(report.pair(pair.id), Some(pair));
    let (frame, sources) = (service(), sources());
    let layout = PairLayout::new(&frame, &report, pair, &sources).unwrap();
    let page =
        Html::parse_document(&pages::pair(&frame, &report, &View::default(), pair, &layout, 1).unwrap());
    assert!(texts(&page, ".notice").iter().any(|notice| notice.contains("different languages")));
}

#[test]
fn an_erased_person_is_in_none_of_them() {
    let mut report = report();
    let pair = report.translations.as_ref().unwrap().pairs[0].clone();
    let names = ErasedNames::new(&HashedNames::new([5; 32], [pair.left.as_str()]), "removed-3".to_owned());
    let ranks = erase_person(&mut report, &[pair.id.left], &names).unwrap().unwrap();
    assert!(ranks.contains(&pair.rank));
    assert_eq!(report.translations.unwrap().pairs[0].left, "removed-3");
}
