//! The floor of a list that is ordered by matched tokens: which pairs are worth a row.
//!
//! Such an order has no end of its own. In every class, most pairs share some short passage, and without a floor they
//! fill the list even if everybody worked alone.

#[cfg(doc)]
use crate::Pair;
use crate::{
    groups::near_identical::RESEMBLANCE,
    limits::{DEFAULT_CUTOFF_EXPECT, SMALL_CLASS_CUTOFF},
};

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
