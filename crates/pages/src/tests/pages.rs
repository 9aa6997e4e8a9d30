//! Every kind of page of the sample, read back by selector.

use chaffinch_report::{PairId, Report, Sources};
use scraper::{ElementRef, Html, Selector};

use super::code::joined;
use super::overview::{service, texts};
use super::sample::{HOSTILE_NAME, HOSTILE_PATH, Sample, sources, text_of};
use crate::{self as pages, Account, Frame, MenuItem, PageLocation, View};

fn select<'a>(page: &'a Html, selector: &str) -> Vec<ElementRef<'a>> {
    page.select(&Selector::parse(selector).unwrap()).collect()
}

fn text(element: ElementRef) -> String {
    element.text().collect()
}

fn places() -> [Frame; 2] {
    let mut service = Frame::new("", PageLocation::batch("0198"));
    service.menu.push(MenuItem { label: "Batches".to_owned(), href: "/".to_owned(), current: false });
    service.account =
        Some(Account { name: "<Ada>".to_owned(), menu: Vec::new(), sign_out: "/sign-out".to_owned() });
    [Frame::new("", PageLocation::Folder { up: "" }), service]
}

fn overview(frame: &Frame, report: &Report, view: &View) -> String {
    pages::overview(frame, report, view, &|_| None)
}

/// Returns the first part of a pair's page.
fn pair_page(frame: &Frame, report: &Report, pair: &chaffinch_report::Pair, sources: &Sources) -> String {
    let layout = pages::PairLayout::new(frame, report, pair, sources).unwrap();
    pages::pair(frame, report, &View::default(), pair, &layout, 1).unwrap()
}

/// Returns the first part of a submission's page; `None` if there is no such submission.
fn submission_page(
    frame: &Frame,
    report: &Report,
    id: u32,
    pairs: &[&chaffinch_report::Pair],
    sources: &Sources,
) -> Option<String> {
    let layout =
        pages::SubmissionLayout::new(frame, report, id, pairs, sources, &pages::MatchParts::default())?;
    pages::submission(frame, report, &layout, 1)
}

/// Returns every kind of page, from the head and single pairs as the service has them.
pub(super) fn all_pages(frame: &Frame, report: &Report) -> Vec<(&'static str, String)> {
    let head = report.head();
    let sources = sources();
    let pair = |at: usize| pair_page(frame, &head, &report.pairs[at], &sources);
    let found = pages::Differences::new(&head, &report.pairs[0], &sources).unwrap();
    let pairs: Vec<_> = pages::pairs_of(&head, 1).into_iter().map(|id| report.pair(id).unwrap()).collect();
    vec![
        ("overview", overview(frame, &head, &View::default())),
        ("submissions", pages::submissions(frame, &head, 1)),
        ("skipped", pages::skipped(frame, &head, 1)),
        ("clusters", pages::clusters(frame, &head, &View::default())),
        ("guide", pages::guide(frame, &head)),
        ("pair", pair(0)),
        ("pair without sources", pair(1)),
        ("pair without matches", pair(2)),
        ("submission", submission_page(frame, &head, 1, &pairs, &sources).unwrap()),
        (
            "differences",
            pages::differences(frame, &head, &View::default(), &report.pairs[0], &found, 1).unwrap(),
        ),
    ]
}

/// Every element is closed by its own end tag, innermost first. A parser would repair anything else.
fn assert_nested(name: &str, html: &str) {
    let mut open = Vec::new();
    for tag in html.split('<').skip(1).map(|rest| rest.split('>').next().unwrap()) {
        let word = tag.split([' ', '\n']).next().unwrap();
        match word.strip_prefix('/') {
            Some(closed) => assert_eq!(open.pop(), Some(closed), "{name}: </{closed}>"),
            None if ["!doctype", "meta", "link", "img", "input", "br"].contains(&word) => {}
            // Elements of a picture may close themselves.
            None if tag.ends_with('/') => {}
            None => open.push(word),
        }
    }
    assert!(open.is_empty(), "{name}: {open:?} still open");
}

#[test]
fn pages_are_well_formed_and_obey_the_policy() {
    let report = Sample::new().report();
    for frame in places() {
        for (name, html) in all_pages(&frame, &report) {
            let page = Html::parse_document(&html);
            assert_nested(name, &html);
            assert_eq!(select(&page, "h1").len(), 1, "{name}");
            assert_eq!(select(&page, "main#main").len(), 1, "{name}");
            assert!(!text(select(&page, "title")[0]).trim().is_empty(), "{name}");
            // No inline scripts or styles, and no foreign resources.
            for element in select(&page, "*") {
                for (attribute, value) in element.value().attrs() {
                    assert!(attribute != "style" && !attribute.starts_with("on"), "{name}: {attribute}");
                    let link = matches!(attribute, "href" | "src" | "action");
                    assert!(!link || !(value.contains(':') || value.starts_with("//")), "{name}: {value}");
                }
            }
            for script in select(&page, "script") {
                assert!(script.attr("src").is_some() && text(script).is_empty(), "{name}");
            }
            let mut ids: Vec<_> = select(&page, "[id]").iter().filter_map(|each| each.attr("id")).collect();
            let count = ids.len();
            ids.sort_unstable();
            ids.dedup();
            assert_eq!(ids.len(), count, "{name}: an id twice");
            for link in select(&page, "a[href^='#']") {
                let target = link.attr("href").unwrap().trim_start_matches('#');
                assert!(ids.binary_search(&target).is_ok(), "{name}: no {target}");
            }
        }
    }
}

#[test]
fn hostile_names_and_texts_are_text() {
    let report = Sample::new().report();
    for (name, html) in places().iter().flat_map(|frame| all_pages(frame, &report)) {
        for forbidden in ["<script>", "<img src=x", "\u{202E}", "\u{2066}", "\0", "\u{1B}", "\u{7}"] {
            assert!(!html.contains(forbidden), "{name}: {forbidden:?}");
        }
    }
    let page = Html::parse_document(&all_pages(&places()[0], &report)[5].1);
    let code = text(select(&page, "#left")[0]);
    assert!(
        code.contains("<script>alert(1)</script>") && code.contains("\\u{1B}[31m \\u{202E} \\u{0}"),
        "{code}"
    );
    let path = HOSTILE_PATH.replace('\u{202E}', "\\u{202E}").replace('\u{7}', "\\u{7}");
    assert_eq!(text(select(&page, "#right summary bdi")[0]), path);
    assert_eq!(text(select(&page, "h1 bdi")[1]), HOSTILE_NAME);
}

#[test]
fn evidence_is_quoted_below_its_match() {
    let report = Sample::new().report();
    for frame in places() {
        let page = Html::parse_document(&all_pages(&frame, &report)[5].1);
        let rows = select(&page, ".matches > li");
        assert_eq!(rows[0].attr("data-match"), Some("1"));
        assert_eq!(select(&page, ".matches > li[data-match='1'] .evidence").len(), 1, "in the first match");
        assert_eq!(select(&page, ".evidence").len(), 1, "none where there is none");
        let quoted: Vec<_> = select(&page, ".evidence li").into_iter().map(text).collect();
        assert_eq!(
            quoted,
            [
                "Same comment: /* sum of it <script>alert(1)</script> \\u{202E}\\u{1B}[31m */ \
                 2 of 2 groups, and 1 archived submission",
                "Same number: 48271 ",
                "Same unusual spelling: lenght, usual spelling length only in these nearly identical submissions",
            ]
        );
    }
}

#[test]
fn highlights_are_the_bytes_of_the_json() {
    let report = Sample::new().report();
    let frame = Frame::new("", PageLocation::Folder { up: "../" });
    let pair = &report.pairs[0];
    let page = Html::parse_document(&pair_page(&frame, &report, pair, &sources()));
    for (found, number) in pair.matches.as_ref().unwrap().iter().zip(1..) {
        for (side, letter, region) in [("left", 'l', &found.left), ("right", 'r', &found.right)] {
            let file = format!("#{side} #{letter}-f{}", region.file);
            let segments = select(&page, &format!("{file} .m[data-match=\"{number}\"]"));
            assert_eq!(joined(segments.iter().copied()), [(region.start_byte, region.end_byte)]);
            // Nowhere else on this side.
            assert_eq!(select(&page, &format!("#{side} .m[data-match=\"{number}\"]")).len(), segments.len());
            let badge = select(&page, &format!("{file} #{letter}-{number}"));
            let other = if letter == 'l' { 'r' } else { 'l' };
            assert_eq!(badge[0].attr("href"), Some(format!("#{other}-{number}").as_str()));
            let line = ElementRef::wrap(badge[0].parent().unwrap().parent().unwrap()).unwrap();
            assert_eq!(line.attr("data-n"), Some(region.start_line.to_string().as_str()));
        }
    }
    for (submission, side, letter) in [(1, "left", 'l'), (2, "right", 'r')] {
        for file in &report.submission(submission).unwrap().files {
            for (mask, class) in [
                (chaffinch_report::Mask::Boilerplate, "boilerplate"),
                (chaffinch_report::Mask::Common, "common"),
            ] {
                let expected: Vec<_> =
                    file.masked.iter().filter(|row| row.2 == mask).map(|row| (row.0, row.1)).collect();
                let shown = select(&page, &format!("#{side} #{letter}-f{} .code .{class}", file.file));
                assert_eq!(joined(shown.into_iter()), expected, "{class} in {}", file.path);
            }
            let code = select(&page, &format!("#{letter}-f{} .code", file.file));
            assert_eq!(
                select(&page, &format!("#{letter}-f{} .line", file.file)).len(),
                chaffinch_submission::LineTable::new(text_of(submission, file.file)).count() as usize
            );
            assert_eq!(code.len(), 1);
        }
    }
    assert_eq!(select(&page, ".matches > li[data-match]").len(), 4);
}

#[test]
fn the_overview_ranks_and_lists_everything() {
    let report = Sample::new().report();
    let page = Html::parse_document(&overview(&places()[1], &report.head(), &View::default()));
    let tables = select(&page, "table.pairs");
    assert_eq!(tables.len(), 2, "judged, and too short to judge");
    let links: Vec<_> =
        select(&page, "table.pairs tbody th a").iter().filter_map(|link| link.attr("href")).collect();
    assert_eq!(links, ["/batches/0198/pairs/1-2", "/batches/0198/pairs/1-3"]);
    let row: Vec<String> =
        select(&page, "table.pairs tbody tr:first-child td").into_iter().take(6).map(text).collect();
    assert_eq!(row[1], "1");
    assert_eq!(row[2], "0.001", "the cut-off in bits does not hide it");
    assert_eq!(row[3], "beyond chance");
    assert_eq!([row[4].as_str(), row[5].as_str()], ["> 99 % 100 %", "0 % 50 %"]);
    let all = text(select(&page, "main")[0]);
    for expected in
        ["a/<b>.class", "not text", "3 undecodable bytes were replaced", "equal except for comments"]
    {
        assert!(all.contains(expected), "{expected}");
    }
    assert_eq!(text(select(&page, ".account-name")[0]), "<Ada>");
}

#[test]
fn a_class_without_findings_has_the_verdict_nothing() {
    let mut report = Sample::new().report();
    for pair in &mut report.pairs {
        pair.suspicion = 1.0;
        pair.expect = Some(7.0);
    }
    let page = |report: &Report| overview(&places()[0], report, &View::default());
    assert!(
        !page(&report).contains("Nothing unusual.")
            && page(&report).contains("1 submission equal to another")
    );
    report.duplicates.clear();
    assert!(page(&report).contains("Nothing unusual."));
    report.pairs.clear();
    assert!(overview(&places()[0], &report, &View::default()).contains("No two submissions share a passage"));
}

#[test]
fn a_long_list_is_paged_and_each_page_small() {
    let mut report = Sample::new().report();
    let first = report.pairs[0].clone();
    report.pairs = (1..=10_000)
        .map(|rank| chaffinch_report::Pair {
            rank,
            id: PairId { left: 1, right: 2 },
            matches: None,
            ..first.clone()
        })
        .collect();
    let count = pages::overview_pages(&places()[1], &report, &View::default());
    assert_eq!(count, 40);
    let mut ranks = Vec::new();
    for number in 1..=count {
        let html = overview(&places()[0], &report, &View::page(number));
        assert!(html.len() < 1_000_000, "page {number}: {} bytes", html.len());
        let page = Html::parse_document(&html);
        ranks.extend(
            select(&page, "table.pairs tbody td:nth-child(3)")
                .into_iter()
                .map(|cell| text(cell).parse::<u32>().unwrap()),
        );
    }
    assert!(ranks.into_iter().eq(1..=10_000));
}

#[test]
fn passages_of_a_submission_lead_to_their_pairs() {
    let report = Sample::new().report();
    let pairs: Vec<_> = pages::pairs_of(&report, 1).into_iter().map(|id| report.pair(id).unwrap()).collect();
    assert_eq!(pairs.len(), 2);
    let frame = Frame::new("", PageLocation::Folder { up: "../" });
    let html = submission_page(&frame, &report, 1, &pairs, &sources()).unwrap();
    let page = Html::parse_document(&html);
    let links: Vec<_> =
        select(&page, "#s-1 .sharers a").iter().filter_map(|link| link.attr("href")).collect();
    assert_eq!(links, ["../pairs/1-2.html#l-2", "../pairs/1-3.html#l-2"]);
    assert!(submission_page(&frame, &report, 9, &[], &sources()).is_none());
}

#[test]
fn a_rewritten_match_is_labelled_and_shows_its_pieces() {
    let mut report = Sample::new().report();
    let frame = Frame::new("", PageLocation::Folder { up: "../" });
    let page = |report: &chaffinch_report::Report| {
        Html::parse_document(&pair_page(&frame, report, &report.pairs[0], &sources()))
    };
    assert!(select(&page(&report), ".rewritten, .between").is_empty());
    let found = &mut report.pairs[0].matches.as_mut().unwrap()[0];
    let (left, right) = (found.left.start_byte, found.right.start_byte);
    found.literal = Some("rewritten".to_owned());
    found.pieces = [(0, 3, true), (4, 5, false)]
        .map(|(from, to, exact)| chaffinch_report::Piece {
            left: (left + from, left + to),
            right: (right + from, right + to),
            exact,
        })
        .to_vec();
    let page = page(&report);
    let row = joined_text(&page, ".matches > li[data-match=\"1\"]");
    assert!(row.contains("rewritten"), "{row}");
    assert_eq!(select(&page, ".legend .rewritten").len(), 1);
    for side in ["left", "right"] {
        assert_eq!(select(&page, &format!("#{side} .m.rewritten[data-match=\"1\"]")).len(), 1);
        assert!(!select(&page, &format!("#{side} .m.between[data-match=\"1\"]")).is_empty());
    }
}

#[test]
fn a_match_is_called_identical_only_if_it_is() {
    let mut report = Sample::new().report();
    let frame = Frame::new("", PageLocation::Folder { up: "../" });
    let mut called = |change: &dyn Fn(&mut chaffinch_report::Match)| {
        change(&mut report.pairs[0].matches.as_mut().unwrap()[0]);
        let page = Html::parse_document(&pair_page(&frame, &report, &report.pairs[0], &sources()));
        let layers = joined_text(&page, ".layers label:first-of-type");
        (joined_text(&page, ".matches > li[data-match=\"1\"] .what"), layers)
    };
    for (same_characters, name) in
        [(Some(true), "identical"), (Some(false), "identical except for comments and layout")]
    {
        let (what, layer) = called(&|found| {
            (found.literal, found.same_characters) = (Some("identical".to_owned()), same_characters);
        });
        assert!(what == name && layer.contains(&format!(" {name} 1")), "{what}; {layer}");
    }
    let (what, _) = called(&|found| {
        (found.literal, found.same_characters) = (Some("renamed".to_owned()), Some(false));
        (found.differing_names, found.differing_literals) = (Some(0), Some(0));
    });
    assert!(what.starts_with("changed, 99 % the same, 3 ignored words or symbols changed"), "{what}");
}

fn joined_text(page: &Html, selector: &str) -> String {
    select(page, selector).iter().flat_map(scraper::ElementRef::text).collect()
}

#[test]
fn an_archived_side_without_text_says_why_and_where() {
    let report = Sample::new().report();
    for (gone, words) in [(false, "keeps no sources"), (true, "deleted after the comparison")] {
        for frame in places() {
            let mut sources = sources();
            if gone {
                sources.remove(3);
            }
            let html = pair_page(&frame, &report, &report.pairs[1], &sources);
            let page = Html::parse_document(&html);
            let file = select(&page, "#right details.file")[0];
            assert!(text(file).contains("old.c") && text(file).contains(words), "{}", text(file));
            let ranges: Vec<String> = select(&page, "#right .ranges li").into_iter().map(text).collect();
            let matches = report.pairs[1].matches.as_ref().unwrap();
            assert_eq!(ranges.len(), matches.len());
            for (found, number) in matches.iter().zip(1..) {
                let (first, last) = (found.right.start_line, found.right.end_line);
                let lines = if first == last {
                    format!("{number} line {first}")
                } else {
                    format!("{number} lines {first}–{last}")
                };
                assert!(ranges.contains(&lines), "{lines} is not in {ranges:?}");
                // Links of the other side lead here.
                assert_eq!(select(&page, &format!("#r-{number}")).len(), 1);
            }
            let page = submission_page(&frame, &report, 3, &[&report.pairs[1]], &sources).unwrap();
            assert!(page.contains(words));
        }
    }
}

#[test]
fn a_pair_says_why_it_has_its_score() {
    let report = Sample::new().report();
    let page = Html::parse_document(&pair_page(&service(), &report.head(), &report.pairs[0], &sources()));
    assert_eq!(
        texts(&page, ".why-score li"),
        [
            "Most of the evidence is in whole statements: 60.0 bits, 80 % of the total of the smaller side. Names and \
             literals do not matter here.",
            "Other submissions of this comparison contain parts of it. Without them, it would be 100.0 bits.",
            "Suspicion: 31.4 bits. Two submissions like these usually have about 1.2.",
            "Pairs this strong expected by chance, judging by the other pairs of this class: 0.01.",
            "Pairs this strong expected by chance, judging only by the longest and rarest shared passage: 0.0001.",
            "The two share little code in total, so the number expected by chance is raised to 0.001.",
            "Rare passage: match 2, 22 tokens, in 2 of 2 groups (42.0 bits).",
            "6 shared tokens are starter code and are not counted.",
            "1 shared token is common in other work and is not counted.",
        ]
    );
    // It is not known of pairs that were listed without matches.
    let unexplained = chaffinch_report::Pair { why: None, ..report.pairs[0].clone() };
    let page = Html::parse_document(&pair_page(&service(), &report.head(), &unexplained, &sources()));
    assert!(texts(&page, ".why-score").is_empty());
}
