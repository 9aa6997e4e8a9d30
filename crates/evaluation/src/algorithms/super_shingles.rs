//! Super shingles: shingles of the sorted sketch (Broder, Glassman, Manasse, Zweig 1997). Pure.

use std::num::NonZeroUsize;

use chaffinch_fingerprint::hash_kgrams;
use chaffinch_sketch::sketch::Parameter;
use chaffinch_sketch::{Mismatch, Overlap, Parameters, Sketch};

/// The runs of n consecutive values of one sketch, each as one hash.
///
/// One in common means that the sketches agree in a whole run of sampled shingles, so that the documents resemble each
/// other: nothing is counted, and a document is found by look-up alone. The weaknesses: a short document
/// has few of them or none, so that its copies are missed, and containment does not show, because the larger
/// document's other values come to stand between those that are shared.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SuperShingles {
    parameters: Parameters,
    level: u32,
    size: NonZeroUsize,
    hashes: Vec<u64>,
}

impl SuperShingles {
    /// Makes the super shingles of a sketch, of `size` values each.
    pub fn of(sketch: &Sketch, size: NonZeroUsize) -> Self {
        let mut hashes = Vec::new();
        hash_kgrams(sketch.values(), size.get(), &mut hashes);
        hashes.sort_unstable();
        hashes.dedup();
        Self { parameters: *sketch.parameters(), level: sketch.level(), size, hashes }
    }

    /// Their hashes: ascending, distinct.
    pub fn hashes(&self) -> &[u64] {
        &self.hashes
    }

    /// Whether the two documents resemble each other, as far as super shingles tell: whether they have one in common.
    /// On the ladder, only sketches of one level can have.
    pub fn resemble(&self, other: &Self) -> Result<bool, Mismatch> {
        self.parameters.same(&other.parameters)?;
        if self.size != other.size {
            return Err(Mismatch::Parameter(Parameter::Shingle));
        }
        if self.level != other.level {
            return Err(Mismatch::Parameter(Parameter::Sample));
        }
        Ok(Overlap::of(&self.hashes, &other.hashes).shared > 0)
    }
}
