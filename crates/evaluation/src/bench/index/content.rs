//! What is put into the indexes that are compared: documents by number. Pure.

use chaffinch_index::Fingerprint;
use rayon::prelude::*;

use super::skew;
use crate::bench::programs::Programs;
use crate::random::SplitMix64;

/// Fingerprints of a document that is looked up.
const ASKED: usize = 300;

/// Of which so many in a row come from one stored document.
const PIECE: usize = 10;

/// Documents with their fingerprints.
#[derive(Clone, Copy)]
pub(super) enum Content<'a> {
    /// Synthetic ones, as many as are wanted.
    Skew,
    /// Programs.
    Programs(&'a Programs),
}

impl Content<'_> {
    /// As in figures' names.
    pub(super) fn name(self) -> &'static str {
        match self {
            Self::Skew => "skew",
            Self::Programs(_) => "programs",
        }
    }

    /// Documents there are.
    pub(super) fn len(self) -> u64 {
        match self {
            Self::Skew => u64::MAX,
            Self::Programs(programs) => programs.fingerprints.len() as u64,
        }
    }

    pub(super) fn documents(self, numbers: std::ops::Range<u64>) -> Vec<Vec<Fingerprint>> {
        numbers.into_par_iter().map(|number| self.document(number)).collect()
    }

    fn document(self, number: u64) -> Vec<Fingerprint> {
        match self {
            Self::Skew => skew::document(number),
            Self::Programs(programs) => programs.fingerprints[number as usize].clone(),
        }
    }

    /// A document to be looked up: pieces of documents below `stored`.
    pub(super) fn asked(self, number: u64, stored: u64) -> Vec<Fingerprint> {
        let mut random = SplitMix64::seeded(!number);
        let mut asked: Vec<Fingerprint> = Vec::with_capacity(ASKED);
        while asked.len() < ASKED {
            let from = self.document(random.below(stored));
            let begin = random.below(from.len().saturating_sub(PIECE) as u64 + 1) as usize;
            for fingerprint in from.iter().skip(begin).take(PIECE.min(ASKED - asked.len())) {
                asked.push(Fingerprint { position: asked.len() as u32, ..*fingerprint });
            }
        }
        asked
    }
}
