//! Findings at the head of the overview, and what they change in what the report counts.

use chaffinch_report::{DuplicateKind, Finding, FindingKind, FoundCounts, Level, Region, Report, Template};
use scraper::{Html, Selector};

use super::overview::{class, expecting, folder, service, texts};
use crate::frame::Frame;
use crate::locale::Locale;
use crate::{self as pages, Actions, View, verdict};

/// Returns a class of sixty, of which the first three are versions of one program, and the first five have given code.
pub(super) fn report() -> Report {
    let mut report = expecting(class(60, &[(1, 2, 500.0), (1, 3, 400.0), (7, 9, 300.0)]));
    let names = |count: u32| (1..=count).map(|number| format!("p{number:04}")).collect::<Vec<String>>();
    let finding = |id, kind, count: u32, passages: Vec<Template>| Finding {
        id,
        kind,
        submissions: names(count),
        shares: (0..count).map(|at| 1.0 - 0.1 * f64::from(at)).collect(),
        bits: 20.0,
        expect: None,
        tokens: 200,
        may_be_starter_code: kind == FindingKind::GivenCode,
        representative: "p0001".to_owned(),
        passages,
        between: Vec::new(),
    };
    let passage = |start_byte: u32, end_byte: u32| Template {
        submission: "p0001".to_owned(),
        region: Region {
            path: "<b>.c".to_owned(),
            start_line: 2,
            end_line: 9,
            start_byte,
            end_byte,
            file: 0,
        },
    };
    report.findings = vec![
        finding(1, FindingKind::Versions, 3, Vec::new()),
        finding(2, FindingKind::GivenCode, 5, vec![passage(3, 20), passage(40, 77)]),
    ];
    for pair in &mut report.pairs[..2] {
        pair.finding = Some(1);
        pair.named = true;
    }
    report
}

fn overview(frame: &Frame, report: &Report) -> Html {
    Html::parse_document(&pages::overview(frame, report, &View::default(), &|_| None))
}

#[test]
fn the_first_sentence_counts_a_finding_once() {
    let report = report();
    let sentence = verdict(Locale::english(), &FoundCounts::new(&report)).plain();
    assert!(
        sentence.starts_with("Found: 3 submissions that are versions of one program, 1 pair "),
        "{sentence}"
    );
    let mut alone = report.clone();
    alone.pairs.pop();
    let page = overview(&folder(), &alone);
    assert!(texts(&page, "p.verdict")[0].contains("No other pair in this class is unlikely by chance."));
    let href = page.select(&Selector::parse("p.verdict a").unwrap()).next().unwrap().attr("href");
    assert_eq!(href, Some("#findings"));
}

#[test]
fn a_finding_names_its_members_and_the_part_that_each_has() {
    let page = overview(&service(), &report());
    let sentences = texts(&page, ".finding > summary strong");
    assert_eq!(
        sentences,
        [
            "3 of 60 submissions are versions of one program.",
            "5 of 60 submissions have the same code, and little else in common."
        ]
    );
    assert_eq!(texts(&page, "#finding-1 li"), ["p0001", "p0002 90 % compare", "p0003 80 % compare"]);
    assert_eq!(
        texts(&page, "#finding-2 > .small"),
        ["<b>.c of p0001, lines 2 to 9, <b>.c of p0001, lines 2 to 9"]
    );
}

#[test]
fn given_code_is_ignored_with_one_click_by_who_may_do_so() {
    let selected = |frame: &Frame, name: &str| -> Vec<String> {
        let page = overview(frame, &report());
        let inputs = Selector::parse(&format!("#finding-2 form input[name={name}]")).unwrap();
        page.select(&inputs).filter_map(|input| input.attr("value")).map(str::to_owned).collect()
    };
    assert!(selected(&service(), "start_byte").is_empty(), "a reader");
    let actions = Actions { template: Some("/batches/0198/template".to_owned()), ..Actions::default() };
    let frame = Frame { actions, ..service() };
    assert_eq!(selected(&frame, "submission"), ["1"]);
    assert_eq!(
        (selected(&frame, "start_byte"), selected(&frame, "end_byte")),
        (vec!["3".into()], vec!["20".into()])
    );
    assert_eq!(selected(&frame, "further"), ["0:40-77"]);
}

/// The list says what is equal of each pair that is named.
#[test]
fn a_named_pair_says_in_what_sense_its_sides_are_equal() {
    let chips = |equal: Option<DuplicateKind>, named: bool| {
        let mut report = report();
        report.pairs.truncate(1);
        (report.pairs[0].equal, report.pairs[0].named) = (equal, named);
        texts(&overview(&service(), &report), "table.pairs .scale .chip")
    };
    assert_eq!(chips(Some(DuplicateKind::Identical), true), ["same text"]);
    assert_eq!(chips(Some(DuplicateKind::LexicallyEquivalent), true), ["same text"]);
    assert_eq!(chips(Some(DuplicateKind::TokenEquivalent), true), ["same structure"]);
    assert!(chips(Some(DuplicateKind::TokenEquivalent), false).is_empty());
    assert!(chips(None, true).is_empty());
}

#[test]
fn given_code_is_counted_and_ignored_again_with_one_click() {
    let actions = Actions { count_given: Some("/batches/0198/given".to_owned()), ..Actions::default() };
    let frame = Frame { actions, ..service() };
    let buttons = |frame: &Frame, report: &Report| {
        let page = overview(frame, report);
        let form = Selector::parse("form[action='/batches/0198/given'] button").unwrap();
        page.select(&form)
            .map(|button| button.attr("value").unwrap_or("ignored").to_owned())
            .collect::<Vec<_>>()
    };
    let mut report = report();
    assert_eq!(buttons(&frame, &report), ["true"]);
    report.findings.pop();
    assert!(buttons(&frame, &report).is_empty());
    report.settings.count_given = true;
    assert_eq!(buttons(&frame, &report), ["ignored"]);
    assert!(buttons(&service(), &report).is_empty(), "a reader");
    assert_eq!(texts(&overview(&service(), &report), "#given").len(), 1);
}

#[test]
fn a_weak_pair_of_versions_is_not_called_a_coincidence() {
    let mut report = report();
    report.pairs[1].expect = Some(30.0);
    assert_eq!(Level::in_report(&report, &report.pairs[1]), Level::Versions);
    report.pairs[1].equal = Some(DuplicateKind::LexicallyEquivalent);
    assert_eq!(Level::in_report(&report, &report.pairs[1]), Level::SameText);
}

/// Findings and clusters are one list, and nobody is in two of its rows at any cut-off.
#[test]
fn versions_are_the_first_rows_of_the_list_of_clusters() {
    let report = report();
    for cutoff in [None, Some(1e9)] {
        let view = View { cutoff, ..View::default() };
        let page = Html::parse_document(&pages::overview(&service(), &report, &view, &|_| None));
        let rows = texts(&page, "table.clusters tbody th");
        assert_eq!(rows[0], "Finding 1");
        // The pairs of versions refer to it.
        assert_eq!(texts(&page, "table.pairs td a[href$='#finding-1']"), ["Finding 1", "Finding 1"]);
        let members = texts(&page, "table.clusters tbody td:nth-child(2)");
        assert_eq!(members[0], "p0001, p0002, p0003");
        if cutoff.is_some() {
            assert_eq!(members[1..], ["p0007, p0009"]);
        }
    }
    let clusters = Html::parse_document(&pages::clusters(&service(), &report, &View::default()));
    assert!(texts(&clusters, "p.notice")[0].starts_with("3 of 60 submissions are versions"));
}

#[test]
fn a_report_of_a_version_without_findings_says_that_its_numbers_are_others() {
    let mut report = report();
    assert!(texts(&overview(&service(), &report), "#older").is_empty());
    report.settings.findings = None;
    assert_eq!(texts(&overview(&service(), &report), "#older").len(), 1);
}

#[test]
fn programs_of_which_no_copy_would_stand_out_are_counted() {
    let mut report = report();
    report.distribution.too_alike = 0;
    let says = |report: &Report| texts(&overview(&service(), report), ".left-out li");
    assert!(!says(&report).iter().any(|line| line.contains("only equal texts")));
    report.distribution.too_alike = 2;
    assert!(
        says(&report)
            .iter()
            .any(|line| line.starts_with("2 of 2 submissions are too short, or too much like the others")),
        "{:?}",
        says(&report)
    );
}
