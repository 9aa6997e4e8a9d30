//! The selected k-gram hash with its place.

/// A k-gram hash that a selection kept.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Fingerprint {
    /// The k-gram's hash.
    pub hash: u64,
    /// Index of the hash in the document's sequence of k-gram hashes, which is the index of the k-gram's first
    /// token.
    pub position: u32,
}

impl Fingerprint {
    /// The fingerprint at `position` of `hashes`.
    pub(crate) fn at(hashes: &[u64], position: usize) -> Self {
        Self { hash: hashes[position], position: position as u32 }
    }
}

/// Every selection states this once, before its loop: positions are 32 bits wide.
pub(crate) fn assert_positions_fit(hashes: &[u64]) {
    assert!(u32::try_from(hashes.len()).is_ok(), "a document holds fewer than 2^32 k-grams");
}
