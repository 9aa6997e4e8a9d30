//! The work of the child process: clusters the sets in its folder with the `corpus` crate and finds the strongest link
//! of each.

use std::io;
use std::path::Path;

use chaffinch_corpus::{
    ClusterSettings, DocumentSource, Link, LinkKind, Measure, Overlap, Policy, Resources, Run,
};
use chaffinch_query::{ClusterRelation, StrongestLink};

use crate::task_folder::{self, ChildLimits, ClusterAnswer, ClusterPlacement};

/// Limit on the number of different submissions that share a fingerprint. A fingerprint above it (a licence, a
/// template, an idiom) says nothing about any of them and is left out.
pub const COMMON_LIMIT: u32 = ClusterSettings::STANDARD.common_limit;

/// Share of its memory limit with which the child plans its run, as numerator and denominator.
const PLANNED_MEMORY_SHARE: (u64, u64) = (3, 4);

/// Clusters the sets in a folder.
pub(crate) fn cluster(folder: &Path, policy: Policy, limits: ChildLimits) -> io::Result<ClusterAnswer> {
    run(folder, policy, limits).map_err(io::Error::other)
}

fn run(folder: &Path, policy: Policy, limits: ChildLimits) -> chaffinch_corpus::Result<ClusterAnswer> {
    let threads = std::thread::available_parallelism().map_or(1, std::num::NonZero::get);
    let memory =
        (limits.memory_bytes / PLANNED_MEMORY_SHARE.1 * PLANNED_MEMORY_SHARE.0).max(Resources::LEAST_MEMORY);
    let settings =
        ClusterSettings { common_limit: COMMON_LIMIT, floor: policy.threshold, ..ClusterSettings::STANDARD };
    let sources = [DocumentSource::new(&task_folder::features_path(folder))?];
    let resources = Resources { memory, threads };
    let run = Run::cluster(&folder.join("run"), &sources, settings, resources, &())?;
    let clusters = run.clusters(policy)?;
    let mut placements = Vec::new();
    clusters.each(|row| {
        let skipped = row.kind == LinkKind::Skipped;
        let relation = match row.kind {
            LinkKind::Single | LinkKind::Skipped => ClusterRelation::Single,
            LinkKind::Similar => ClusterRelation::Similar,
            LinkKind::ShingleEquivalent | LinkKind::LexicallyEquivalent | LinkKind::Identical => {
                ClusterRelation::ShingleEquivalent
            }
        };
        let own = placements.len() as u32;
        let cluster = row.cluster.map_or(own, |cluster| cluster - 1);
        placements
            .push((ClusterPlacement { cluster, relation, compared: row.compared, strongest: None }, skipped));
        Ok(())
    })?;
    run.each_pair(policy.threshold, |Link { left, right, overlap, kind }| {
        // Folded sets have equal fingerprints, which may all be common, so they are linked without a test.
        if kind != LinkKind::Similar || overlap.links(policy) {
            let Overlap { shared, left: of_left, right: of_right } = overlap;
            let reversed = Overlap { shared, left: of_right, right: of_left };
            strengthen(&mut placements[left as usize].0, right as usize, overlap, policy.measure);
            strengthen(&mut placements[right as usize].0, left as usize, reversed, policy.measure);
        }
        Ok(())
    })?;
    Ok(ClusterAnswer { placements, common: run.figures()?.common })
}

/// Replaces the strongest link by the link to `with`, if this one is stronger.
fn strengthen(placements: &mut ClusterPlacement, with: usize, overlap: Overlap, measure: Measure) {
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
    if placements.strongest.as_ref().is_none_or(is_stronger) {
        placements.strongest = Some(link);
    }
}
