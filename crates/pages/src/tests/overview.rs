//! The overview, the clusters and their times, read back by selector: verdicts, views, pictures, sizes.

use chaffinch_report::{
    ArchiveState, Chance, Cluster, ClusterLink, ExpectBar, NoExpectReason, Pair, PairId, Report, Screening,
    Tail,
};
use scraper::{ElementRef, Html, Selector};

use super::sample::Sample;
use crate::frame::CaseLink;
use crate::{self as pages, Column, Frame, Order, PageLocation, View};

fn select<'a>(page: &'a Html, selector: &str) -> Vec<ElementRef<'a>> {
    page.select(&Selector::parse(selector).unwrap()).collect()
}

fn text(element: ElementRef) -> String {
    element.text().collect::<String>().split_whitespace().collect::<Vec<_>>().join(" ")
}

pub(super) fn texts(page: &Html, selector: &str) -> Vec<String> {
    select(page, selector).into_iter().map(text).collect()
}

pub(super) fn folder() -> Frame {
    Frame::new("", PageLocation::Folder { up: "" })
}

pub(super) fn service() -> Frame {
    Frame::new("", PageLocation::batch("0198"))
}

fn overview(frame: &Frame, report: &Report, view: &View) -> Html {
    Html::parse_document(&pages::overview(frame, report, view, &|_| None))
}

fn clusters(frame: &Frame, report: &Report, view: &View) -> Html {
    Html::parse_document(&pages::clusters(frame, report, view))
}

/// A report with `n` submissions that are not copies of each other, and these pairs: (left, right, suspicion), best
/// first.
pub(crate) fn class(n: u32, pairs: &[(u32, u32, f64)]) -> Report {
    let mut report = Sample::new().report();
    let own = report.submissions[0].clone();
    report.submissions = (1..=n)
        .map(|id| chaffinch_report::Submission { id, name: format!("p{id:04}"), ..own.clone() })
        .collect();
    let first = report.pairs[0].clone();
    report.pairs = pairs
        .iter()
        .zip(1..)
        .map(|(&(left, right, suspicion), rank)| Pair {
            id: PairId { left, right },
            rank,
            left: format!("p{left:04}"),
            right: format!("p{right:04}"),
            suspicion,
            expect: None,
            matches: None,
            why: None,
            ..first.clone()
        })
        .collect();
    report.verified_pairs = pairs.len() as u64;
    report.settings.background = chaffinch_report::Background::default();
    report.clusters.clear();
    report.duplicates.clear();
    report.skipped.clear();
    report
}

/// Makes all submissions members of one cluster with these links.
pub(super) fn clustered(n: u32, links: &[(u32, u32, f64)]) -> Report {
    let mut report = class(n, &links[..links.len().min(250)]);
    report.clusters = vec![Cluster {
        between: Vec::new(),
        submissions: report.submissions.iter().map(|submission| submission.name.clone()).collect(),
        similarity: 0.8,
        expect: None,
        suspicion: links[0].2,
        links: links
            .iter()
            .map(|&(left, right, suspicion)| ClusterLink {
                id: PairId { left, right },
                expect: None,
                suspicion,
            })
            .collect(),
    }];
    report
}

/// Returns a report with expect values: 1 at a suspicion of 10 bits, and a hundredth at 100.
pub(crate) fn expecting(mut report: Report) -> Report {
    let expect = |suspicion: f64| Some(100.0 / suspicion.powi(2));
    for pair in &mut report.pairs {
        pair.expect = expect(pair.suspicion);
        pair.named = pair.expect <= Some(1.0);
    }
    for cluster in &mut report.clusters {
        cluster.expect = expect(cluster.suspicion);
        for link in &mut cluster.links {
            link.expect = expect(link.suspicion);
        }
    }
    report.settings.cutoff_expect = Some(1.0);
    let distribution = &mut report.distribution;
    distribution.pairs = 1770;
    let bars = [(1770.0, 100.0, 1500), (100.0, 1.0, 110), (1.0, 0.01, 4), (0.01, 0.0, 1)];
    distribution.chance = Some(Chance {
        submissions: 50,
        expected_at_cutoff: Some(1.0),
        tail: Tail { from: 9.0, rate: 1.0, share: 0.1 },
        bars: bars.map(|(to, from, pairs)| ExpectBar { from, to, pairs }).into(),
    });
    report
}

#[test]
fn the_verdict_accounts_for_chance() {
    let verdicts = |report: &Report| texts(&overview(&service(), report, &View::default()), "p.verdict");
    let verdict = |pairs: &[(u32, u32, f64)]| verdicts(&expecting(class(60, pairs))).concat();
    let calm = verdict(&[(1, 2, 3.0)]);
    assert!(calm.starts_with("Nothing unusual. No pair in this class is unlikely by chance."), "{calm}");
    assert!(
        calm.contains("Without any copying, 11 pairs as strong as the strongest one would be expected."),
        "{calm}"
    );
    assert!(verdict(&[]).starts_with("Nothing unusual."));
    // As many as expected of people who worked alone.
    let like_chance = verdict(&[(1, 2, 13.0), (3, 4, 12.0), (5, 6, 11.0)]);
    assert_eq!(
        like_chance,
        "Found: 3 pairs unlikely by chance. Without any copying, about 1 would be expected. A number this small could be coincidence."
    );
    // One of them is beyond chance.
    let unusual = verdict(&[(1, 2, 130.0), (3, 4, 12.0), (5, 6, 11.0)]);
    assert_eq!(
        unusual,
        "Found: 1 pair beyond chance, 2 pairs unlikely by chance. Without any copying, about 1 would be expected."
    );
    assert!(verdict(&[(1, 2, 130.0)]).starts_with("Found: 1 pair beyond chance."));
    // Small classes have no expect values.
    let small = |pairs: &[(u32, u32, f64)]| {
        let mut report = class(4, pairs);
        report.distribution.chance = None;
        verdicts(&report).concat()
    };
    assert!(small(&[(1, 2, 3.0)]).contains("too small to tell"));
    assert!(
        small(&[(1, 2, 30.0)]).starts_with("Found: 1 pair at or above the cut-off. The class is too small")
    );
    // Another shortest match has no expect values either, however large the class is.
    let unmeasured = |pairs: &[(u32, u32, f64)]| {
        let mut report = class(60, pairs);
        report.distribution.chance = None;
        report.settings.expect_reason = Some(NoExpectReason::MatchLength);
        verdicts(&report).concat()
    };
    for pairs in [&[(1, 2, 3.0)][..], &[(1, 2, 30.0)]] {
        let verdict = unmeasured(pairs);
        assert!(verdict.contains("another shortest match than usual"), "{verdict}");
        assert!(!verdict.contains("too small"), "{verdict}");
    }
    // Too short to judge.
    let mut report = class(3, &[]);
    for submission in &mut report.submissions {
        submission.too_short = true;
    }
    assert!(verdicts(&report)[0].starts_with("No result."));
}

#[test]
fn earlier_submissions_have_their_own_count() {
    let with_archive = |pairs: &[(u32, u32, f64)]| {
        let mut report = expecting(class(60, pairs));
        report.submissions[59].archive =
            Some(chaffinch_report::Archive { name: "2024".to_owned(), year: None, reference: None });
        texts(&overview(&service(), &report, &View::default()), "p.verdict")
    };
    let both = with_archive(&[(1, 60, 130.0), (2, 60, 70.0), (3, 4, 50.0), (5, 6, 40.0)]);
    assert!(
        both[0].starts_with(
            "Found: 2 pairs unlikely by chance, 1 pair with earlier submissions beyond chance, 1 pair with earlier \
             submissions unlikely by chance."
        ),
        "{both:?}"
    );
    let none = with_archive(&[(3, 4, 3.0)]);
    assert!(none[0].contains("No pair with earlier submissions is unlikely by chance."), "{none:?}");
}

/// What a pair is called does not depend on the page, and agrees with the headline.
#[test]
fn one_scale_of_words_is_used_for_pairs_and_cases() {
    let links = [(1, 2, 130.0), (2, 3, 40.0), (3, 4, 12.0)];
    let mut report = expecting(clustered(4, &links));
    let weak = Pair {
        id: PairId { left: 1, right: 4 },
        rank: 4,
        suspicion: 5.0,
        expect: Some(4.0),
        named: false,
        ..report.pairs[0].clone()
    };
    report.pairs.push(weak);
    let page = overview(&service(), &report, &View::default());
    let levels = texts(&page, "table.pairs td.scale");
    assert_eq!(levels, ["beyond chance", "unlikely by chance", "unlikely by chance", "could be coincidence"]);
    let chips = texts(&page, "table.clusters .level");
    assert_eq!(chips, ["beyond chance"]);
    assert_eq!(texts(&page, "table.pairs tbody td:nth-child(4)"), ["0.006", "0.06", "0.7", "4"]);
}

/// A class in which much was found names weaker pairs than others, and a cut-off that somebody chose is no verdict.
#[test]
fn a_named_pair_is_never_called_a_coincidence() {
    let mut report = expecting(class(60, &[(1, 2, 130.0), (3, 4, 5.0)]));
    let levels = |report: &Report| {
        let page = overview(&service(), report, &View::default());
        (texts(&page, "table.pairs td.scale"), texts(&page, "p.verdict").concat())
    };
    report.settings.cutoff_expect = Some(4.0);
    report.pairs[1].named = true;
    report.settings.cutoff_rate = Some(0.05);
    let (by_rate, sentence) = levels(&report);
    assert_eq!(by_rate, ["beyond chance", "unlikely by chance"]);
    assert!(sentence.contains("Without any copying, about 4 would be expected."), "{sentence}");
    report.settings.cutoff_rate = None;
    let (chosen, sentence) = levels(&report);
    assert_eq!(chosen, ["beyond chance", "above the cut-off"]);
    assert!(
        sentence.starts_with("Found: 1 pair beyond chance. Without any copying, about 1 would be expected."),
        "{sentence}"
    );
}

#[test]
fn the_list_sorts_filters_and_links_without_a_script() {
    let mut report = class(6, &[(1, 2, 30.0), (1, 3, 12.0), (4, 5, 11.0), (2, 6, 3.0)]);
    report.submissions[5].archive =
        Some(chaffinch_report::Archive { name: "old & gone".to_owned(), year: None, reference: None });
    report.submissions[3].files[0].language = "java".to_owned();
    report.submissions[4].files[0].language = "java".to_owned();
    let ranks =
        |view: &View| texts(&overview(&service(), &report, view), "table.pairs tbody td:nth-child(3)");
    let sorted = |sort, order| View { sort: Some(sort), order, ..View::default() };
    assert_eq!(ranks(&View::default()), ["1", "2", "3", "4"]);
    assert_eq!(ranks(&sorted(Column::Suspicion, None)), ["1", "2", "3", "4"]);
    assert_eq!(ranks(&sorted(Column::Suspicion, Some(Order::Ascending))), ["4", "3", "2", "1"]);
    assert_eq!(ranks(&sorted(Column::Left, None)), ["1", "2", "4", "3"]);
    let with = |change: fn(&mut View)| {
        let mut view = View::default();
        change(&mut view);
        ranks(&view)
    };
    assert_eq!(with(|view| view.q = " P0002 ".to_owned()), ["1", "4"]);
    assert_eq!(with(|view| view.language = "java".to_owned()), ["3"]);
    assert_eq!(with(|view| view.archive = View::ANY_ARCHIVE.to_owned()), ["4"]);
    assert_eq!(with(|view| view.archive = "old & gone".to_owned()), ["4"]);
    assert_eq!(with(|view| view.archive = View::THIS_CLASS.to_owned()), ["1", "2", "3"]);
    assert!(with(|view| view.q = "nobody".to_owned()).is_empty());

    // Links keep everything else of the view. A second click reverses the order.
    let view = View { q: "p&<0".to_owned(), ..sorted(Column::Lines, None) };
    let page = overview(&service(), &report, &view);
    let links: Vec<_> =
        select(&page, "table.pairs th a.sort").into_iter().filter_map(|a| a.attr("href")).collect();
    assert!(links.is_empty(), "nothing matches");
    let page = overview(&service(), &report, &View { q: "p0".to_owned(), ..sorted(Column::Lines, None) });
    let heading = select(&page, "table.pairs th[aria-sort]");
    assert_eq!(heading.len(), 1);
    assert_eq!(heading[0].attr("aria-sort"), Some("descending"));
    let link = select(&page, "table.pairs th[aria-sort] a.sort")[0].attr("href");
    assert_eq!(link, Some("/batches/0198?sort=lines&order=ascending&q=p0"));
    // A folder has no links that need a server.
    let page = overview(&folder(), &report, &View::default());
    assert!(select(&page, "table.pairs a.sort").is_empty());
    assert!(select(&page, "form[action]").iter().all(|form| form.attr("hidden").is_some()));
}

#[test]
fn values_in_addresses_are_read_leniently() {
    let view = |query: &str| serde_json::from_str::<View>(query).unwrap();
    assert_eq!(view("{}"), View::default());
    let read = view(r#"{"sort": "left-share", "order": "ascending", "cutoff": " 7.5 "}"#);
    assert_eq!(
        (read.sort, read.order, read.cutoff),
        (Some(Column::LeftShare), Some(Order::Ascending), Some(7.5))
    );
    assert_eq!(view(r#"{"sort": "", "order": "up", "cutoff": ""}"#), View::default());
    let report = class(3, &[(1, 2, 30.0)]);
    for cutoff in [f64::NAN, f64::INFINITY, -1.0, 0.0] {
        let page = overview(&service(), &report, &View { cutoff: Some(cutoff), ..View::default() });
        assert_eq!(select(&page, "#cutoff")[0].attr("value"), Some("10"));
    }
}

#[test]
fn another_cutoff_needs_no_revision() {
    let links = [(1, 2, 90.0), (3, 4, 40.0), (2, 3, 12.0)];
    let report = clustered(4, &links);
    let at = |cutoff: Option<f64>| View { cutoff, ..View::default() };
    let cases =
        |view: &View| texts(&overview(&service(), &report, view), "table.clusters tbody td:nth-child(2)");
    assert_eq!(cases(&at(None)), ["p0001, p0002, p0003, p0004"]);
    assert_eq!(cases(&at(Some(13.0))), ["p0001, p0002", "p0003, p0004"]);
    assert_eq!(cases(&at(Some(50.0))), ["p0001, p0002"]);
    assert!(cases(&at(Some(500.0))).is_empty());
    let page = overview(&service(), &report, &at(Some(13.0)));
    assert_eq!(text(select(&page, "[data-above]")[0]), "2");
    assert!(text(select(&page, ".cutoff-control")[0]).contains("The cut-off of the report is suspicion 10"));
    let case = select(&page, "table.clusters tbody th a")[1].attr("href").unwrap();
    assert_eq!(case, "/batches/0198/clusters?cutoff=13#c-2");
    let page = clusters(&service(), &report, &at(Some(13.0)));
    assert_eq!(select(&page, "table.twos tbody tr").len(), 2);
    assert_eq!(texts(&page, "tr[id=c-2] .name"), ["p0003", "p0004"]);
    assert!(select(&page, "section.cluster, table.twos td:nth-child(9)").is_empty());
}

#[test]
fn who_is_between_two_clusters_is_named_in_both() {
    let report = clustered(4, &[(1, 2, 90.0), (3, 4, 40.0), (2, 3, 12.0)]);
    let page = clusters(&service(), &report, &View { cutoff: Some(11.0), ..View::default() });
    assert_eq!(select(&page, "table.twos tbody tr").len(), 2);
    let between = texts(&page, "table.twos td:nth-child(9)");
    assert_eq!(
        between,
        ["p0002: Cluster 2, 1 pair (suspicion 12.0)", "p0003: Cluster 1, 1 pair (suspicion 12.0)"]
    );
    let to = select(&page, "tr[id=c-1] td:nth-child(9) a")[0].attr("href");
    assert_eq!(to, Some("/batches/0198/clusters?cutoff=11#c-2"));
}

#[test]
fn another_cutoff_may_be_an_expect_value() {
    let report = expecting(clustered(4, &[(1, 2, 90.0), (3, 4, 40.0), (2, 3, 12.0)]));
    let at = |cutoff: Option<f64>| View { cutoff, ..View::default() };
    let cases =
        |view: &View| texts(&overview(&service(), &report, view), "table.clusters tbody td:nth-child(2)");
    assert_eq!(cases(&at(None)), ["p0001, p0002, p0003, p0004"]);
    assert_eq!(cases(&at(Some(0.1))), ["p0001, p0002", "p0003, p0004"]);
    assert!(cases(&at(Some(0.001))).is_empty());
    let page = overview(&service(), &report, &at(Some(0.1)));
    assert_eq!(text(select(&page, "[data-above]")[0]), "2");
    assert_eq!(text(select(&page, "[data-expected]")[0]), "about 0.1");
    assert!(
        text(select(&page, ".cutoff-control")[0])
            .contains("The cut-off of the report is 1 expected by chance")
    );
    assert_eq!(select(&page, "#cutoff")[0].attr("data-unit"), Some("expect"));
}

#[test]
fn expected_numbers_stay_with_a_cutoff_in_bits() {
    let mut report = expecting(clustered(4, &[(1, 2, 90.0), (3, 4, 40.0), (2, 3, 12.0)]));
    report.settings.cutoff_expect = None;
    let page = overview(&service(), &report, &View::default());
    let headings = texts(&page, "table.pairs th .sort");
    assert!(headings.contains(&"Expected by chance".to_owned()), "{headings:?}");
    assert!(texts(&page, "table.clusters th").iter().any(|text| text.starts_with("Expected by chance")));
    // The cut-off itself is in bits, as it was set.
    assert_eq!(select(&page, "#cutoff")[0].attr("data-unit"), Some("suspicion"));
    let scores: Vec<_> =
        select(&page, "tr[data-judged]").iter().filter_map(|row| row.attr("data-score")).collect();
    assert_eq!(scores[0], ((90_f64.log2() * 1e4).round() / 1e4).to_string());
    let page = clusters(&service(), &report, &View::default());
    assert!(text(select(&page, "table.links thead")[0]).contains("Expected by chance"));
}

#[test]
fn a_class_without_expected_numbers_says_why() {
    let said = |report: &Report| text(select(&overview(&service(), report, &View::default()), "main")[0]);
    let report = clustered(4, &[(1, 2, 90.0), (3, 4, 40.0)]);
    assert_eq!(said(&report).matches("at least ten people").count(), 2, "at the slider and in the settings");
    assert_eq!(said(&expecting(report)).matches("at least ten people").count(), 0);
}

#[test]
fn a_case_shows_what_the_service_knows_of_it() {
    let report = clustered(3, &[(1, 2, 90.0), (2, 3, 40.0)]);
    let marks = |members: &[u32]| {
        let open = || CaseLink { status: "no case".to_owned(), href: None, open: Some("/cases".to_owned()) };
        let confirmed =
            || CaseLink { status: "confirmed <b>".to_owned(), href: Some("/cases/7".to_owned()), open: None };
        Some(if members == [2, 3] { open() } else { confirmed() })
    };
    let page = Html::parse_document(&pages::overview(&service(), &report, &View::default(), &marks));
    assert_eq!(texts(&page, "table.pairs tbody td:last-child"), ["confirmed <b>", "–"]);
    let mark = select(&page, "table.clusters tbody td:last-child a")[0];
    assert_eq!((text(mark).as_str(), mark.attr("href")), ("confirmed <b>", Some("/cases/7")));
}

#[test]
fn pairs_with_staff_are_listed_separately_and_not_counted() {
    let mut report = class(4, &[(1, 2, 50.0), (3, 4, 3.0)]);
    report.submissions[1].staff = true;
    let page = overview(&service(), &report, &View::default());
    assert!(text(select(&page, "p.verdict")[0]).starts_with(
        "Nothing unusual. No pair in this class reaches the cut-off (suspicion 10). The strongest pair has a suspicion of 3.0."
    ));
    assert!(select(&page, "table.clusters").is_empty());
    let tables = select(&page, "table.pairs");
    assert_eq!(tables.len(), 2);
    assert!(text(tables[1]).starts_with("Pairs with staff submissions"));
    assert_eq!(texts(&page, "table.pairs tr[data-judged] td:nth-child(3)"), ["2"]);
}

#[test]
fn every_question_mark_has_its_sentence() {
    let report = Sample::new().report();
    for frame in [folder(), service()] {
        let submissions = Html::parse_document(&pages::submissions(&frame, &report, 1));
        let shown = [
            overview(&frame, &report, &View::default()),
            clusters(&frame, &report, &View::default()),
            submissions,
        ];
        for page in shown {
            let marks = select(&page, "button.why");
            assert!(!marks.is_empty());
            for mark in marks {
                let id = mark.attr("popovertarget").unwrap();
                let sentence = select(&page, &format!("[popover][id=\"{id}\"]"));
                assert_eq!(sentence.len(), 1, "{id}");
                assert!(text(sentence[0]).ends_with('.') && mark.attr("aria-label").is_some(), "{id}");
            }
            // The guide is linked from every page.
            assert_eq!(select(&page, "a.guide-link").len(), 1);
        }
    }
}

#[test]
fn the_timeline_shows_the_order_if_times_are_known() {
    let mut report = clustered(5, &[(1, 2, 90.0), (2, 3, 40.0), (3, 4, 30.0), (4, 5, 20.0)]);
    // Other time zones, one moment before another, a text that is not a time, an author with two attempts.
    let times =
        ["2026-03-02T10:00:00Z", "2026-03-02T10:30:00+01:00", "2026-03-01T23:00:00-05:00", "soon", ""];
    for (submission, time) in report.submissions.iter_mut().zip(times) {
        submission.submitted_at = (!time.is_empty()).then(|| time.to_owned());
    }
    for (at, attempt) in [(1, 2), (2, 1)] {
        report.submissions[at].author = Some("Z <i>".to_owned());
        report.submissions[at].attempt = Some(attempt);
    }
    let page = clusters(&folder(), &report, &View::default());
    assert_eq!(texts(&page, "table.times tbody td:nth-child(2)"), ["p0003", "p0002", "p0001"]);
    assert_eq!(
        texts(&page, "table.times tbody th"),
        ["2026-03-02 04:00:00 UTC first", "2026-03-02 09:30:00 UTC", "2026-03-02 10:00:00 UTC"]
    );
    assert!(text(select(&page, "table.times caption")[0]).contains("The times of 2 members are unknown"));
    // Two authors; the attempts of one are joined, and the earliest is marked in words.
    assert_eq!(select(&page, ".timeline .lane").len(), 2);
    let joined = select(&page, ".timeline .attempts");
    assert_eq!(joined.len(), 1);
    let first = select(&page, ".timeline .node.first");
    assert_eq!((first.len(), text(first[0]).contains("first")), (1, true));
    let x = |element: &ElementRef, name: &str| element.attr(name).unwrap().parse::<f64>().unwrap();
    assert!(x(&joined[0], "x1") < x(&joined[0], "x2"));
}

/// 2,000 submissions, 10,000 listed pairs, clusters of every size: each page stays below 1 MB.
#[test]
fn a_large_batch_has_small_pages() {
    let pairs: Vec<(u32, u32, f64)> =
        (0..10_000_u32).map(|at| (1 + at % 1_999, 2_000, 500.0 - f64::from(at) / 25.0)).collect();
    let mut report = clustered(2_000, &pairs);
    let first = report.pairs[0].clone();
    report.pairs = (1..).zip(&pairs).map(|(rank, _)| Pair { rank, ..first.clone() }).collect();
    let pair = |from: u32| (from..from + 2).map(|id| format!("p{id:04}")).collect();
    report.clusters.extend((0..400).map(|at| Cluster {
        between: Vec::new(),
        submissions: pair(1 + 2 * at),
        similarity: 1.0,
        expect: None,
        suspicion: 20.0,
        links: Vec::new(),
    }));
    let views = [
        View::default(),
        View::page(2),
        View { sort: Some(Column::Lines), q: "p".to_owned(), ..View::page(40) },
    ];
    for view in views {
        let html = pages::overview(&service(), &report, &view, &|_| None);
        assert!(html.len() < 1_000_000, "{view:?}: {}", html.len());
    }
    let count = pages::clusters_pages(&report, &View::default());
    assert!((4..8).contains(&count), "{count}");
    for page in [1, 2, count] {
        let html = pages::clusters(&service(), &report, &View::page(page));
        assert!(html.len() < 1_000_000, "clusters {page}: {}", html.len());
    }
}

/// Forty clusters of fifty, each with more links than are drawn: pages contain as many as fit.
#[test]
fn pages_of_large_clusters_stay_small_and_hold_every_cluster_once() {
    let mut report = class(2_000, &[(1, 2, 90.0)]);
    report.clusters = (0..40_u32)
        .map(|at| {
            let ids = || 50 * at + 1..=50 * at + 50;
            let pairs =
                ids().flat_map(|left| (left + 1..=50 * at + 50).map(move |right| PairId { left, right }));
            Cluster {
                between: Vec::new(),
                submissions: ids().map(|id| format!("p{id:04}")).collect(),
                similarity: 0.5,
                expect: None,
                suspicion: 100.0,
                links: pairs.take(250).map(|id| ClusterLink { id, expect: None, suspicion: 100.0 }).collect(),
            }
        })
        .collect();
    let mut seen = Vec::new();
    for page in 1..=pages::clusters_pages(&report, &View::default()) {
        let html = pages::clusters(&service(), &report, &View::page(page));
        assert!(html.len() < 600_000, "{page}: {}", html.len());
        let document = Html::parse_document(&html);
        seen.extend(
            select(&document, "section.cluster h2")
                .into_iter()
                .filter_map(|title| title.attr("id").map(str::to_owned)),
        );
        // The overview links to the place of a case.
        let overview = overview(&service(), &report, &View::default());
        for link in select(&overview, "table.clusters tbody th a") {
            let (address, id) = link.attr("href").unwrap().split_once('#').unwrap();
            let here = if page == 1 { "/clusters".to_owned() } else { format!("/clusters?page={page}") };
            assert_eq!(
                address.ends_with(&here),
                !select(&document, &format!("[id=\"{id}\"]")).is_empty(),
                "{address}#{id}"
            );
        }
    }
    let all: Vec<String> = (1..=40).map(|number| format!("c-{number}")).collect();
    assert_eq!(seen, all);
}

/// What the search of archives could not read, and a repair of their index, are said on the first page.
#[test]
fn damage_to_the_index_of_archives_is_said() {
    let archive = ArchiveState {
        id: "0199".to_owned(),
        name: "2024".to_owned(),
        year: None,
        reference: None,
        state: 1,
        submissions: 20,
        compared: 0,
        index_rebuilt: None,
        damaged_files: 0,
        frequent_fingerprints: 0,
        left_out: 0,
    };
    let mut report = class(2, &[]);
    let notices =
        |report: &Report| texts(&overview(&service(), report, &View::default()), "main > .notice").concat();
    report.settings.archives = vec![archive.clone()];
    assert_eq!(notices(&report), "");
    report.settings.archives[0].damaged_files = 2;
    assert!(notices(&report).starts_with("2 files in the archive 2024 could not be searched"));
    report.settings.archives[0] = ArchiveState { left_out: 3, ..archive.clone() };
    assert!(notices(&report).starts_with("3 submissions of the archive 2024 were not compared"));
    let index_rebuilt = Some("2026-11-25T18:55:00Z".to_owned());
    report.settings.archives[0] = ArchiveState { index_rebuilt, ..archive };
    assert!(notices(&report).contains("rebuilt at 2026-11-25T18:55:00Z, before the archives were searched"));
}

/// Archives are searched by stored fingerprints, whatever length was chosen.
#[test]
fn shorter_passages_may_be_missed_in_archives() {
    let mut report = class(4, &[]);
    let page = |report: &Report| texts(&overview(&service(), report, &View::default()), "body").concat();
    let sentence = "A shared passage of fewer than 31 tokens may be missed there.";
    assert!(!page(&report).contains(sentence));
    report.settings.archive_guarantee = Some(31);
    assert!(page(&report).contains(sentence));
}

/// Sentences that say that everything was compared are there only if it was.
#[test]
fn what_was_not_compared_is_said() {
    let mut report = class(4, &[]);
    report.settings.schemes[0].guarantee = Some(9);
    report.settings.screening = Screening { max_postings: 512, frequent_fingerprints: 0, all_verified: true };
    let page = |report: &Report| texts(&overview(&service(), report, &View::default()), "body").concat();
    let found = "Every shared run of at least 9 tokens is found.";
    let none = "No two submissions share a passage";
    let of_all = "6 pairs compared, 0 token by token";
    let all = page(&report);
    for sentence in
        [found, none, of_all, "All pairs with a fingerprint in common were compared token by token."]
    {
        assert!(all.contains(sentence), "{sentence}");
    }
    report.settings.schemes[0].guarantee = None;
    report.settings.screening =
        Screening { max_postings: 512, frequent_fingerprints: 36, all_verified: false };
    let some = page(&report);
    for sentence in [
        "0 of 6 pairs compared token by token",
        "There are no pairs to list.",
        "Not all such pairs were compared token by token",
        "36 fingerprints are in more than 512 submissions each. They were not looked up.",
        "Other pairs have fingerprints in common too.",
    ] {
        assert!(some.contains(sentence), "{sentence}");
    }
    for sentence in [found, none, of_all] {
        assert!(!some.contains(sentence), "{sentence}");
    }
}

/// Fingerprints that are too frequent in archives are not looked up, and the settings say so.
#[test]
fn what_the_archives_have_too_often_is_said() {
    let mut report = class(2, &[]);
    let archive = |frequent_fingerprints: u64| ArchiveState {
        id: "0199".to_owned(),
        name: "2024".to_owned(),
        year: None,
        reference: None,
        state: 1,
        submissions: 20_000,
        compared: 0,
        index_rebuilt: None,
        damaged_files: 0,
        frequent_fingerprints,
        left_out: 0,
    };
    let sentence = "3 fingerprints of this class are in more than 1,000 archived files each.";
    for (frequent, is_said) in [(0, false), (3, true)] {
        report.settings.archives = vec![archive(frequent)];
        let page = texts(&overview(&service(), &report, &View::default()), "body").concat();
        assert_eq!(page.contains(sentence), is_said);
    }
}
