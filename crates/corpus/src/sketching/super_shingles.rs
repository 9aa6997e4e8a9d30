//! The fast way: super shingles, the shingles of a sorted sketch (Broder et al. 1997, section "Super shingles").
//!
//! One in common links two documents, and no pair is counted: less disk, less time. What it costs: a document with a
//! small sketch has few super shingles, so short documents are found only where they are nearly the same; the
//! additional values of a larger document stand between those it shares, so containment is hardly ever found; and
//! there is no threshold: it lies in the number of values in a super shingle, and in the size of documents.

use std::num::NonZeroUsize;

use chaffinch_fingerprint::{Levels, hash_kgrams};

/// Values in a super shingle.
pub const SUPER_SHINGLE: NonZeroUsize = NonZeroUsize::new(6).expect("not zero");

/// Replaces a sorted sketch by its super shingles: one for every run of [`SUPER_SHINGLE`] values, none for a shorter
/// sketch. Only values of the last level count, for others would stand between those that two documents share.
pub(crate) fn super_shingles(sketch: &mut Vec<u64>, levels: Levels) {
    sketch.retain(|&value| levels.highest(value) == levels.top());
    let mut hashes = Vec::new();
    hash_kgrams(sketch, SUPER_SHINGLE.get(), &mut hashes);
    // A value stands only once in a sketch, so no run of them occurs twice.
    *sketch = hashes;
}
