//! A list that is ordered by matched tokens, as MOSS orders it: selects its pairs, and decides which are worth a row.
//!
//! Such an order has no end of its own. In every class, most pairs share some short passage, and without a floor they
//! fill the list even if everybody worked alone.

use std::cmp::Reverse;

use rayon::prelude::*;

use crate::alignment::batch::Batch;
use crate::alignment::tiles::{covered_tokens, tiles_of};
use crate::groups::near_identical::RESEMBLANCE;
use crate::listing::pairs::resemblance_of;
use crate::scoring::ranking::ScoredPair;
use crate::{DEFAULT_CUTOFF_EXPECT, SMALL_CLASS_CUTOFF};

#[cfg(doc)]
use crate::Pair;

/// Pairs with less suspicion than this have nothing that an unrelated pair would not have, in bits. In the labelled
/// classes, the weakest copy among the first 250 pairs has 0.33 bits, and four of ten pairs there have less than 0.3.
const MIN_SUSPICION: f64 = 0.3;

/// A run of this many tokens is worth a row even if the whole class has it, so that nothing about it is rare. Of unrelated
/// pairs in the labelled classes, one in a hundred has a run of this length, and most of these are copies without a label.
const LONG_RUN: u32 = 64;

/// The figures of a pair by which it is admitted.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct PairFigures {
    /// See [`Pair::expect`].
    pub expect: Option<f64>,
    /// See [`Pair::suspicion`].
    pub suspicion: f64,
    /// See [`Pair::too_short`].
    pub too_short: bool,
    /// See [`Pair::longest_match`].
    pub longest_match: u32,
    /// See [`Pair::resemblance`].
    pub resemblance: f64,
}

/// Decides which pairs of a class are worth a row.
///
/// Near-identical submissions always are, and so is a run of 64 tokens. Other pairs are if they have at least 0.3 bits of
/// suspicion, and some pair of the class is evidence. That is a pair at the default cut-off, which chance reaches about
/// once in a class, or, in a class too small for expect values, one with 5 bits.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Floor {
    has_evidence: bool,
}

impl Floor {
    /// Returns the floor of a class with these pairs. `has_expect` says whether the class has expect values.
    pub fn new(mut pairs: impl Iterator<Item = PairFigures>, has_expect: bool) -> Self {
        Self { has_evidence: pairs.any(|pair| pair.is_evidence(has_expect)) }
    }

    /// Returns whether a pair is worth a row.
    pub fn admits(self, pair: PairFigures) -> bool {
        let is_rare = self.has_evidence && MIN_SUSPICION <= pair.suspicion;
        pair.is_alike() || (is_rare && pair.longest_match > 0)
    }
}

impl PairFigures {
    /// Returns whether the pair can be judged, and chance hardly explains it.
    fn is_evidence(self, has_expect: bool) -> bool {
        match self.expect {
            _ if self.too_short => false,
            Some(expect) => expect <= DEFAULT_CUTOFF_EXPECT,
            None => !has_expect && SMALL_CLASS_CUTOFF <= self.suspicion,
        }
    }

    /// Returns whether much of the pair is equal, however many others have it.
    fn is_alike(self) -> bool {
        LONG_RUN <= self.longest_match || (RESEMBLANCE <= self.resemblance && self.longest_match > 0)
    }

    /// Returns whether the pair stands out by itself, not only beside stronger ones.
    pub(crate) fn stands_out(self, has_expect: bool) -> bool {
        self.is_alike() || self.is_evidence(has_expect)
    }
}

/// A pair that the floor admits.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Admitted {
    pub(crate) sides: (u32, u32),
    /// Its position among the pairs.
    pub(crate) at: usize,
    /// Number of matched tokens.
    pub(crate) tokens: u32,
    /// Whether it stands out by itself, not only among stronger pairs.
    pub(crate) stands_out: bool,
}

/// Returns the pairs that the floor admits, in their order. Pairs with submissions that are not among the first `batch`
/// are left out.
pub(crate) fn admitted(
    known: &Batch<'_>,
    pairs: &[ScoredPair],
    batch: usize,
    has_expect: bool,
) -> Vec<Admitted> {
    let sent = |pair: &ScoredPair| (pair.right as usize) < batch;
    let scores = |pair: &ScoredPair| PairFigures {
        expect: pair.expect,
        suspicion: pair.suspicion,
        too_short: pair.too_short,
        longest_match: 0,
        resemblance: 0.0,
    };
    let floor = Floor::new(pairs.iter().filter(|pair| sent(pair)).map(scores), has_expect);
    let admit = |(at, pair): (usize, &ScoredPair)| {
        let tiles = known.sides([pair.left, pair.right], tiles_of);
        let figures = PairFigures {
            longest_match: tiles.iter().map(|tile| tile.tokens).max().unwrap_or(0),
            resemblance: resemblance_of(known, pair),
            ..scores(pair)
        };
        floor.admits(figures).then(|| Admitted {
            sides: (pair.left, pair.right),
            at,
            tokens: covered_tokens(&tiles),
            stands_out: figures.stands_out(has_expect),
        })
    };
    pairs.par_iter().enumerate().filter(|(_, pair)| sent(pair)).filter_map(admit).collect()
}

/// Returns the positions of the `most` pairs with most matched tokens, ascending. Ties go to the better rank.
pub(crate) fn most_matched(admitted: &[Admitted], most: usize) -> Vec<usize> {
    let mut admitted = admitted.to_vec();
    admitted.sort_unstable_by_key(|pair| (Reverse(pair.tokens), pair.at));
    let mut positions: Vec<usize> = admitted.into_iter().take(most).map(|pair| pair.at).collect();
    positions.sort_unstable();
    positions
}
