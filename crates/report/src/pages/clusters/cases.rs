//! Cases: groups of submissions that are linked at a cut-off, with the pairs that link them.
//!
//! At the report's own cut-off they are its clusters. At another cut-off they are made of the pairs that the report
//! contains: all stored links of its clusters, and all listed pairs.

use std::collections::BTreeMap;

use crate::model::{ClusterLink, PairId, Report};
use crate::pages::shared::{SubmissionsByName, has_staff};

/// Submissions that should be examined together.
#[derive(Debug, Clone, PartialEq)]
pub(in crate::pages) struct Case {
    /// Their ids, ascending.
    pub(in crate::pages) members: Vec<u32>,
    /// Known pairs at or above the cut-off between them, strongest first.
    pub(in crate::pages) links: Vec<ClusterLink>,
    /// Their largest suspicion.
    pub(in crate::pages) suspicion: f64,
    /// Mean similarity of the pairs that link them; unknown at a cut-off other than the report's.
    pub(in crate::pages) similarity: Option<f64>,
}

/// Returns all cases at a cut-off, largest suspicion first.
pub(in crate::pages) fn cases(report: &Report, cutoff: f64) -> Vec<Case> {
    let links = links(report, cutoff);
    if cutoff.total_cmp(&report.settings.cutoff).is_eq() {
        return of_clusters(report, &links);
    }
    let mut sets: Vec<u32> = (0..=report.submissions.len() as u32).collect();
    for link in &links {
        let (left, right) = (root(&mut sets, link.id.left), root(&mut sets, link.id.right));
        sets[left.max(right) as usize] = left.min(right);
    }
    let mut found: BTreeMap<u32, Case> = BTreeMap::new();
    for id in 1..=report.submissions.len() as u32 {
        let empty = || Case { members: Vec::new(), links: Vec::new(), suspicion: 0.0, similarity: None };
        found.entry(root(&mut sets, id)).or_insert_with(empty).members.push(id);
    }
    for link in links {
        if let Some(case) = found.get_mut(&root(&mut sets, link.id.left)) {
            case.suspicion = case.suspicion.max(link.suspicion);
            case.links.push(link);
        }
    }
    let mut cases: Vec<Case> = found.into_values().filter(|case| 2 <= case.members.len()).collect();
    cases.sort_by(|a, b| b.suspicion.total_cmp(&a.suspicion).then_with(|| a.members.cmp(&b.members)));
    cases
}

fn of_clusters(report: &Report, links: &[ClusterLink]) -> Vec<Case> {
    let names = SubmissionsByName::of(report);
    let mut cases: Vec<Case> = report
        .clusters
        .iter()
        .map(|cluster| Case {
            members: names.ids(&cluster.submissions),
            links: Vec::new(),
            suspicion: cluster.suspicion,
            similarity: Some(cluster.similarity),
        })
        .collect();
    let number = numbers(&cases, report.submissions.len());
    for link in links {
        // Clusters are disjoint: the right side is in the same cluster as the left one.
        if let Some(at) = number.get(link.id.left as usize).copied().flatten() {
            cases[at].links.push(*link);
        }
    }
    cases
}

/// Returns the index of each submission's case, by id.
pub(in crate::pages) fn numbers(cases: &[Case], submissions: usize) -> Vec<Option<usize>> {
    let mut number = vec![None; submissions + 1];
    for (at, case) in cases.iter().enumerate() {
        for &id in &case.members {
            if let Some(slot) = number.get_mut(id as usize) {
                *slot = Some(at);
            }
        }
    }
    number
}

/// Returns the known pairs at or above a cut-off between submissions of the report, strongest first, each once.
fn links(report: &Report, cutoff: f64) -> Vec<ClusterLink> {
    let judged = report.pairs.iter().filter(|pair| !pair.too_short && !has_staff(report, pair));
    let listed = judged.map(|pair| (pair.id, pair.suspicion));
    let linking = report.clusters.iter().flat_map(|cluster| &cluster.links);
    let known: BTreeMap<PairId, f64> = linking.map(|link| (link.id, link.suspicion)).chain(listed).collect();
    let is_there = |id: u32| report.submission(id).is_some();
    let mut links: Vec<ClusterLink> = known
        .into_iter()
        .filter(|(id, suspicion)| cutoff <= *suspicion && is_there(id.left) && is_there(id.right))
        .map(|(id, suspicion)| ClusterLink { id, suspicion })
        .collect();
    links.sort_by(|a, b| b.suspicion.total_cmp(&a.suspicion).then(a.id.cmp(&b.id)));
    links
}

fn root(sets: &mut [u32], mut id: u32) -> u32 {
    while sets[id as usize] != id {
        let above = sets[sets[id as usize] as usize];
        sets[id as usize] = above;
        id = above;
    }
    id
}
