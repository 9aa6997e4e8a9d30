//! Cases: groups of submissions that are tied to each other at a cut-off, with the pairs that link them.
//!
//! At the report's own cut-off they are its clusters. At another cut-off they are made, in the same way, of the pairs
//! that the report contains: all stored links of its clusters, and all listed pairs.

use std::collections::{BTreeMap, HashMap, HashSet};

use chaffinch_detect::{WeightedLink, link_weight, tied_groups};
use chaffinch_report::{Cluster, ClusterLink, Cutoff, PairId, Report, Unit};

use crate::frame::Frame;
use crate::rows::SubmissionsByName;
use crate::view::View;

/// Submissions that should be examined together.
#[derive(Debug, Clone, Default, PartialEq)]
pub(crate) struct Case {
    /// Their ids, ascending.
    pub(crate) members: Vec<u32>,
    /// Known pairs at or above the cut-off between them, strongest first.
    pub(crate) links: Vec<ClusterLink>,
    /// Known pairs at or above the cut-off of a member with a submission in another case, strongest first.
    pub(crate) between: Vec<ClusterLink>,
    /// Their smallest expect value.
    pub(crate) expect: Option<f64>,
    /// Their largest suspicion.
    pub(crate) suspicion: f64,
    /// Mean similarity of the pairs that link them; unknown at a cut-off other than the report's.
    pub(crate) similarity: Option<f64>,
}

/// Returns all cases at a cut-off, strongest first.
pub(crate) fn cases(report: &Report, cutoff: Cutoff) -> Vec<Case> {
    let mut links = known_links(report, cutoff.unit);
    links.retain(|link| cutoff.reaches(link.expect, link.suspicion));
    let own = cutoff == Cutoff::from_report(report);
    if !own {
        let names = SubmissionsByName::new(report);
        let versions: HashSet<u32> =
            report.versions().flat_map(|finding| names.ids(&finding.submissions)).collect();
        links.retain(|link| ![link.id.left, link.id.right].iter().any(|side| versions.contains(side)));
    }
    let mut cases = if own { of_clusters(report) } else { of_links(&links, cutoff) };
    let number = numbers(&cases);
    for link in links {
        let [left, right] = [link.id.left, link.id.right].map(|id| number.get(&id).copied());
        match (left, right) {
            (Some(left), Some(right)) if left == right => {
                let case = &mut cases[left];
                case.suspicion = case.suspicion.max(link.suspicion);
                case.expect = [case.expect, link.expect].into_iter().flatten().reduce(f64::min);
                case.links.push(link);
            }
            _ => {
                for at in [left, right].into_iter().flatten() {
                    cases[at].between.push(link);
                }
            }
        }
    }
    if !own {
        let score = |case: &Case| cutoff.unit.strength(case.expect, case.suspicion);
        cases.sort_by(|a, b| score(b).total_cmp(&score(a)).then_with(|| a.members.cmp(&b.members)));
    }
    cases
}

/// Returns the report's clusters, in their order.
fn of_clusters(report: &Report) -> Vec<Case> {
    let names = SubmissionsByName::new(report);
    let of_cluster = |cluster: &Cluster| Case {
        members: names.ids(&cluster.submissions),
        expect: cluster.expect,
        suspicion: cluster.suspicion,
        similarity: Some(cluster.similarity),
        ..Case::default()
    };
    report.clusters.iter().map(of_cluster).collect()
}

/// Returns the groups that links at another cut-off tie.
fn of_links(links: &[ClusterLink], cutoff: Cutoff) -> Vec<Case> {
    let beyond = |link: &ClusterLink| cutoff.unit.strength(link.expect, link.suspicion) - cutoff.score();
    let weighted: Vec<WeightedLink> =
        links.iter().map(|link| (link.id.left, link.id.right, link_weight(beyond(link)))).collect();
    tied_groups(&weighted).into_iter().map(|members| Case { members, ..Case::default() }).collect()
}

/// Returns the index of each submission's case, by id.
pub(crate) fn numbers(cases: &[Case]) -> HashMap<u32, usize> {
    cases.iter().enumerate().flat_map(|(at, case)| case.members.iter().map(move |&id| (id, at))).collect()
}

/// Returns the known pairs whose strength is known in a unit, of submissions of the report, strongest first, each once.
pub(crate) fn known_links(report: &Report, unit: Unit) -> Vec<ClusterLink> {
    let judged = report.pairs.iter().filter(|pair| !pair.too_short && !report.has_staff(pair));
    let listed = judged.map(ClusterLink::from);
    let linking =
        report.clusters.iter().flat_map(|cluster| cluster.links.iter().chain(&cluster.between).copied());
    let known: BTreeMap<PairId, ClusterLink> = linking.chain(listed).map(|link| (link.id, link)).collect();
    let is_there = |id: u32| report.submission(id).is_some();
    let mut links: Vec<ClusterLink> = known
        .into_values()
        .filter(|link| unit.strength(link.expect, link.suspicion).is_finite())
        .filter(|link| is_there(link.id.left) && is_there(link.id.right))
        .collect();
    let score = |link: &ClusterLink| unit.strength(link.expect, link.suspicion);
    links.sort_by(|a, b| score(b).total_cmp(&score(a)).then(a.id.cmp(&b.id)));
    links
}

/// Clusters on one page, unless they are large.
const CLUSTERS_A_PAGE: usize = 100;
/// Members and links on a page of large clusters. Every page has at least one cluster.
const MAX_ELEMENTS_A_PAGE: usize = 1_200;
/// Links listed per cluster, strongest first.
pub(crate) const LINKS_A_CLUSTER: usize = 60;
/// Members named per cluster.
pub(crate) const MEMBERS_A_CLUSTER: usize = 200;

/// Returns the index of the first case of each page. There is one page even without cases.
pub(crate) fn page_starts(cases: &[Case]) -> Vec<usize> {
    let mut page_starts = vec![0];
    let mut parts = 0;
    for (at, case) in cases.iter().enumerate() {
        let own = case.members.len().min(MEMBERS_A_CLUSTER) + case.links.len().min(LINKS_A_CLUSTER);
        let first = *page_starts.last().expect("the first page is always there");
        if at != first && (at == first + CLUSTERS_A_PAGE || MAX_ELEMENTS_A_PAGE < parts + own) {
            page_starts.push(at);
            parts = 0;
        }
        parts += own;
    }
    page_starts
}

/// Returns the link to the case with this number on the pages of the clusters.
pub(crate) fn case_href(frame: &Frame, view: &View, page_starts: &[usize], number: usize) -> String {
    let page = page_starts.partition_point(|&start| start < number);
    let view = View { page: Some(page), cutoff: view.cutoff, ..View::default() };
    format!("{}#c-{number}", view.clusters_href(&frame.place))
}
