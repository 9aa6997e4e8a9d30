//! Large and hostile input: pages are divided into small parts that are complete together.

use std::collections::{BTreeMap, BTreeSet};

use chaffinch_report::{Evidence, EvidenceKind, File, Match, Pair, PairId, Region, Report, Sources};
use scraper::{Html, Selector};

use super::sample::Sample;
use crate::{self as pages, Frame, PageLocation, View, export};

/// Limit of a page, in bytes.
const MAX_SIZE: usize = 1_000_000;

/// Programs with these texts on both sides. Every tenth line is a match of four with the line `shift` lines below.
fn pair(left: &str, right: &str, shift: usize) -> (Report, Sources<'static>) {
    let mut report = Sample::new().report();
    let mut sources = Sources::new();
    let mut matches = Vec::new();
    let starts = |text: &str| -> Vec<u32> {
        let ends = text.split_inclusive('\n').scan(0, |at, line| {
            *at += line.len() as u32;
            Some(*at)
        });
        std::iter::once(0).chain(ends).collect()
    };
    let (l, r) = (starts(left), starts(right));
    let region = |starts: &[u32], line: usize| Region {
        path: "main.c".to_owned(),
        start_line: line as u32 + 1,
        end_line: line as u32 + 4,
        start_byte: starts[line],
        end_byte: starts[line + 4] - 1,
        file: 0,
    };
    let room = l.len().min(r.len()).saturating_sub(shift + 5);
    let like = report.pairs[0].matches.as_ref().unwrap()[0].clone();
    for (line, at) in (0..room).step_by(10).zip(0..) {
        // Some of them are at another place on the right.
        let other = if at % 7 == 3 { room - 1 - line } else { line + shift };
        let taken = matches.iter().any(|found: &Match| found.right.start_line.abs_diff(other as u32 + 1) < 5);
        if !taken {
            let (left, right) = (region(&l, line), region(&r, other));
            let (left_further, right_further) = (vec![], vec![]);
            matches.push(Match { left, right, left_further, right_further, ..like.clone() });
        }
    }
    for (id, text) in [(1, left), (2, right)] {
        let submission = &mut report.submissions[id as usize - 1];
        submission.files.truncate(1);
        let lines = chaffinch_submission::LineTable::new(text).count();
        let file = File { bytes: text.len() as u32, lines, masked: vec![], ..submission.files[0].clone() };
        submission.files = vec![file];
        sources.insert(id, 0, text.to_owned());
    }
    report.pairs = vec![Pair { matches: Some(matches), ..report.pairs[0].clone() }];
    (report, sources)
}

fn program(lines: usize) -> String {
    let line =
        |line: usize| format!("    int total_{line} = sum ( values , {line} ) ; // \"<{}>\"\n", line % 7);
    (0..lines).map(line).collect::<Vec<_>>().concat()
}

/// Returns all pages of the folder.
fn folder(report: &Report, sources: &Sources) -> BTreeMap<String, String> {
    let mut files = BTreeMap::new();
    export(crate::Locale::english(), report, sources, &mut |path, bytes| {
        if path.contains(".html") {
            files.insert(path.to_owned(), String::from_utf8(bytes.to_vec()).unwrap());
        }
        Ok(())
    })
    .unwrap();
    files
}

fn select<'a>(page: &'a Html, selector: &str) -> impl Iterator<Item = scraper::ElementRef<'a>> {
    page.select(&Selector::parse(selector).unwrap()).collect::<Vec<_>>().into_iter()
}

#[test]
fn parts_show_every_line_once_and_links_reach_every_match() {
    let (report, sources) = pair(&program(3500), &program(2600), 25);
    let files = folder(&report, &sources);
    let parts: Vec<(&String, Html)> = files
        .iter()
        .filter(|(path, _)| path.starts_with("pairs/") && !path.contains("diff"))
        .map(|(path, html)| (path, Html::parse_document(html)))
        .collect();
    assert!(parts.len() > 1, "one part only");
    for (path, html) in &files {
        assert!(html.len() < MAX_SIZE, "{path}: {} bytes", html.len());
    }
    let mut lines = [BTreeSet::new(), BTreeSet::new()];
    let mut ids: BTreeSet<String> = BTreeSet::new();
    for (path, page) in &parts {
        for (side, lines) in ["left", "right"].iter().zip(&mut lines) {
            for line in select(page, &format!("#{side} .line")) {
                let number: u32 = line.attr("data-n").unwrap().parse().unwrap();
                assert!(lines.insert(number), "{path}: {side} {number} twice");
            }
        }
        let badges = select(page, ".badge[id]").map(|badge| format!("{path}#{}", badge.attr("id").unwrap()));
        ids.extend(badges);
    }
    assert!(lines[0].iter().copied().eq(1..=3500) && lines[1].iter().copied().eq(1..=2600));
    // Each match begins in one part on each side, and every link to it leads to this part.
    let count = report.pairs[0].matches.as_ref().unwrap().len();
    assert_eq!(ids.len(), 2 * count);
    let mut reached = BTreeSet::new();
    for (path, page) in &parts {
        for link in select(page, ".sides a[href*='#'], .matches a[href*='#']") {
            let (target, fragment) = link.attr("href").unwrap().split_once('#').unwrap();
            let target = if target.is_empty() { path.as_str() } else { target.trim_start_matches("../") };
            let place = format!("{target}#{fragment}");
            assert!(ids.contains(&place), "{path}: {place}");
            reached.insert(place);
        }
    }
    assert_eq!(reached, ids);
}

#[test]
fn a_submission_in_parts_shows_every_line_once_and_leads_to_its_pairs() {
    let (report, sources) = pair(&program(3500), &program(2600), 25);
    let files = folder(&report, &sources);
    let has = |place: &str| {
        let (path, fragment) = place.split_once('#').unwrap();
        files[path].contains(&format!("id=\"{fragment}\""))
    };
    let mut lines = BTreeSet::new();
    let mut passages = 0;
    for (path, html) in files.iter().filter(|(path, _)| path.starts_with("submissions/1")) {
        let page = Html::parse_document(html);
        for line in select(&page, ".line") {
            assert!(lines.insert(line.attr("data-n").unwrap().parse::<u32>().unwrap()), "{path}");
        }
        for link in select(&page, ".sharers a, .badge[href]") {
            let href = link.attr("href").unwrap();
            let place = match href.strip_prefix("../") {
                Some(up) => up.to_owned(),
                None => format!("{path}{href}"),
            };
            // The example in the legend is not a link.
            assert!(has(&place), "{path}: {place}");
        }
        passages += select(&page, ".shared li").count();
    }
    assert!(lines.into_iter().eq(1..=3500));
    assert_eq!(passages, report.pairs[0].matches.as_ref().unwrap().len());
}

#[test]
fn a_comment_from_an_earlier_part_is_recognised() {
    let text = format!("int a;\n/*\n{}*/\nint b;\n", "if (this) return 1;\n".repeat(12_000));
    let (report, sources) = pair(&text, "int a;\n", 0);
    let frame = Frame::new("", PageLocation::batch("0198"));
    let nowhere = pages::MatchParts::default();
    let layout = pages::SubmissionLayout::new(&frame, &report, 1, &[], &sources, &nowhere).unwrap();
    assert!(layout.parts() > 2);
    let html = pages::submission(&frame, &report, &layout, 2).unwrap();
    let page = Html::parse_document(&html);
    assert!(select(&page, ".line i.c").count() > 100);
    assert_eq!(select(&page, ".line i:not(.c)").count(), 0);
}

#[test]
fn a_submission_with_very_many_matches_is_read_up_to_a_limit() {
    let (mut report, _) = pair(&program(100), &program(100), 0);
    let listed = report.pairs[0].clone();
    let with = |right, matches| Pair {
        id: PairId { left: 1, right },
        match_count: matches,
        matches: None,
        why: None,
        ..listed.clone()
    };
    report.pairs = vec![with(2, Some(20_000)), with(3, Some(1)), with(4, None)];
    assert_eq!(pages::pairs_of(&report, 1), [PairId { left: 1, right: 2 }]);
    report.pairs[0].match_count = Some(9_999);
    assert_eq!(pages::pairs_of(&report, 1), [PairId { left: 1, right: 2 }, PairId { left: 1, right: 3 }]);
    assert!(pages::pairs_of(&report, 4).is_empty());
}

#[test]
fn differences_in_parts_show_every_line_that_differs() {
    let left = program(2500);
    let (mut report, sources) = pair(&left, &left.replace("total", "sum"), 0);
    report.pairs[0].similarity = 1.0;
    let files = folder(&report, &sources);
    let mut numbers = Vec::new();
    let parts = files.iter().filter(|(path, _)| path.contains("diff"));
    // Sorted by part. The order of file names differs from the tenth part on.
    let mut parts: Vec<_> = parts.collect();
    parts.sort_by_key(|(path, _)| path.len());
    assert!(parts.len() > 1);
    for (path, html) in parts {
        assert!(html.len() < MAX_SIZE, "{path}: {} bytes", html.len());
        let page = Html::parse_document(html);
        numbers.extend(
            select(&page, ".diff td:first-child")
                .map(|cell| cell.text().collect::<String>().parse::<u32>().unwrap()),
        );
    }
    assert!(numbers.into_iter().eq(1..=2500));
}

#[test]
fn hostile_texts_stay_small_and_visible() {
    let wide = format!("{}\n", "x = \"<script>\" ; ".repeat(3_000));
    let hidden = format!("{}\n", "\0\u{1B}[31m\u{202E}".repeat(3_000));
    for text in [&wide, &hidden, &"/**/".repeat(6_000), &"\n".repeat(6_000), &"é\u{301}".repeat(6_000)] {
        let (mut report, sources) = pair(text, text, 0);
        report.pairs[0].similarity = 1.0;
        for (path, html) in folder(&report, &sources) {
            assert!(html.len() < MAX_SIZE, "{path}: {} bytes of {:?}", html.len(), &text[..4]);
            for forbidden in ["<script>", "\0", "\u{1B}", "\u{202E}"] {
                assert!(!html.contains(forbidden), "{path}: {forbidden:?}");
            }
        }
    }
}

#[test]
fn a_page_takes_memory_for_what_it_shows() {
    let (report, sources) = pair(&"\n".repeat(4 << 20), &program(50), 0);
    let frame = Frame::new("", PageLocation::batch("0198"));
    let pair = &report.pairs[0];
    // 16 bytes for each row would be 64 MiB.
    let matches = allocation_counter::measure(|| {
        let layout = pages::PairLayout::new(&frame, &report, pair, &sources).unwrap();
        let html = pages::pair(&frame, &report, &View::default(), pair, &layout, layout.parts()).unwrap();
        assert!(html.contains("data-n=\"4194304\"") && html.len() < MAX_SIZE, "{} bytes", html.len());
    });
    assert!(matches.bytes_max < 16 << 20, "{} bytes", matches.bytes_max);
    let differences = allocation_counter::measure(|| {
        let found = pages::Differences::new(&report, pair, &sources).unwrap();
        let html = pages::differences(&frame, &report, &View::default(), pair, &found, 1).unwrap();
        assert!(html.contains("too many lines to compare"));
    });
    assert!(differences.bytes_max < 4 << 20, "{} bytes", differences.bytes_max);
}

#[test]
fn quoted_evidence_counts_for_the_size_of_a_part() {
    let (mut report, sources) = pair(&program(500), &program(500), 0);
    let text = "<\u{202E}>".repeat(30);
    let quoted = Evidence { kind: EvidenceKind::Comment, text, usual: None, groups: 2, archived: 0 };
    for found in report.pairs[0].matches.iter_mut().flatten() {
        found.evidence = Some(vec![quoted.clone(); 8]);
    }
    for (path, html) in folder(&report, &sources) {
        assert!(html.len() < MAX_SIZE, "{path}: {} bytes", html.len());
    }
}

#[test]
fn the_service_finds_the_part_of_a_match() {
    let (report, sources) = pair(&program(3500), &program(2600), 25);
    let frame = Frame::new("", PageLocation::batch("0198"));
    let pair = &report.pairs[0];
    let layout = pages::PairLayout::new(&frame, &report, pair, &sources).unwrap();
    for number in 1..=pair.matches.as_ref().unwrap().len() {
        let part = layout.part_at(&format!("r-{number}")).unwrap();
        let html = pages::pair(&frame, &report, &View::default(), pair, &layout, part).unwrap();
        assert!(html.contains(&format!(" id=\"r-{number}\"")), "{number} in part {part}");
    }
    assert!(
        ["", "r-", "x-1", "r-0", "l-9999999", "l-99999999999999"]
            .iter()
            .all(|at| layout.part_at(at).is_none())
    );
    let layout = pages::PairLayout::new(&frame, &report, pair, &sources).unwrap();
    assert!(pages::pair(&frame, &report, &View::default(), pair, &layout, 0).is_none());
    assert!(pages::pair(&frame, &report, &View::default(), pair, &layout, layout.parts() + 1).is_none());
}
