//! The evidence file: complete, harmless, and only about its submissions.

use chaffinch_report::{PseudonymKey, Report, Side, Sources, SubmissionId};
use scraper::{Html, Selector};

use super::{DisplayTime, EvidenceContext, evidence_file};
use crate::Locale;
use crate::tests::sample::{HOSTILE_NAME, Sample, sources};

fn occasion() -> EvidenceContext {
    EvidenceContext {
        revised: Some(DisplayTime {
            exact: "2026-03-02T08:00:00Z".to_owned(),
            shown: "2026-03-02 08:00 UTC".to_owned(),
        }),
        made: Some(DisplayTime {
            exact: "2026-03-03T09:00:00Z".to_owned(),
            shown: "2026-03-03 09:00 UTC".to_owned(),
        }),
        made_by: Some("<Ada>".to_owned()),
        hide_names: false,
        key: PseudonymKey::new(b"test", 3),
        reader: None,
    }
}

fn made(report: &Report, sources: &Sources, submissions: &[u32], occasion: &EvidenceContext) -> String {
    evidence_file(Locale::english(), report, sources, submissions, occasion).unwrap().html
}

fn texts(page: &Html, selector: &str) -> Vec<String> {
    page.select(&Selector::parse(selector).unwrap()).map(|element| element.text().collect()).collect()
}

#[test]
fn an_evidence_file_loads_nothing_and_runs_nothing() {
    let report = Sample::new().report();
    for (submissions, reader) in [(&[1, 2][..], None), (&[1, 2, 3], None), (&[1, 2], Some(Side::Left))] {
        let html = made(&report, &sources(), submissions, &EvidenceContext { reader, ..occasion() });
        let page = Html::parse_document(&html);
        for element in page.select(&Selector::parse("*").unwrap()).map(|element| element.value()) {
            let known =
                !["script", "link", "img", "iframe", "object", "form", "base"].contains(&element.name());
            let still =
                element.attrs().all(|(name, _)| name != "src" && name != "style" && !name.starts_with("on"));
            assert!(known && still, "{element:?}");
        }
        assert!(!html.contains("url(") && !html.contains("@import"));
        for raw in ['\u{202E}', '\u{2066}', '\u{1B}', '\0', '\u{7}'] {
            assert!(!html.contains(raw), "{raw:?}");
        }
        let links: Vec<&str> =
            page.select(&Selector::parse("[href]").unwrap()).filter_map(|a| a.value().attr("href")).collect();
        assert!(links.iter().all(|link| link.starts_with('#')), "{links:?}");
        // The styles are those that the policy allows.
        let style = texts(&page, "style").concat();
        assert_eq!(
            style,
            String::from_utf8(crate::asset("evidence.css").unwrap().bytes.into_owned()).unwrap()
        );
    }
}

#[test]
fn every_match_has_both_sides_and_its_places() {
    let report = Sample::new().report();
    let page = Html::parse_document(&made(&report, &sources(), &[1, 2], &occasion()));
    let matches = report.pairs[0].matches.as_ref().unwrap();
    assert_eq!(texts(&page, ".match").len(), matches.len());
    let side = |at: usize, number: usize| {
        let row = &texts(&page, &format!(".match:nth-of-type({number}) .code td:nth-child({at}) mark"));
        row.concat()
    };
    // The first two tables of the section have the numbers of the pair and the names that differ.
    let marked = |at: usize| (3..matches.len() + 3).map(|number| side(at, number)).collect::<Vec<_>>();
    for (index, found) in matches.iter().enumerate() {
        for (at, submission, region) in [(1, 1, &found.left), (2, 2, &found.right)] {
            let text = crate::tests::sample::text_of(submission, region.file);
            let expected: String = text[region.start_byte as usize..region.end_byte as usize]
                .chars()
                .filter(|character| !character.is_whitespace())
                .collect();
            let shown: String = marked(at)[index].chars().filter(|c| !c.is_whitespace()).collect();
            assert_eq!(shown, crate::escape::visible(&expected), "match {} column {at}", index + 1);
        }
    }
    assert_eq!(texts(&page, ".held li").len(), 3);
    assert!(
        texts(&page, ".about")[0]
            .ends_with("renamed, 99 % the same, 2 names changed, 1 number or string changed, 3 ignored words or symbols changed")
    );
    assert_eq!(texts(&page, ".renames td"), ["<b>node", "person\\u{202E}", "41 of 43"]);
    assert!(texts(&page, ".digests code").contains(&report.submissions[1].files[0].digest));
    assert_eq!(texts(&page, "h1"), [format!("a01 and {HOSTILE_NAME}")]);
}

#[test]
fn a_comment_of_one_side_is_not_marked() {
    let mut report = Sample::new().report();
    let found = &mut report.pairs[0].matches.as_mut().unwrap()[0];
    let start = found.left.start_byte;
    found.left_differing_comments = vec![(start + 4, start + 9)];
    let page = Html::parse_document(&made(&report, &sources(), &[1, 2], &occasion()));
    let marked =
        |column: usize| texts(&page, &format!(".match:nth-of-type(3) td:nth-child({column}) mark")).concat();
    assert!(marked(1).starts_with("int ( int * a"), "{}", marked(1));
    assert!(marked(2).starts_with("int total ( int * a"), "{}", marked(2));
}

#[test]
fn words_that_differ_are_marked() {
    let report = Sample::new().report();
    let mut sources = sources();
    sources.insert(2, 0, crate::tests::sample::text_of(2, 0).replace("int s =", "int z ="));
    let page = Html::parse_document(&made(&report, &sources, &[1, 2], &occasion()));
    assert_eq!(texts(&page, "mark.differing"), ["s", "z"]);
    let for_left = EvidenceContext { reader: Some(Side::Left), ..occasion() };
    let page = Html::parse_document(&made(&report, &sources, &[1, 2], &for_left));
    assert_eq!(texts(&page, ".own mark.differing"), ["s"]);
}

#[test]
fn a_reader_gets_their_own_code_and_the_matches_of_the_other_side() {
    let mut report = Sample::new().report();
    report.submissions[0].files[2].path = "private.txt".to_owned();
    let about =
        |reader| made(&report, &sources(), &[1, 2], &EvidenceContext { reader: Some(reader), ..occasion() });
    let for_right = about(Side::Right);
    let person = |number| format!("Person {}", SubmissionId(occasion().key.code(number)));
    let title = |html: &str| texts(&Html::parse_document(html), "title").concat();
    assert!(title(&for_right).contains(&person(1)) && title(&for_right).contains("=cmd()"));
    assert!(!for_right.contains("a01"));
    assert!(!for_right.contains("nothing shared here"));
    let for_left = about(Side::Left);
    assert!(title(&for_left).contains("a01") && title(&for_left).contains(&person(2)));
    assert!(!for_left.contains("=cmd()"));
    assert!(for_left.contains("nothing shared here"));
    let page = Html::parse_document(&for_left);
    assert_eq!(texts(&page, ".own h3").len(), 3);
}

#[test]
fn impossible_evidence_files_are_not_made() {
    let report = Sample::new().report();
    let none = |submissions: &[u32], occasion: &EvidenceContext| {
        evidence_file(Locale::english(), &report, &sources(), submissions, occasion).is_none()
    };
    assert!(none(&[1], &occasion()) && none(&[], &occasion()) && none(&[1, 9], &occasion()));
    assert!(none(&[1, 2, 3], &EvidenceContext { reader: Some(Side::Left), ..occasion() }));
}

#[test]
fn hidden_names_are_in_no_page_or_export() {
    let report = Sample::new().report();
    let html = made(&report, &sources(), &[1, 2, 3], &EvidenceContext { hide_names: true, ..occasion() });
    let person = format!("Person {}", SubmissionId(occasion().key.code(1)));
    assert!(html.contains(&person) && !html.contains("a01") && !html.contains("cmd()"));
    let page = Html::parse_document(&html);
    let ids = texts(&page, ".people td:first-child");
    assert!(ids.iter().all(|id| id.parse::<SubmissionId>().is_ok_and(SubmissionId::is_code)), "{ids:?}");
}

#[test]
fn long_lines_and_long_matches_are_complete() {
    let mut report = Sample::new().report();
    let text = format!("{}\n{}", "x".repeat(10_000), "line\n".repeat(100));
    let mut texts_of = Sources::new();
    for (submission, file) in [(1, 0), (1, 1), (1, 2), (2, 0)] {
        texts_of.insert(submission, file, text.as_str());
    }
    let found = &mut report.pairs[0].matches.as_mut().unwrap()[0];
    for region in [&mut found.left, &mut found.right] {
        (region.start_byte, region.end_byte) = (0, text.len() as u32);
        (region.start_line, region.end_line) = (1, 101);
    }
    let page = Html::parse_document(&made(&report, &texts_of, &[1, 2], &occasion()));
    let rows = texts(&page, ".match:nth-of-type(3) .code td:first-child");
    assert_eq!(rows.len(), 9);
    assert_eq!(rows.concat().replace('\n', ""), text.replace('\n', ""));
}
