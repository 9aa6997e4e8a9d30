//! The documents that are put into the indexes, by number. Pure functions.

use chaffinch_index::Fingerprint;
use rayon::prelude::*;

use super::skew;
use crate::bench::programs::Programs;
use crate::random::SplitMix64;

/// A fingerprint in more documents than this is frequent.
pub(super) const FREQUENT: u32 = 1000;

/// Number that a database gives its first document. The plain table and the programs count from 0.
pub(super) const FIRST: u64 = 1;

/// Number of fingerprints of a document that is looked up.
const ASKED: usize = 300;

/// Number of these fingerprints in a row that come from one stored document.
const PIECE: usize = 10;

/// Documents with their fingerprints.
#[derive(Clone, Copy)]
pub(super) enum Content<'a> {
    /// Synthetic documents, as many as needed.
    Skew,
    /// Programs of an archive.
    Programs(&'a Programs),
}

impl Content<'_> {
    /// Returns the name in figures.
    pub(super) fn name(self) -> &'static str {
        match self {
            Self::Skew => "skew",
            Self::Programs(_) => "programs",
        }
    }

    /// Returns the number of documents.
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

    /// Returns a document to look up, which consists of pieces of documents below `stored`.
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
