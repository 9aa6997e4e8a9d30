//! The work of the child process: clusters the sets in its folder with the `corpus` crate and finds the strongest link
//! of each.

use std::io;
use std::path::Path;

use chaffinch_corpus::{
    ClusterSettings, DocumentSource, Link, LinkKind, Measure, NoProgress, Overlap, Policy, Resources, Run,
};
use serde::{Deserialize, Serialize};

use super::COMMON_LIMIT;
use crate::folder::{self, ChildLimits};

/// Share of its memory limit with which the child plans its run, as numerator and denominator.
const PLANNED: (u64, u64) = (3, 4);

/// How a submission belongs to its cluster.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub enum Kinship {
    /// It is alone in its cluster.
    Single,
    /// It is linked to another submission by the policy.
    Similar,
    /// Another submission has the same fingerprints.
    Same,
}

/// The place of a submission in the clusters.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub struct Placed {
    /// Position of the first submission of its cluster, counted from 0.
    pub cluster: u32,
    /// How it belongs to its cluster.
    pub kinship: Kinship,
    /// Number of its fingerprints that were compared.
    pub compared: u32,
    /// Its strongest link.
    pub strongest: Option<StrongestLink>,
}

/// The strongest link of a submission to another, by the measure of the policy. Among equally strong links it is the
/// one to the first submission.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub struct StrongestLink {
    /// Position of the other submission, counted from 0.
    pub with: u32,
    /// Number of shared fingerprints.
    pub shared: u32,
    /// Shared fingerprints divided by those of both together.
    pub resemblance: f64,
    /// Shared fingerprints divided by its own.
    pub containment: f64,
    /// Shared fingerprints divided by those of the other submission.
    pub other_containment: f64,
}

/// The answer of the child.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub(crate) struct Answer {
    /// The place of each set, in the order of the sets, and whether the set was skipped because it was too large.
    pub(crate) placed: Vec<(Placed, bool)>,
    /// Number of values left out because too many sets share them.
    pub(crate) common: u64,
}

/// Clusters the sets in a folder.
pub(crate) fn place(folder: &Path, policy: Policy, limits: ChildLimits) -> io::Result<Answer> {
    answer(folder, policy, limits).map_err(io::Error::other)
}

fn answer(folder: &Path, policy: Policy, limits: ChildLimits) -> chaffinch_corpus::Result<Answer> {
    let threads = std::thread::available_parallelism().map_or(1, std::num::NonZero::get);
    let memory = (limits.memory_bytes / PLANNED.1 * PLANNED.0).max(Resources::LEAST_MEMORY);
    let settings =
        ClusterSettings { common_limit: COMMON_LIMIT, floor: policy.threshold, ..ClusterSettings::STANDARD };
    let sources = [DocumentSource::new(&folder::features_path(folder))?];
    let resources = Resources { memory, threads };
    let run = Run::cluster(&folder.join("run"), &sources, settings, resources, &NoProgress)?;
    let clusters = run.clusters(policy)?;
    let mut placed = Vec::new();
    clusters.each(|row| {
        let skipped = row.kind == LinkKind::Skipped;
        let kinship = match row.kind {
            LinkKind::Single | LinkKind::Skipped => Kinship::Single,
            LinkKind::Similar => Kinship::Similar,
            LinkKind::ShingleEquivalent | LinkKind::LexicallyEquivalent | LinkKind::Identical => {
                Kinship::Same
            }
        };
        let own = placed.len() as u32;
        let cluster = row.cluster.map_or(own, |cluster| cluster - 1);
        placed.push((Placed { cluster, kinship, compared: row.compared, strongest: None }, skipped));
        Ok(())
    })?;
    run.each_pair(policy.threshold, |Link { left, right, overlap, kind }| {
        // Folded sets have equal fingerprints, which may all be common, so they are linked without a test.
        if kind != LinkKind::Similar || overlap.links(policy) {
            let Overlap { shared, left: of_left, right: of_right } = overlap;
            let turned = Overlap { shared, left: of_right, right: of_left };
            strengthen(&mut placed[left as usize].0, right, overlap, policy.measure);
            strengthen(&mut placed[right as usize].0, left, turned, policy.measure);
        }
        Ok(())
    })?;
    Ok(Answer { placed, common: run.figures()?.common })
}

/// Places a submission with the same sketch as an earlier one. It has no fingerprints of its own to compare.
pub(super) fn copy(placed: &mut [(Placed, bool)], first: usize, at: usize) {
    let of = placed[first].0;
    let link = |with: usize| StrongestLink {
        with: with as u32,
        shared: of.compared,
        resemblance: 1.0,
        containment: 1.0,
        other_containment: 1.0,
    };
    placed[at].0 = Placed { kinship: Kinship::Same, strongest: Some(link(first)), ..of };
    if of.kinship != Kinship::Same {
        placed[first].0 = Placed { kinship: Kinship::Same, strongest: Some(link(at)), ..of };
    }
}

/// Replaces the strongest link by the link to `with`, if this one is stronger.
fn strengthen(placed: &mut Placed, with: u32, overlap: Overlap, measure: Measure) {
    let share =
        |share: Option<chaffinch_fingerprint::Share>| share.map_or(0.0, chaffinch_fingerprint::Share::value);
    let link = StrongestLink {
        with,
        shared: overlap.shared,
        resemblance: share(overlap.resemblance()),
        containment: share(overlap.left_containment()),
        other_containment: share(overlap.right_containment()),
    };
    let strength = |link: &StrongestLink| match measure {
        Measure::Resemblance => (link.resemblance, link.shared),
        Measure::Containment => (link.containment.max(link.other_containment), link.shared),
    };
    let is_stronger = |before: &StrongestLink| {
        let ((value, shared), (old, had)) = (strength(&link), strength(before));
        value.total_cmp(&old).then(shared.cmp(&had)).then(before.with.cmp(&with)).is_gt()
    };
    if placed.strongest.as_ref().is_none_or(is_stronger) {
        placed.strongest = Some(link);
    }
}
