//! Verified pairs and their ranking.

use rayon::prelude::*;

/// A pair whose suspicion was computed.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct ScoredPair {
    pub(crate) left: u32,
    pub(crate) right: u32,
    pub(crate) suspicion: f64,
    pub(crate) transitive: Option<u32>,
    pub(crate) too_short: bool,
}

/// Sorts pairs: judged before too short, then by suspicion, then by name.
pub(crate) fn rank(pairs: &mut [ScoredPair]) {
    pairs.par_sort_unstable_by(|a, b| {
        a.too_short
            .cmp(&b.too_short)
            .then(b.suspicion.total_cmp(&a.suspicion))
            .then((a.left, a.right).cmp(&(b.left, b.right)))
    });
}
