//! Fingerprints as the index stores them: 48 bits of a hash, and a position. Pure.

/// Number of bits in a fingerprint. Among 200 million random fingerprints, another one has the same 48 bits with a
/// probability below 10^-6. Candidates are compared token by token anyway, so a collision costs time, but does not
/// change a result.
pub const BITS: u32 = 48;

/// A fingerprint with its position.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Fingerprint {
    /// Position in tokens, from the beginning of the document.
    pub position: u32,
    /// The value, below 2^48.
    pub value: u64,
}

impl Fingerprint {
    /// Creates a fingerprint from a well mixed 64-bit hash. It takes the upper bits, so order is kept and a minimum
    /// stays a minimum.
    pub const fn of_hash(hash: u64, position: u32) -> Self {
        Self { position, value: hash >> (u64::BITS - BITS) }
    }
}
