//! The evidence file: complete, harmless, and only about its submissions.

use base64::prelude::{BASE64_STANDARD, Engine as _};
use chaffinch_report::{PseudonymKey, Report, Side, Sources, SubmissionId};
use scraper::{Html, Selector};
use sha2::{Digest as _, Sha256};

use super::{CaseEntry, CaseRecord, CaseStatement, DisplayTime, EvidenceContext, evidence_file};
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
        case: None,
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
        // The policy allows these styles and no others. The names in them are letters and escapes.
        let style = texts(&page, "style").concat();
        let policy = page.select(&Selector::parse("meta[content]").unwrap()).find_map(|meta| {
            let policy = meta.value().attr("content").filter(|content| content.starts_with("default-src"));
            policy.map(str::to_owned)
        });
        let digest = BASE64_STANDARD.encode(Sha256::digest(&style));
        assert_eq!(policy.unwrap(), format!("default-src 'none'; style-src 'sha256-{digest}'"));
        let known = String::from_utf8(crate::asset("evidence.css").unwrap().bytes.into_owned()).unwrap();
        let own = style.strip_prefix(&known).unwrap();
        let title = own.strip_prefix("@page { @top-left { content: \"").unwrap().split_once('"').unwrap();
        assert!(title.0.chars().all(|c| c.is_alphanumeric() || " \\…".contains(c)), "{own}");
        assert_eq!(title.1, "; } }\n");
    }
}

#[test]
fn every_match_has_both_sides_and_its_places() {
    let report = Sample::new().report();
    let page = Html::parse_document(&made(&report, &sources(), &[1, 2], &occasion()));
    let matches = report.pairs[0].matches.as_ref().unwrap();
    assert_eq!(texts(&page, ".matches .match").len(), matches.len());
    let side = |at: usize, number: usize| {
        let row =
            &texts(&page, &format!(".matches .match:nth-of-type({number}) .code td:nth-child({at}) mark"));
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
    assert_eq!(texts(&page, ".matches .held li").len(), 3);
    assert!(
        texts(&page, ".matches .about")[0]
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
    let marked = |column: usize| {
        texts(&page, &format!(".matches .match:nth-of-type(3) td:nth-child({column}) mark")).concat()
    };
    assert!(marked(1).starts_with("int ( int * a"), "{}", marked(1));
    assert!(marked(2).starts_with("int total ( int * a"), "{}", marked(2));
}

#[test]
fn words_that_differ_are_marked() {
    let report = Sample::new().report();
    let mut sources = sources();
    sources.insert(2, 0, crate::tests::sample::text_of(2, 0).replace("int s =", "int z ="));
    let page = Html::parse_document(&made(&report, &sources, &[1, 2], &occasion()));
    assert_eq!(texts(&page, ".matches mark.differing"), ["s", "z"]);
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
    let rows = texts(&page, ".matches .match:nth-of-type(3) .code td:first-child");
    assert_eq!(rows.len(), 9);
    assert_eq!(rows.concat().replace('\n', ""), text.replace('\n', ""));
}

/// Returns the sentences of the first pair: what was found, and what speaks against copying.
fn sentences(change: impl Fn(&mut Report)) -> [String; 2] {
    let mut report = Sample::new().report();
    change(&mut report);
    let page = Html::parse_document(&made(&report, &sources(), &[1, 2], &occasion()));
    [".found > li", ".against > li"].map(|list| texts(&page, list).join("\n"))
}

#[test]
fn what_is_expected_by_chance_is_said_in_classes_or_pairs() {
    for (expect, found, can_be_chance) in [
        (Some(1e-9), "fewer than one of 10000 classes", false),
        (Some(0.0019), "about one of 500 classes", false),
        (Some(0.3), "about one of 3 classes", true),
        (Some(0.7), "about 0.7 pairs", true),
        (Some(12.4), "about 12 pairs", true),
    ] {
        let [has, against] = sentences(|report| report.pairs[0].expect = expect);
        assert!(has.contains(found), "{expect:?}: {has}");
        assert_eq!(against.contains("can also occur if everyone works alone"), can_be_chance, "{expect:?}");
    }
    let [has, against] = sentences(|report| report.pairs[0].expect = None);
    assert!(!has.contains("as strong as this one") && against.contains("It is not known how many"), "{has}");
}

#[test]
fn what_speaks_against_copying_follows_from_the_report() {
    let [found, against] = sentences(|report| {
        report.pairs[0].matches.as_mut().unwrap().iter_mut().for_each(|one| one.groups = 3);
    });
    assert!(!found.contains("No other submission of this class has"), "{found}");
    assert!(against.contains("Others in this class also have"), "{against}");
    let alone = |report: &mut Report| {
        for found in report.pairs[0].matches.iter_mut().flatten() {
            (found.groups, found.archived) = (2, 0);
        }
        report.pairs[0].match_count = report.pairs[0].matches.as_ref().map(|all| all.len() as u32);
    };
    let [found, against] = sentences(alone);
    assert!(found.contains("No other submission of this class has"), "{found}");
    assert!(!against.contains("Others in this class also have"), "{against}");
    // A report that does not list every match cannot know it.
    let [found, _] = sentences(|report| {
        alone(report);
        report.pairs[0].match_count = Some(2001);
    });
    assert!(!found.contains("No other submission of this class has"), "{found}");
    let nothing_unusual = |report: &mut Report, texts: bool| {
        for found in report.pairs[0].matches.iter_mut().flatten() {
            found.evidence = texts.then(Vec::new);
        }
    };
    for texts in [true, false] {
        let [_, against] = sentences(|report| nothing_unusual(report, texts));
        assert_eq!(against.contains("contain no unusual detail"), texts, "{against}");
    }
    let named = |files| sentences(|report| report.boilerplate.files = files)[1].contains("No starter code");
    assert!(named(0) && !named(1));
    let [_, against] =
        sentences(|report| (report.pairs[0].left_share, report.pairs[0].right_share) = (1.0, 1.0));
    assert!(!against.contains("match nothing"), "{against}");
}

#[test]
fn the_file_of_a_case_has_its_statements_decision_and_history() {
    let at = || DisplayTime { exact: "2026-03-04T09:00:00Z".to_owned(), shown: "4 March".to_owned() };
    let entry = |text: &str| CaseEntry {
        at: at(),
        who: "<Grace>".to_owned(),
        what: Locale::english().say("case-was-noted"),
        text: text.to_owned(),
    };
    let case = CaseRecord {
        title: "Two <b>".to_owned(),
        status: "confirmed".to_owned(),
        opened: at(),
        opened_by: "ada".to_owned(),
        reviewer: Some("grace".to_owned()),
        persons: vec!["a01".to_owned()],
        decision: Some(entry("Heard\nboth.")),
        statements: vec![CaseStatement {
            person: "a01".to_owned(),
            given: "2026-03-03".to_owned(),
            text: "We worked together.".to_owned(),
            file: Some("letter.pdf".to_owned()),
        }],
        unheard: vec!["a02".to_owned()],
        history: vec![entry("first"), entry("Heard\nboth.")],
        elsewhere: vec!["Week 2".to_owned()],
        is_part: false,
    };
    let report = Sample::new().report();
    let of_case = EvidenceContext { case: Some(case), ..occasion() };
    let file = evidence_file(Locale::english(), &report, &sources(), &[1, 2], &of_case).unwrap();
    assert!(file.name.contains("_case"), "{}", file.name);
    let page = Html::parse_document(&file.html);
    assert_eq!(texts(&page, "h1"), ["Two <b>"]);
    assert_eq!(texts(&page, "[aria-labelledby=statements] .typed"), ["We worked together."]);
    assert_eq!(texts(&page, "[aria-labelledby=decision] .typed"), ["Heard\nboth."]);
    assert_eq!(texts(&page, ".history tbody tr").len(), 2);
    for said in ["No statement has been recorded from: a02", "letter.pdf", "Week 2", "<Grace>", "4 March"] {
        assert!(texts(&page, "main").concat().contains(said), "{said}");
    }
}
