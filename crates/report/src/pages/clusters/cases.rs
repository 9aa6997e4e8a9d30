//! Cases: groups of submissions that are linked at a cut-off, with the pairs that link them.
//!
//! At the report's own cut-off they are its clusters. At another cut-off they are made of the pairs that the report
//! contains: all stored links of its clusters, and all listed pairs.

use std::collections::BTreeMap;

use crate::model::{ClusterLink, PairId, Report};
use crate::pages::shared::{Cutoff, SubmissionsByName, has_staff};

/// Submissions that should be examined together.
#[derive(Debug, Clone, PartialEq)]
pub(in crate::pages) struct Case {
    /// Their ids, ascending.
    pub(in crate::pages) members: Vec<u32>,
    /// Known pairs at or above the cut-off between them, strongest first.
    pub(in crate::pages) links: Vec<ClusterLink>,
    /// Their smallest expect value.
    pub(in crate::pages) expect: Option<f64>,
    /// Their largest suspicion.
    pub(in crate::pages) suspicion: f64,
    /// Mean similarity of the pairs that link them; unknown at a cut-off other than the report's.
    pub(in crate::pages) similarity: Option<f64>,
}

/// Returns all cases at a cut-off, strongest first.
pub(in crate::pages) fn cases(report: &Report, cutoff: Cutoff) -> Vec<Case> {
    let links = links(report, cutoff);
    if cutoff == Cutoff::of(report) {
        return of_clusters(report, &links);
    }
    let mut sets: Vec<u32> = (0..=report.submissions.len() as u32).collect();
    for link in &links {
        let (left, right) = (root(&mut sets, link.id.left), root(&mut sets, link.id.right));
        sets[left.max(right) as usize] = left.min(right);
    }
    let mut found: BTreeMap<u32, Case> = BTreeMap::new();
    for id in 1..=report.submissions.len() as u32 {
        let empty = || Case {
            members: Vec::new(),
            links: Vec::new(),
            expect: None,
            suspicion: 0.0,
            similarity: None,
        };
        found.entry(root(&mut sets, id)).or_insert_with(empty).members.push(id);
    }
    for link in links {
        if let Some(case) = found.get_mut(&root(&mut sets, link.id.left)) {
            case.suspicion = case.suspicion.max(link.suspicion);
            // Links are sorted: the first has the smallest.
            case.expect = case.expect.or(link.expect);
            case.links.push(link);
        }
    }
    let mut cases: Vec<Case> = found.into_values().filter(|case| 2 <= case.members.len()).collect();
    let score = |case: &Case| cutoff.unit.strength(case.expect, case.suspicion);
    cases.sort_by(|a, b| score(b).total_cmp(&score(a)).then_with(|| a.members.cmp(&b.members)));
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
            expect: cluster.expect,
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

/// Returns the known pairs that reach a cut-off, of submissions of the report, strongest first, each once.
fn links(report: &Report, cutoff: Cutoff) -> Vec<ClusterLink> {
    let judged = report.pairs.iter().filter(|pair| !pair.too_short && !has_staff(report, pair));
    let listed =
        judged.map(|pair| ClusterLink { id: pair.id, expect: pair.expect, suspicion: pair.suspicion });
    let linking = report.clusters.iter().flat_map(|cluster| cluster.links.iter().copied());
    let known: BTreeMap<PairId, ClusterLink> = linking.chain(listed).map(|link| (link.id, link)).collect();
    let is_there = |id: u32| report.submission(id).is_some();
    let mut links: Vec<ClusterLink> = known
        .into_values()
        .filter(|link| cutoff.reaches(link.expect, link.suspicion))
        .filter(|link| is_there(link.id.left) && is_there(link.id.right))
        .collect();
    let score = |link: &ClusterLink| cutoff.unit.strength(link.expect, link.suspicion);
    links.sort_by(|a, b| score(b).total_cmp(&score(a)).then(a.id.cmp(&b.id)));
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
