//! The first sentence of the overview counts what every section lists, and links to it.

use chaffinch_report::{
    Archive, DuplicateKind, Duplicates, FoundCounts, Level, Pair, PairId, Reference, ReferenceKind, Report,
    Sources, Translations, is_named,
};
use scraper::Html;

use super::overview::{class, expecting, service, texts};
use super::sample::Sample;
use crate::locale::Locale;
use crate::{self as pages, View, verdict};

const ARCHIVE: Archive = Archive { name: String::new(), year: Some(2024), reference: None };

/// Returns a class of sixty in which no pair stands out.
fn calm() -> Report {
    expecting(class(60, &[(1, 2, 3.0)]))
}

/// Returns another pair: expect is 0.0001.
fn pair(report: &Report, left: u32, right: u32) -> Pair {
    Pair {
        id: PairId { left, right },
        left: format!("p{left:04}"),
        right: format!("p{right:04}"),
        expect: Some(0.0001),
        suspicion: 1_000.0,
        ..report.pairs[0].clone()
    }
}

fn equal(names: &[&str]) -> Duplicates {
    Duplicates {
        kind: DuplicateKind::Identical,
        submissions: names.iter().map(|&name| name.to_owned()).collect(),
    }
}

/// Adds a reference answer, which the submissions with these numbers resemble.
fn resembling(report: &mut Report, numbers: &[u32]) {
    let id = report.submissions.len() as u32 + 1;
    let reference = Some(Reference { kind: ReferenceKind::LanguageModel, source: None });
    report.submissions.push(chaffinch_report::Submission {
        id,
        name: format!("p{id:04}"),
        archive: Some(Archive { reference, ..ARCHIVE }),
        ..report.submissions[0].clone()
    });
    report.references.extend(numbers.iter().map(|&number| pair(report, number, id)).collect::<Vec<_>>());
}

fn translated(report: &Report, similarities: &[f64], cutoff_similarity: Option<f64>) -> Translations {
    let pairs = similarities.iter().zip(3..).map(|(&similarity, number)| Pair {
        similarity,
        expect: None,
        named: false,
        languages: Some(("c".to_owned(), "python".to_owned())),
        ..pair(report, number, number + 10)
    });
    Translations {
        comparable: similarities.len() as u64,
        compared: similarities.len() as u64,
        cutoff_expect: 1.0,
        pairs: pairs.collect(),
        cutoff_similarity,
    }
}

fn overview(report: &Report) -> Html {
    Html::parse_document(&pages::overview(&service(), report, &View::default(), &|_| None))
}

fn sentence(report: &Report) -> String {
    verdict(Locale::english(), &FoundCounts::new(report)).plain()
}

#[test]
fn a_copy_of_a_reference_answer_is_found_without_any_pair() {
    let mut report = calm();
    assert_eq!(sentence(&report), "Nothing unusual.");
    resembling(&mut report, &[7, 7, 9]);
    assert_eq!(sentence(&report), "Found: 2 submissions that resemble a reference answer.");
    let said = texts(&overview(&report), "p.verdict");
    assert!(said[0].ends_with("reference answer. No pair in this class is unlikely by chance. Without any copying, 11 pairs as strong as the strongest one would be expected."), "{said:?}");
    // Staff's own solution resembles it, too.
    report.submissions[6].staff = true;
    assert_eq!(sentence(&report), "Found: 1 submission that resembles a reference answer.");
}

#[test]
fn equal_submissions_are_found_even_if_they_are_too_short_to_judge() {
    let mut report = class(4, &[]);
    for submission in &mut report.submissions {
        submission.too_short = true;
    }
    assert_eq!(sentence(&report), "No result. Fewer than two submissions are long enough to judge.");
    report.duplicates = vec![equal(&["p0001", "p0002"]), equal(&["p0001", "p0002", "p0003"])];
    assert_eq!(sentence(&report), "Found: 3 submissions equal to another.");
    // Of staff's submissions alone, nobody copied.
    for submission in &mut report.submissions {
        submission.staff = true;
    }
    assert_eq!(FoundCounts::new(&report).equal, 0);
    assert!(texts(&overview(&report), "#duplicates").is_empty());
}

#[test]
fn earlier_work_is_found_by_pairs_and_by_equal_submissions() {
    let mut report = calm();
    report.submissions[59].archive = Some(ARCHIVE);
    report.duplicates = vec![equal(&["p0005", "p0060"])];
    assert_eq!(sentence(&report), "Found: 1 submission equal to another.");
    let copy = pair(&report, 5, 60);
    report.pairs.insert(0, copy);
    assert_eq!(
        sentence(&report),
        "Found: 1 pair with earlier submissions beyond chance, 1 submission equal to another."
    );
    assert_eq!(texts(&overview(&report), "table.earlier tbody th"), ["p0005"]);
}

/// In a class too small for expect values, the similarity decides.
#[test]
fn a_lone_translation_in_a_small_class_stands_out() {
    let mut report = calm();
    report.translations = Some(translated(&report, &[0.81, 0.1], Some(0.4)));
    assert_eq!(sentence(&report), "Found: 1 possible translation.");
    let page = overview(&report);
    assert_eq!(texts(&page, "table.translations .level"), ["stands out", "could be coincidence"]);
    let said = texts(&page, "#translations > p");
    assert!(said[0].contains("1 pair stands out.") && said[0].ends_with("a similarity of 40 %."), "{said:?}");
    // Two programs of two lines are alike in every class.
    report.translations.as_mut().unwrap().pairs[0].too_short = true;
    assert_eq!(sentence(&report), "Nothing unusual.");
    assert_eq!(texts(&overview(&report), "table.translations .level")[0], "too short to judge");
    // The page of the pair says the same.
    let found = report.translations.as_ref().unwrap();
    assert_eq!(Level::in_report(&report, &found.pairs[1]), Level::Coincidence);
}

/// The sections are above the list of pairs, and so above its fiftieth row.
#[test]
fn every_count_links_to_its_section_above_the_list_of_pairs() {
    let strong: Vec<(u32, u32, f64)> = (1..=50).map(|left| (left, left + 1, 500.0)).collect();
    let mut report = expecting(class(60, &strong));
    report.submissions[59].archive = Some(ARCHIVE);
    report.pairs.extend([pair(&report, 5, 60), Pair { expect: Some(0.5), ..pair(&report, 6, 60) }]);
    report.duplicates = vec![equal(&["p0001", "p0002"])];
    resembling(&mut report, &[7]);
    report.translations = Some(translated(&report, &[0.8, 0.7], Some(0.4)));
    report.verified_pairs = 52;
    assert_eq!(
        sentence(&report),
        "Found: 50 pairs beyond chance, 1 pair with earlier submissions beyond chance, 1 pair with earlier submissions \
         unlikely by chance, 2 submissions equal to another, 1 submission that resembles a reference answer, 2 possible \
         translations."
    );
    let html = pages::overview(&service(), &report, &View::default(), &|_| None);
    let list = html.find("id=\"pairs\"").unwrap();
    let page = Html::parse_document(&html);
    let links = scraper::Selector::parse("p.verdict strong a").unwrap();
    let links: Vec<&str> = page.select(&links).filter_map(|link| link.attr("href")).collect();
    assert_eq!(links, ["#pairs", "#earlier", "#earlier", "#duplicates", "#references", "#translations"]);
    for link in links {
        let id = format!("id=\"{}\"", &link[1..]);
        assert_eq!(html.matches(&id).count(), 1, "{link}");
        assert!(html.find(&id).unwrap() <= list, "{link}");
    }
    // Pairs that the report does not list are weaker than the last ones.
    report.verified_pairs = 90;
    assert!(sentence(&report).starts_with("Found: at least 50 pairs beyond chance, "));
    // Staff's pairs are in the list, but not in the count.
    report.submissions[54].staff = true;
    report.pairs.push(pair(&report, 55, 56));
    assert!(sentence(&report).starts_with("Found: at least 50 pairs beyond chance, "));
}

#[test]
fn submissions_with_equal_texts_are_named_if_they_are_long_enough() {
    let mut report = class(3, &[(1, 2, 1.0), (1, 3, 1.0)]);
    // All of their work is equal, or files of it are.
    for equal in [Some(DuplicateKind::Identical), None] {
        for (tokens, too_short, expected) in [(60, false, true), (60, true, false), (59, false, false)] {
            let pair = &mut report.pairs[1];
            (pair.equal, pair.same_text_tokens, pair.too_short) = (equal, tokens, too_short);
            let named: Vec<bool> = report.pairs.iter().map(|pair| is_named(&report, pair)).collect();
            assert_eq!(named, [false, expected], "{tokens}");
            // The page of the pair gives the reason, whether it names the pair or not.
            let (frame, sources) = (service(), Sources::new());
            let layout = pages::PairLayout::new(&frame, &report, &report.pairs[1], &sources).unwrap();
            let page = pages::pair(&frame, &report, &View::default(), &report.pairs[1], &layout, 1).unwrap();
            let why = texts(&Html::parse_document(&page), ".why-score li");
            let part =
                if equal.is_some() { "Both texts are the same" } else { "Both contain the same files" };
            assert!(
                why[0].starts_with(part) && why[0].contains(&format!("({tokens} counted tokens)")),
                "{why:?}"
            );
            assert_eq!(why[0].contains("The report always lists such a pair as unusual"), expected);
        }
    }
    // The same structure alone is not the same text.
    let pair = &mut report.pairs[1];
    (pair.equal, pair.same_text_tokens) = (Some(DuplicateKind::TokenEquivalent), 0);
    assert!(!is_named(&report, &report.pairs[1]));
}

#[test]
fn a_report_without_expect_values_counts_by_its_cutoff() {
    let report = class(3, &[(1, 2, 10.0), (1, 3, 9.9)]);
    let found = FoundCounts::new(&report);
    assert_eq!((found.pairs, found.beyond_chance), (1, None));
    assert_eq!(sentence(&report), "Found: 1 pair at or above the cut-off.");
    assert_eq!(report.pairs.iter().map(|pair| is_named(&report, pair)).collect::<Vec<_>>(), [true, false]);
}

/// Clusters join pairs with earlier submissions, so these are counted beside them.
#[test]
fn the_cutoff_counts_the_pairs_of_all_clusters() {
    let mut report = class(4, &[(1, 2, 30.0), (1, 4, 20.0), (2, 4, 20.0), (3, 4, 20.0)]);
    report.submissions[3].archive = Some(ARCHIVE);
    let counts = texts(&overview(&report), ".cutoff-effect strong");
    assert_eq!(counts[..2], ["1", "3"]);
}

#[test]
fn files_are_counted_and_not_lines() {
    let mut report = Sample::new().report();
    let line = |submission: Option<&str>, path: &str, reason: &str| chaffinch_report::Skipped {
        submission: submission.map(str::to_owned),
        path: path.to_owned(),
        reason: reason.to_owned(),
    };
    report.skipped = vec![
        line(None, "class", "macOS metadata; left out (61 more)"),
        line(None, "class/ann/.DS_Store", "macOS metadata; left out"),
        line(Some("bob"), ".", "nothing to analyse: none of its files can be read"),
        line(Some("bob"), "a.class", "not text"),
        line(Some("cid"), ".", "nothing to analyse: it contains no file"),
        line(None, "dee", "named in `staff`, but no submission or author has this name; it has no effect"),
    ];
    assert_eq!((report.skipped_files(), report.unmatched_options().count()), (61 + 1 + 1 + 1, 1));
    let said = texts(&overview(&report), "ul.left-out li");
    assert_eq!(said[..2], ["64 files or folders were skipped", "1 option matched nothing"]);
    let page = Html::parse_document(&pages::skipped(&service(), &report, 1));
    assert_eq!(texts(&page, "caption"), ["64 files or folders were not compared."]);
}

#[test]
fn an_export_is_said_to_have_what_it_has() {
    let said = |known: &[(bool, bool)]| {
        let layouts = ["github-classroom".to_owned()];
        crate::platform_export(Locale::english(), &layouts, known.iter().copied()).unwrap().plain()
    };
    assert_eq!(said(&[(true, false), (false, false)]), "authors from an export of GitHub Classroom");
    assert_eq!(said(&[(true, false), (false, true)]), "authors and times from an export of GitHub Classroom");
    assert_eq!(said(&[]), "an export of GitHub Classroom");
}

/// A class of 59 that was compared with an earlier submission and a reference answer is no class of 61.
#[test]
fn the_class_is_counted_without_what_it_is_compared_with() {
    let mut report = calm();
    report.submissions[59].archive = Some(ARCHIVE);
    report.submissions[59].submitted_at = Some("2024-03-02T10:00:00Z".to_owned());
    resembling(&mut report, &[7]);
    assert_eq!((report.class().count(), FoundCounts::new(&report).submissions), (59, 59));
    let page = Html::parse_document(&pages::submissions(&service(), &report, 1));
    let said = texts(&page, "caption").concat();
    assert!(
        said.starts_with("All 59 submissions of the class and 2 from archives and reference answers"),
        "{said}"
    );
}
