//! The page of the clusters: all as a graph, those of two as rows of a table, each larger one as a table of its links and
//! in the order of submission.

mod cases;
mod links;
mod timeline;

use askama::Template;
use chaffinch_report::{Level, Report, Unit};

use crate::figures::{finding_sentence, named_cutoff, percent};
use crate::frame::{Frame, ReportSection};
use crate::graph::Graph;
use crate::listing::NUMBERS;
use crate::locale::Message;
use crate::rows::{Link, NamedSubmission, Strength, crumbs, pager, render};
use crate::view::View;
use cases::{LINKS_A_CLUSTER, MEMBERS_A_CLUSTER};
use links::{ClusterOfTwo, LinkRow, LinkRows, MAX_BETWEEN, MemberBetween, members_between};
use timeline::{Timeline, known_times};

pub(crate) use cases::{Case, case_href, cases, known_links, numbers, page_starts};

#[derive(Template)]
#[template(path = "report/clusters.html")]
struct Clusters<'a> {
    frame: Frame,
    crumbs: Vec<Link>,
    cutoff: Message,
    unit: Unit,
    count: usize,
    /// Versions of one program, which are in no cluster: a sentence, and the address.
    findings: Vec<(Message, String)>,
    /// On the first page, if any pair is known.
    graph: Option<Graph>,
    /// Clusters of more than two.
    cards: Vec<ClusterCard<'a>>,
    twos: Vec<ClusterOfTwo<'a>>,
    submissions: usize,
    /// Number of submissions whose times are known.
    known_times: usize,
    pager: Vec<Link>,
}

impl Clusters<'_> {
    /// Returns whether some cluster of two is linked to another cluster.
    fn has_between(&self) -> bool {
        self.twos.iter().any(|two| !two.between.is_empty())
    }
}

struct ClusterCard<'a> {
    number: usize,
    size: usize,
    members: Vec<NamedSubmission>,
    more_members: usize,
    links: Vec<LinkRow<'a>>,
    more_links: usize,
    /// Members that are linked to other clusters too.
    between: Vec<MemberBetween>,
    more_between: usize,
    timeline: Option<Timeline<'a>>,
    similarity: Option<String>,
    strength: Strength,
    level: Level,
}

impl<'a> ClusterCard<'a> {
    fn new(rows: &LinkRows<'a>, number: usize, case: &Case, mut between: Vec<MemberBetween>) -> Self {
        let &LinkRows { frame, report, cutoff, .. } = rows;
        let more_between = between.len().saturating_sub(MAX_BETWEEN);
        between.truncate(MAX_BETWEEN);
        Self {
            number,
            size: case.members.len(),
            members: case
                .members
                .iter()
                .take(MEMBERS_A_CLUSTER)
                .filter_map(|&id| Some(NamedSubmission::new(frame, report.submission(id)?)))
                .collect(),
            more_members: case.members.len().saturating_sub(MEMBERS_A_CLUSTER),
            links: case.links.iter().take(LINKS_A_CLUSTER).filter_map(|link| rows.row(link)).collect(),
            more_links: case.links.len().saturating_sub(LINKS_A_CLUSTER),
            between,
            more_between,
            timeline: Timeline::new(frame, report, case),
            similarity: case.similarity.map(percent),
            strength: Strength::new(cutoff.shown, case.expect, case.suspicion),
            level: Level::at(case.expect, case.suspicion, cutoff),
        }
    }
}

/// Returns the number of pages of the clusters at a view's cut-off.
pub fn clusters_pages(report: &Report, view: &View) -> usize {
    page_starts(&cases(report, view.cutoff_of(report))).len()
}

/// Returns a page of the clusters at a view's cut-off, with their links and times. The first page has the graph of all.
pub fn clusters(frame: &Frame, report: &Report, view: &View) -> String {
    let cutoff = view.cutoff_of(report);
    let cases = cases(report, cutoff);
    let page = view.page_number();
    let page_starts = page_starts(&cases);
    let first = page_starts.get(page - 1).copied().unwrap_or(cases.len());
    let end = page_starts.get(page).copied().unwrap_or(cases.len());
    let rows = LinkRows::new(frame, report, cutoff);
    let number_of = numbers(&cases);
    let href = |number: usize| case_href(frame, view, &page_starts, number);
    let (mut cards, mut twos) = (Vec::new(), Vec::new());
    for (number, case) in (first + 1..).zip(&cases[first..end]) {
        let between = members_between(frame, report, case, (number - 1, &number_of), cutoff.shown, &href);
        if case.members.len() == 2 {
            twos.extend(rows.cluster_of_two(number, case, between));
        } else {
            cards.push(ClusterCard::new(&rows, number, case, between));
        }
    }
    let graph = (page == 1).then(|| Graph::new(frame, report, view, &cases, true));
    let title = frame.words.say("clusters").plain();
    render(&Clusters {
        frame: frame.titled(format!("{title} · {}", report.title)).within(ReportSection::Clusters),
        crumbs: crumbs(frame, report, &title),
        cutoff: named_cutoff(frame.words, cutoff),
        unit: cutoff.shown,
        count: cases.len(),
        findings: (report.versions())
            .map(|finding| (finding_sentence(frame.words, report, finding), frame.place.finding(finding.id)))
            .collect(),
        graph: graph.flatten(),
        cards,
        twos,
        submissions: report.class().count(),
        known_times: known_times(report),
        pager: pager(page_starts.len(), page, |page| {
            View { page: Some(page), ..view.clone() }.clusters_href(&frame.place)
        }),
    })
}
