//! The page of the clusters: each as a picture, as a table of its links, and in the order of submission.

use askama::Template;

use super::between::{MAX_BETWEEN, MemberBetween, members_between};
use super::cases::{Case, cases, numbers};
use super::network::{Network, RADIUS};
use super::paging::{MEMBERS_A_CLUSTER, case_href, page_starts};
use super::timeline::{self, Timeline, has_times};
use crate::frame::Frame;
use crate::locale::Message;
use crate::model::{ClusterLink, Pair, PairId, Report};
use crate::pages::guide::NUMBERS;
use crate::pages::shared::{Link, NamedSubmission, PairRow, Strength, Unit, crumbs, pager, percent, render};
use crate::pages::view::View;

/// Links listed per cluster, strongest first.
const LINKS_A_CLUSTER: usize = 60;

#[derive(Template)]
#[template(path = "report/clusters.html")]
struct Clusters {
    frame: Frame,
    crumbs: Vec<Link>,
    cutoff: Message,
    unit: Unit,
    count: usize,
    cards: Vec<ClusterCard>,
    /// Whether some submission times are known.
    times: bool,
    pager: Vec<Link>,
    radius: f64,
}

struct ClusterCard {
    number: usize,
    size: usize,
    members: Vec<NamedSubmission>,
    more_members: usize,
    network: Network,
    links: Vec<LinkRow>,
    more_links: usize,
    /// Members that are linked to other clusters too.
    between: Vec<MemberBetween>,
    more_between: usize,
    timeline: Option<Timeline>,
    similarity: Option<String>,
    strength: Strength,
}

/// A row in the table of links.
struct LinkRow {
    left: NamedSubmission,
    right: NamedSubmission,
    /// `None` if the report contains no matches for the pair.
    href: Option<String>,
    strength: Strength,
    /// Columns that only listed pairs have.
    pair: Option<PairRow>,
}

/// Returns the number of pages of the clusters at a view's cut-off.
pub fn clusters_pages(report: &Report, view: &View) -> usize {
    page_starts(&cases(report, view.cutoff_of(report))).len()
}

/// Returns a page of the clusters at a view's cut-off, each with its picture, links and times.
pub fn clusters(frame: &Frame, report: &Report, view: &View) -> String {
    let cutoff = view.cutoff_of(report);
    let cases = cases(report, cutoff);
    let page = view.page_number();
    let page_starts = page_starts(&cases);
    let first = page_starts.get(page - 1).copied().unwrap_or(cases.len());
    let end = page_starts.get(page).copied().unwrap_or(cases.len());
    let mut listed: Vec<(PairId, &Pair)> = report.pairs.iter().map(|pair| (pair.id, pair)).collect();
    listed.sort_unstable_by_key(|(id, _)| *id);
    let row = |link: &ClusterLink| {
        let pair = listed.binary_search_by_key(&link.id, |(id, _)| *id).ok().map(|at| listed[at].1);
        let pair = pair.map(|pair| PairRow::new(&frame.place, pair, cutoff));
        Some(LinkRow {
            left: NamedSubmission::new(frame, report.submission(link.id.left)?),
            right: NamedSubmission::new(frame, report.submission(link.id.right)?),
            href: pair.as_ref().and_then(|pair| pair.href.clone()),
            strength: Strength::of(cutoff.unit, link.expect, link.suspicion),
            pair,
        })
    };
    let number = numbers(&cases, report.submissions.len());
    let href = |number: usize| case_href(frame, view, &page_starts, number);
    let card = |at: usize, case: &Case| {
        let mut between = members_between(frame, report, case, (at - 1, &number), cutoff.unit, &href);
        let more_between = between.len().saturating_sub(MAX_BETWEEN);
        between.truncate(MAX_BETWEEN);
        ClusterCard {
            number: at,
            size: case.members.len(),
            members: case
                .members
                .iter()
                .take(MEMBERS_A_CLUSTER)
                .filter_map(|&id| Some(NamedSubmission::new(frame, report.submission(id)?)))
                .collect(),
            more_members: case.members.len().saturating_sub(MEMBERS_A_CLUSTER),
            network: Network::of(frame, report, case, cutoff),
            links: case.links.iter().take(LINKS_A_CLUSTER).filter_map(row).collect(),
            more_links: case.links.len().saturating_sub(LINKS_A_CLUSTER),
            between,
            more_between,
            timeline: Timeline::of(frame, report, case),
            similarity: case.similarity.map(percent),
            strength: Strength::of(cutoff.unit, case.expect, case.suspicion),
        }
    };
    let title = frame.words.say("clusters").plain();
    render(&Clusters {
        frame: frame.titled(format!("{title} · {}", report.title)),
        crumbs: crumbs(frame, report, &title),
        cutoff: cutoff.named(frame.words),
        unit: cutoff.unit,
        count: cases.len(),
        cards: (first + 1..).zip(&cases[first..end]).map(|(number, case)| card(number, case)).collect(),
        times: has_times(report),
        pager: pager(page_starts.len(), page, |page| {
            View { page: Some(page), ..view.clone() }.clusters_href(&frame.place)
        }),
        radius: RADIUS,
    })
}
