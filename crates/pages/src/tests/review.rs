//! Reviewing the pairs of a report: the way from pair to pair, the marks in the list, and who sees them.

use std::collections::BTreeSet;
use std::sync::Arc;

use chaffinch_report::{PairId, Report};
use proptest::prelude::*;
use scraper::Html;

use super::overview::{class, texts};
use super::sample::sources;
use crate::view::Column;
use crate::{self as pages, Frame, PageLocation, PairMark, Review, View};

fn mark(state: &'static str) -> PairMark {
    PairMark { state, by: "ada".to_owned(), version: 1, ..PairMark::default() }
}

/// Returns a frame of the service whose reader may mark pairs, with these marks.
fn frame(marks: &[(PairId, PairMark)]) -> Frame {
    let mut frame = Frame::new("", PageLocation::batch("0198"));
    frame.actions.review = Some(Arc::new(Review {
        marks: marks.iter().cloned().collect(),
        states: vec!["nothing", "talk", "case"],
        reader: "ben".to_owned(),
        members: vec!["ada".to_owned(), "ben".to_owned()],
        shows_notes: true,
        advances: false,
    }));
    frame
}

fn pair(left: u32, right: u32) -> PairId {
    PairId { left, right }
}

/// A class with four pairs that have pages.
fn report() -> Report {
    class(6, &[(1, 2, 30.0), (1, 3, 29.0), (4, 5, 28.0), (2, 6, 3.0)])
}

fn hrefs(html: &str, selector: &str) -> Vec<String> {
    let page = Html::parse_document(html);
    let found = scraper::Selector::parse(selector).unwrap();
    page.select(&found).map(|link| link.attr("href").unwrap().to_owned()).collect()
}

/// Returns the bar of the page of a pair that was opened from a list.
fn bar(frame: &Frame, report: &Report, view: &View, id: PairId) -> String {
    let frame = Frame { place: view.place(&frame.place), ..frame.clone() };
    let sources = sources();
    let of = report.pair(id).unwrap();
    let layout = pages::PairLayout::new(&frame, report, of, &sources).unwrap();
    pages::pair(&frame, report, view, of, &layout, 1).unwrap()
}

#[test]
fn a_review_begins_at_the_first_open_pair_and_follows_the_list() {
    let report = report();
    let begin = |marks: &[(PairId, PairMark)], view: &View| {
        let html = pages::overview(&frame(marks), &report, view, &|_| None);
        (
            hrefs(&html, ".review-progress [data-start]"),
            texts(&Html::parse_document(&html), ".review-progress"),
        )
    };
    let whole = View::default();
    let (start, text) = begin(&[], &whole);
    assert_eq!(start, ["/batches/0198/pairs/1-2?above=1"]);
    assert!(text[0].contains("Review 3 pairs"), "{text:?}");
    let (start, text) = begin(&[(pair(1, 2), mark("talk"))], &whole);
    assert_eq!(start, ["/batches/0198/pairs/1-3?above=1"]);
    assert!(text[0].contains("2 left") && text[0].contains("1 of 3 pairs") && text[0].contains("talk: 1"));
    let (start, _) = begin(&[], &View { q: "p0006".to_owned(), ..View::default() });
    assert_eq!(start, ["/batches/0198/pairs/2-6?q=p0006"]);

    let marks = [(pair(1, 3), mark("nothing"))];
    let view = View { above: Some(1), sort: Some(Column::Right), ..View::default() };
    let html = bar(&frame(&marks), &report, &view, pair(1, 2));
    let neighbours = hrefs(&html, ".review-bar .neighbours a");
    assert_eq!(neighbours, ["/batches/0198/pairs/1-3?sort=right&above=1"]);
    assert!(html.contains("data-next=\"/batches/0198/pairs/4-5?sort=right&#38;above=1\""), "{html}");
    assert!(texts(&Html::parse_document(&html), ".neighbours span")[0].contains("1 of 3"));

    // A pair that no longer fits the filter keeps its place.
    let open = View { above: Some(1), marked: Review::OPEN.to_owned(), ..View::default() };
    let html = bar(&frame(&marks), &report, &open, pair(1, 3));
    assert_eq!(hrefs(&html, ".neighbours a").len(), 2);
    assert!(texts(&Html::parse_document(&html), ".neighbours span")[0].contains("2 of 3"));
}

#[test]
fn the_list_shows_and_filters_marks() {
    let report = report();
    let mine = PairMark { assignee: Some("ben".to_owned()), note: "<same>".to_owned(), ..mark("talk") };
    let marks = [(pair(1, 3), mine), (pair(4, 5), mark("nothing"))];
    let ranks = |view: &View| {
        let html = pages::overview(&frame(&marks), &report, view, &|_| None);
        texts(&Html::parse_document(&html), "table.pairs tbody td:nth-child(3)")
    };
    let with = |marked: &str, mine| ranks(&View { marked: marked.to_owned(), mine, ..View::default() });
    assert_eq!(with("", None), ["1", "2", "3", "4"]);
    assert_eq!(with(Review::OPEN, None), ["1", "4"]);
    assert_eq!(with("talk", None), ["2"]);
    assert_eq!(with("unknown", None), Vec::<String>::new());
    assert_eq!(with("", Some(1)), ["2"]);
    let html = pages::overview(&frame(&marks), &report, &View::default(), &|_| None);
    let cells = texts(&Html::parse_document(&html), ".review-cell");
    assert!(cells[1].contains("Talk") && cells[1].contains("<same>"), "{cells:?}");
    assert!(cells[0].trim().is_empty());
}

#[test]
fn readers_who_may_not_mark_see_no_marks() {
    let report = report();
    let shared = PageLocation::Shared { path: "/shared/x".to_owned(), downloads: true };
    for place in [PageLocation::Folder { up: "" }, shared, PageLocation::batch("0198")] {
        let frame = Frame::new("", place);
        let overview = pages::overview(&frame, &report, &View::default(), &|_| None);
        for html in [overview, bar(&frame, &report, &View::default(), pair(1, 2))] {
            for trace in ["review-", "review.js", "data-marked", "/mark"] {
                assert!(!html.contains(trace), "{trace}: {html}");
            }
        }
    }
}

/// Returns pairs in groups, by merging all that touch.
fn groups(pairs: Vec<PairId>, touches: impl Fn(PairId, PairId) -> bool) -> Vec<Vec<PairId>> {
    let mut groups: Vec<Vec<PairId>> = Vec::new();
    for pair in pairs {
        let (with, without): (Vec<_>, Vec<_>) =
            groups.into_iter().partition(|group| group.iter().any(|&other| touches(pair, other)));
        groups = without;
        groups.push(with.into_iter().flatten().chain([pair]).collect());
    }
    groups
}

proptest! {
    /// Every open pair goes to one account, and pairs that share a submission go to the same. Without its smallest group, no
    /// account has more than the one with the fewest.
    #[test]
    fn pairs_are_divided_evenly(
        edges in prop::collection::btree_set((1_u32..12, 1_u32..12), 0..20),
        done in prop::collection::vec(any::<bool>(), 20),
        accounts in 1_usize..5,
    ) {
        let pairs: BTreeSet<PairId> =
            edges.into_iter().filter(|(a, b)| a != b).map(|(a, b)| PairId::new(a, b)).collect();
        let pairs: Vec<PairId> = pairs.into_iter().collect();
        let marked = pairs.iter().zip(&done).filter(|(_, done)| **done).map(|(&id, _)| (id, mark("talk")));
        let review = Review { marks: marked.collect(), ..Review::default() };
        let shares = review.divided(&pairs, accounts);
        let open: Vec<PairId> = pairs.iter().copied().filter(|id| !review.marks.contains_key(id)).collect();
        let mut given: Vec<PairId> = shares.iter().map(|(id, _)| *id).collect();
        given.sort_unstable();
        prop_assert_eq!(given, open);
        let touches = |a: PairId, b: PairId| {
            [a.left, a.right].into_iter().any(|id| id == b.left || id == b.right)
        };
        for (a, to_a) in &shares {
            for (b, to_b) in &shares {
                prop_assert!(!touches(*a, *b) || to_a == to_b);
            }
        }
        let load = |account| shares.iter().filter(|(_, to)| *to == account).count();
        let fewest = (0..accounts).map(load).min().unwrap_or(0);
        for account in 0..accounts {
            let theirs = shares.iter().filter(|(_, to)| *to == account).map(|(id, _)| *id).collect();
            let smallest = groups(theirs, touches).iter().map(Vec::len).min().unwrap_or(0);
            prop_assert!(load(account) - smallest <= fewest);
        }
    }
}
