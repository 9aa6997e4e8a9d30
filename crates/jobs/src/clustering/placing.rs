//! What the child does: lets crate `corpus` cluster the sets in its folder, and finds each one's strongest link.

use std::io;
use std::path::Path;

use chaffinch_corpus::{Kind, Link, Measure, Overlap, Policy, Resources, Run, Settings, Source, Unheard};
use serde::{Deserialize, Serialize};

use super::COMMON_LIMIT;
use crate::folder::{self, ChildLimits};

/// Of the memory a child may hold, the share that the run may plan with.
const PLANNED: (u64, u64) = (3, 4);

/// How a submission belongs to its cluster.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub enum Kinship {
    /// It is alone.
    Single,
    /// It is linked by the policy.
    Similar,
    /// Another one has the same fingerprints.
    Same,
}

/// Where a submission belongs.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub struct Placed {
    /// The place of its cluster's first submission, counted from 0.
    pub cluster: u32,
    /// How it belongs to it.
    pub kinship: Kinship,
    /// Its fingerprints that count.
    pub compared: u32,
    /// To whom it is linked most.
    pub strongest: Option<StrongestLink>,
}

/// The link of a submission to another that is strongest by the measure that was asked for; of equally strong ones, to the
/// first.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub struct StrongestLink {
    /// Place of the other one, counted from 0.
    pub with: u32,
    /// Fingerprints of both.
    pub shared: u32,
    /// Shared ones of all that the two have.
    pub resemblance: f64,
    /// Shared ones of its own.
    pub containment: f64,
    /// Shared ones of the other's.
    pub other_containment: f64,
}

/// What the child answers.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub(crate) struct Answer {
    /// In the order the sets came; and whether it was passed over, being too large.
    pub(crate) placed: Vec<(Placed, bool)>,
    /// Values that too many share.
    pub(crate) common: u64,
}

/// Clusters the sets in a folder.
pub(crate) fn place(folder: &Path, policy: Policy, limits: ChildLimits) -> io::Result<Answer> {
    answer(folder, policy, limits).map_err(io::Error::other)
}

fn answer(folder: &Path, policy: Policy, limits: ChildLimits) -> chaffinch_corpus::Result<Answer> {
    let threads = std::thread::available_parallelism().map_or(1, std::num::NonZero::get);
    let memory = (limits.memory_bytes / PLANNED.1 * PLANNED.0).max(Resources::LEAST_MEMORY);
    let settings = Settings { common_limit: COMMON_LIMIT, floor: policy.threshold, ..Settings::STANDARD };
    let sources = [Source::new(&folder::features_path(folder))?];
    let resources = Resources { memory, threads };
    let run = Run::cluster(&folder.join("run"), &sources, settings, resources, &Unheard)?;
    let clusters = run.clusters(policy)?;
    let mut placed = Vec::new();
    clusters.each(|row| {
        let skipped = row.kind == Kind::Skipped;
        let kinship = match row.kind {
            Kind::Single | Kind::Skipped => Kinship::Single,
            Kind::Similar => Kinship::Similar,
            Kind::ShingleEquivalent | Kind::LexicallyEquivalent | Kind::Identical => Kinship::Same,
        };
        let own = placed.len() as u32;
        let cluster = row.cluster.map_or(own, |cluster| cluster - 1);
        placed.push((Placed { cluster, kinship, compared: row.compared, strongest: None }, skipped));
        Ok(())
    })?;
    run.each_pair(policy.threshold, |Link { left, right, overlap, kind }| {
        // Those that were folded have the same fingerprints, all of which may be common.
        if kind != Kind::Similar || overlap.links(policy) {
            let Overlap { shared, left: of_left, right: of_right } = overlap;
            let turned = Overlap { shared, left: of_right, right: of_left };
            strengthen(&mut placed[left as usize].0, right, overlap, policy.measure);
            strengthen(&mut placed[right as usize].0, left, turned, policy.measure);
        }
        Ok(())
    })?;
    Ok(Answer { placed, common: run.figures()?.common })
}

/// Places a submission that has the same sketch as an earlier one, and none of its own to compare.
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

/// Takes the link to `with` if none before was as strong.
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
