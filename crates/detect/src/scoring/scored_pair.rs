//! Verified pairs and their ranking.

use rayon::prelude::*;

use crate::{groups::class::Class, results::options::Cutoff};

/// A pair whose suspicion was computed.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct ScoredPair {
    pub(crate) left: u32,
    pub(crate) right: u32,
    pub(crate) suspicion: f64,
    /// How many pairs as strong as this one chance would leave; `None` if the class is too small to tell, or a side is
    /// too short to judge.
    pub(crate) expect: Option<f64>,
    pub(crate) transitive: Option<u32>,
    pub(crate) too_short: bool,
    /// Index of the pair among the candidates.
    pub(crate) candidate: u32,
}

impl ScoredPair {
    /// Returns how far the pair lies beyond the cut-off: the decimal logarithm of a quotient of expect values, or the
    /// binary logarithm of one of suspicions.
    pub(crate) fn beyond(&self, cutoff: Cutoff) -> f64 {
        match cutoff {
            Cutoff::Expect(cutoff) => {
                (cutoff.max(1e-99) / self.expect.unwrap_or(f64::INFINITY).max(1e-99)).log10()
            }
            Cutoff::Suspicion(cutoff) => (self.suspicion / cutoff.max(1e-9)).log2(),
        }
    }

    /// Returns whether the pair can be judged and is named.
    pub(crate) fn reaches(&self, cutoff: Cutoff) -> bool {
        !self.too_short
            && match cutoff {
                Cutoff::Expect(cutoff) => self.expect.is_some_and(|expect| expect <= cutoff),
                Cutoff::Suspicion(cutoff) => cutoff <= self.suspicion,
            }
    }
}

/// Verified pairs by what their sides are, each list ranked.
pub(crate) struct Ranked {
    pub(crate) students: Vec<ScoredPair>,
    pub(crate) with_staff: Vec<ScoredPair>,
    pub(crate) with_references: Vec<ScoredPair>,
}

impl Ranked {
    /// Ranks pairs.
    pub(crate) fn new(scored: Vec<ScoredPair>, class: &Class) -> Self {
        let (mut with_staff, mut students): (Vec<_>, Vec<_>) =
            scored.into_iter().partition(|pair| class.parties.has_staff((pair.left, pair.right)));
        let mut with_references: Vec<ScoredPair> =
            with_staff.extract_if(.., |pair| class.references <= pair.right as usize).collect();
        for pairs in [&mut students, &mut with_staff, &mut with_references] {
            rank(pairs);
        }
        Self { students, with_staff, with_references }
    }

    /// Returns the expect values of pairs of the first `batch` submissions that can be judged.
    pub(crate) fn judged(&self, batch: usize) -> Vec<(u32, u32, f64)> {
        let own = self.students.iter().filter(|pair| !pair.too_short && (pair.right as usize) < batch);
        own.filter_map(|pair| Some((pair.left, pair.right, pair.expect?))).collect()
    }
}

/// Sorts pairs: judged before too short, then by expect value, then by suspicion, then by name.
pub(crate) fn rank(pairs: &mut [ScoredPair]) {
    let expect = |pair: &ScoredPair| pair.expect.unwrap_or(f64::INFINITY);
    pairs.par_sort_unstable_by(|a, b| {
        a.too_short
            .cmp(&b.too_short)
            .then(expect(a).total_cmp(&expect(b)))
            .then(b.suspicion.total_cmp(&a.suspicion))
            .then((a.left, a.right).cmp(&(b.left, b.right)))
    });
}
