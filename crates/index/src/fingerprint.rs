//! Fingerprints as the index keeps them: 48 bits of a hash, and where it begins. Pure.

/// Bits of a fingerprint. Among 200 million random ones another has the same 48 bits with a chance below 10^-6:
/// candidates are compared token by token anyway, so that a chance meeting costs time, never truth.
pub const BITS: u32 = 48;

/// A fingerprint with its position.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Fingerprint {
    /// In tokens, from the beginning of the document.
    pub position: u32,
    /// Below 2^48.
    pub value: u64,
}

impl Fingerprint {
    /// Of a well mixed 64-bit hash: its upper bits, so that order is kept and a minimum stays a minimum.
    pub const fn of_hash(hash: u64, position: u32) -> Self {
        Self { position, value: hash >> (u64::BITS - BITS) }
    }
}
