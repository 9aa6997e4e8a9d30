//! Super shingles, for fast runs: the shingles of a sorted sketch (Broder et al. 1997, section "Super shingles").
//!
//! One common super shingle links two documents, and pairs are not counted. This takes less disk and time, at a cost:
//!
//! - A document with a small sketch has few super shingles, so short documents are found only if they are nearly equal.
//! - The additional values of a larger document lie between those it shares, so containment is hardly ever found.
//! - There is no threshold. Instead, the number of values in a super shingle and the size of documents decide.

use std::num::NonZeroUsize;

use chaffinch_fingerprint::hash_kgrams;
use chaffinch_sketch::Levels;

/// Number of values in a super shingle.
pub const SUPER_SHINGLE: NonZeroUsize = NonZeroUsize::new(6).expect("not zero");

/// Replaces a sorted sketch by its super shingles: one for every run of [`SUPER_SHINGLE`] values, none for a shorter
/// sketch. Only values of the last level are used, as others would lie between those that two documents share.
pub(crate) fn super_shingles(sketch: &mut Vec<u64>, levels: Levels) {
    sketch.retain(|&value| levels.highest(value) == levels.top());
    let mut hashes = Vec::new();
    hash_kgrams(sketch, SUPER_SHINGLE.get(), &mut hashes);
    // Values in a sketch are distinct, so no run of them occurs twice.
    *sketch = hashes;
}
