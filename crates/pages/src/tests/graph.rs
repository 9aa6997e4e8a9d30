//! The graph of the class: its data has the links of the tables, and the page of the clusters around it.

use chaffinch_report::{Archive, Cluster, Pair, PairId, Report};
use scraper::{Html, Selector};

use super::overview::{class, clustered, expecting, service, texts};
use super::sample::Sample;
use crate::{self as pages, Frame, PageLocation, View};

fn folder() -> Frame {
    Frame::new("", PageLocation::Folder { up: "" })
}

fn page(report: &Report) -> String {
    pages::clusters(&folder(), report, &View::default())
}

/// Returns the values of each line of the nodes or links of a page.
fn lines<'a>(page: &'a str, which: &str) -> Vec<Vec<&'a str>> {
    let (_, rest) = page.split_once(&format!("<template data-{which}>")).expect("the page has a graph");
    let (inside, _) = rest.split_once("</template>").unwrap();
    inside.lines().filter(|line| !line.is_empty()).map(|line| line.split('\t').collect()).collect()
}

fn attribute(page: &str, selector: &str, name: &str) -> String {
    let html = Html::parse_document(page);
    let found = html.select(&Selector::parse(selector).unwrap()).next().expect("the page has the element");
    found.attr(name).unwrap().to_owned()
}

#[test]
fn the_graph_has_the_links_of_the_table() {
    let links = [(1, 2, 400.0), (2, 3, 90.0), (3, 4, 40.0), (4, 5, 12.0), (1, 3, 11.0)];
    let page = page(&clustered(5, &links));
    let html = Html::parse_document(&page);
    let nodes = lines(&page, "nodes");
    let drawn: Vec<String> = lines(&page, "links")
        .iter()
        .map(|link| {
            let name = |at: usize| nodes[link[at].parse::<usize>().unwrap()][3];
            format!("{} {} {}", name(0), name(1), link[3])
        })
        .collect();
    let cell = |column: usize| texts(&html, &format!("table.links tbody tr > :nth-child({column})"));
    let rows: Vec<String> = cell(1)
        .iter()
        .zip(cell(2))
        .zip(cell(3))
        .map(|((left, right), strength)| format!("{left} {right} {strength}"))
        .collect();
    assert_eq!(drawn, rows);
    assert_eq!(drawn.len(), links.len());
}

#[test]
fn the_graph_has_weaker_links_and_says_what_is_not_drawn() {
    let mut report = class(6, &[(1, 2, 400.0), (2, 3, 90.0), (4, 5, 3.0)]);
    for pair in &mut report.pairs {
        pair.match_count = (pair.rank == 1).then_some(1);
    }
    let shown = page(&report);
    assert_eq!(lines(&shown, "links").len(), 3);
    assert_eq!(lines(&shown, "nodes").len(), 5);
    let about = "Submissions: 3. Links: 2. Not drawn, because no link reaches the cut-off: 3.";
    assert_eq!(texts(&Html::parse_document(&shown), ".graph-about"), [about]);
    // Only a pair with matches has a page.
    let opens: Vec<&str> = lines(&shown, "links").iter().map(|link| *link.last().unwrap()).collect();
    assert_eq!(opens, ["1", "0", "0"]);
    assert_eq!(attribute(&shown, "[data-graph]", "data-pair"), "pairs/{id}.html");
    assert_eq!(attribute(&shown, "[data-graph]", "data-submission"), "submissions/{id}.html");
    // The address of a batch may end in the digits of a number.
    let frame = Frame::new("", PageLocation::batch("1-21"));
    let served = pages::overview(&frame, &report, &View::default(), &|_| None);
    assert_eq!(attribute(&served, "[data-graph]", "data-pair"), "/batches/1-21/pairs/{id}");

    // With expect values, larger is weaker.
    let expecting = page(&expecting(report));
    let scores: Vec<f64> = lines(&expecting, "links").iter().map(|link| link[2].parse().unwrap()).collect();
    assert!(scores.is_sorted_by(|a, b| a >= b), "{scores:?}");
    assert_eq!(attribute(&expecting, "[data-graph]", "data-cutoff"), "0");
}

/// 2,000 submissions with names of 200 characters and 6,000 links: the page stays small, and says what it leaves out.
#[test]
fn a_large_graph_is_a_small_page() {
    let links: Vec<(u32, u32, f64)> =
        (0..6_000).map(|at| (1 + at % 1_000, 1_001 + (at * 7 + at / 1_000) % 1_000, 90.0)).collect();
    let mut report = class(2_000, &links);
    for submission in &mut report.submissions {
        submission.name.push_str(&"x".repeat(200));
    }
    for html in [page(&report), pages::overview(&service(), &report, &View::default(), &|_| None)] {
        assert!(html.len() < 1_000_000, "{}", html.len());
        assert_eq!(lines(&html, "links").len(), 5_000);
        assert!(
            texts(&Html::parse_document(&html), ".graph-about")[0]
                .contains("1000 weaker links are not drawn")
        );
    }
}

#[test]
fn no_links_no_graph() {
    let report = class(3, &[]);
    for html in [page(&report), pages::overview(&service(), &report, &View::default(), &|_| None)] {
        assert!(!html.contains("data-graph") && !html.contains("d3-force.js"));
    }
}

#[test]
fn teams_and_archives_have_colours_and_names_stay_in_their_line() {
    let mut report = class(24, &[(1, 2, 90.0), (2, 3, 40.0), (4, 5, 30.0)]);
    let first = report.pairs[0].clone();
    report.pairs.extend((6..24).map(|left| Pair { id: PairId { left, right: 24 }, ..first.clone() }));
    for (submission, at) in report.submissions.iter_mut().zip(0..) {
        submission.team = (at > 2).then(|| format!("lab {}", at % 12));
    }
    report.submissions[0].name = format!("a\tb\n</template><b>{} 1", "x".repeat(200));
    report.submissions[1].archive =
        Some(Archive { name: "older".to_owned(), year: Some(2024), reference: None });
    let shown = page(&report);
    let nodes = lines(&shown, "nodes");
    assert_eq!(nodes.len(), 24);
    assert!(nodes.iter().all(|node| node.len() == 6), "{nodes:?}");
    assert!(nodes[0][3].starts_with("a b ") && nodes[0][3].contains('…') && !shown.contains("<b>x"));
    assert!(nodes[0][3].ends_with("xxx 1"), "names that start the same end differently: {}", nodes[0][3]);
    assert_eq!((nodes[0][1], nodes[0][4]), ("0", ""));
    assert_eq!((nodes[1][2], nodes[1][4]), ("1", "archive older (2024)"));
    assert_ne!(nodes[1][1], "0");
    // More groups than colours: the last colour is that of all others, which the legend does not name.
    let legend = texts(&Html::parse_document(&shown), ".graph-legend .group");
    assert_eq!(legend.len(), 7, "{legend:?}");
    assert!(nodes.iter().any(|node| node[1] == "8"));
}

/// The colour of a link is its level, and its width its evidence, also where the number expected by chance is the same.
#[test]
fn links_have_their_level_and_their_evidence() {
    let page = page(&expecting(class(6, &[(1, 2, 20_000.0), (2, 3, 9_000.0), (4, 5, 40.0), (5, 6, 3.0)])));
    let links = lines(&page, "links");
    let column = |at: usize| links.iter().map(|link| link[at]).collect::<Vec<_>>();
    assert_eq!(column(3)[..2], ["&#60; 0.0001"; 2]);
    assert_eq!(column(4), ["0", "0", "1", "2"]);
    assert_eq!(column(5), ["20000.0", "9000.0", "40.0", "3.0"]);
    let legend = texts(&Html::parse_document(&page), ".graph-legend .level");
    assert_eq!(legend, ["beyond chance", "unlikely by chance", "could be coincidence"]);
}

#[test]
fn clusters_of_three_and_findings_are_outlined() {
    let mut report = clustered(5, &[(1, 2, 400.0), (2, 3, 90.0), (4, 5, 40.0)]);
    report.clusters[0].submissions.truncate(3);
    let two =
        Cluster { submissions: vec!["p0004".to_owned(), "p0005".to_owned()], ..report.clusters[0].clone() };
    report.clusters.push(two);
    let outlines = |page: &str| {
        let of: Vec<String> = lines(page, "nodes").iter().map(|node| node[5].to_owned()).collect();
        (lines(page, "outlines").concat().join(" "), of.concat())
    };
    assert_eq!(outlines(&page(&report)), ("Cluster 1 clusters.html#c-1".to_owned(), "11100".to_owned()));
    let served = pages::overview(&service(), &report, &View::default(), &|_| None);
    assert_eq!(outlines(&served).0, "Cluster 1 /batches/0198/clusters#c-1");
    let versions = page(&super::findings::report());
    assert!(outlines(&versions).0.contains("Finding 1"), "{:?}", outlines(&versions));
}

#[test]
fn the_page_says_for_how_many_the_time_is_known() {
    let mut report = clustered(4, &[(1, 2, 90.0), (2, 3, 40.0), (3, 4, 30.0)]);
    let about = |report: &Report| texts(&Html::parse_document(&page(report)), ".clusters-about").remove(0);
    for submission in &mut report.submissions {
        submission.submitted_at = None;
    }
    assert!(about(&report).contains("No submission times are available"));
    report.submissions[2].submitted_at = Some("2026-03-02T10:00:00Z".to_owned());
    assert!(about(&report).contains("known for 1 of 4 submissions"), "{}", about(&report));
    for submission in &mut report.submissions {
        submission.submitted_at = Some("2026-03-02T10:00:00Z".to_owned());
    }
    assert!(!about(&report).contains("times"), "{}", about(&report));
}

#[test]
fn a_cluster_of_two_is_a_row_that_says_who_was_first() {
    let mut report = class(4, &[(1, 2, 90.0), (3, 4, 40.0)]);
    report.clusters = [(1, 2, 90.0), (3, 4, 40.0)]
        .map(|(left, right, suspicion)| Cluster {
            submissions: vec![format!("p{left:04}"), format!("p{right:04}")],
            similarity: 0.5,
            expect: None,
            suspicion,
            links: Vec::new(),
            between: Vec::new(),
        })
        .into();
    for (submission, time) in
        report.submissions.iter_mut().zip(["2026-03-02T10:00:00Z", "2026-03-02T10:30:00+01:00"])
    {
        submission.submitted_at = Some(time.to_owned());
    }
    let html = Html::parse_document(&page(&report));
    assert_eq!(texts(&html, "table.twos tbody tr").len(), 2);
    assert_eq!(texts(&html, "tr[id=c-1] .name"), ["p0001", "p0002 first"]);
    assert_eq!(texts(&html, "tr[id=c-2] .name"), ["p0003", "p0004"]);
}

#[test]
fn earlier_submissions_are_marked() {
    let page = page(&Sample::new().report());
    let archived: Vec<&str> = lines(&page, "nodes").iter().map(|node| node[2]).collect();
    assert_eq!(archived.iter().filter(|mark| **mark == "1").count(), 1);
    assert_eq!(archived.iter().filter(|mark| **mark == "0").count(), 2);
    let html = Html::parse_document(&page);
    assert_eq!(texts(&html, ".graph-legend .archive").len(), 1);
    assert_eq!(texts(&html, ".timeline").len(), 0);
}
