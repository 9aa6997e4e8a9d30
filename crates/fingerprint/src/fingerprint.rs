//! Fingerprints: selected k-gram hashes with their positions.

/// A k-gram hash that was selected.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Fingerprint {
    /// Hash of the k-gram.
    pub hash: u64,
    /// Index of the hash in the document's sequence of k-gram hashes. It is also the index of the k-gram's first token.
    pub position: u32,
}

impl Fingerprint {
    /// Creates the fingerprint at `position` of `hashes`.
    pub(crate) fn at(hashes: &[u64], position: usize) -> Self {
        Self { hash: hashes[position], position: position as u32 }
    }
}

/// Checks that positions fit into 32 bits. Every selection calls this once, before its loop.
pub(crate) fn assert_positions_fit(hashes: &[u64]) {
    assert!(u32::try_from(hashes.len()).is_ok(), "a document holds fewer than 2^32 k-grams");
}
