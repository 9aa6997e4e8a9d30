//! The key from which everything that the papers choose at random is drawn. Callers pass it in.
//!
//! The same key gives the same permutations, polynomials, primes and hash functions on every machine, and this never
//! changes. Sketches made with different keys cannot be compared.

use std::fmt;

/// The seed of everything that is chosen at random: public, or a secret of an installation.
///
/// A sketch with the public key can be evaded: an author who knows which shingles are kept can change only those. A
/// secret key prevents this. It hides which shingles are kept, but only from people who see no sketches. It is not a
/// cipher: anyone who can read the sketches must be trusted like a holder of the key.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct Key([u8; 32]);

/// Identifies the key of a sketch. It tells keys apart, and reveals nothing about them (a BLAKE3 derivation).
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct KeyId(u64);

impl Key {
    /// The public key, with which sketches of different installations can be compared.
    pub const PUBLIC: Self = Self([0; 32]);

    /// Creates a key from 32 bytes. A secret key needs bytes from a real source of randomness.
    pub const fn new(secret: [u8; 32]) -> Self {
        Self(secret)
    }

    /// Returns one of 2^64 keys that are not secret, for repeatable experiments.
    pub fn from_seed(seed: u64) -> Self {
        Self(blake3::derive_key("chaffinch fingerprint: key of a seed", &seed.to_le_bytes()))
    }

    /// Returns the key's id; 0 is the id of the public key.
    pub fn id(&self) -> KeyId {
        if *self == Self::PUBLIC {
            return KeyId::PUBLIC;
        }
        let mut draw = self.draw("id");
        // One in 2^64 keys would have the id of the public key.
        KeyId(draw.next_number().max(1))
    }

    /// Returns uniform numbers for one purpose, independent of those for any other purpose.
    pub fn draw(&self, purpose: &str) -> Draw {
        let mut hasher = blake3::Hasher::new_derive_key("chaffinch fingerprint: drawn from a key");
        hasher.update(&self.0).update(purpose.as_bytes());
        Draw(hasher.finalize_xof())
    }
}

impl fmt::Debug for Key {
    /// Writes only the id, to keep secrets out of logs.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Key({})", self.id())
    }
}

impl KeyId {
    /// The id of [`Key::PUBLIC`].
    pub const PUBLIC: Self = Self(0);

    /// Returns the id as a number.
    pub const fn number(self) -> u64 {
        self.0
    }

    /// Returns the id with this number.
    pub const fn from_number(number: u64) -> Self {
        Self(number)
    }
}

impl fmt::Display for KeyId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:016x}", self.0)
    }
}

/// An endless sequence of uniform 64-bit numbers.
#[derive(Debug)]
pub struct Draw(blake3::OutputReader);

impl Draw {
    /// Returns the next number of the sequence.
    pub fn next_number(&mut self) -> u64 {
        let mut bytes = [0; 8];
        self.0.fill(&mut bytes);
        u64::from_le_bytes(bytes)
    }
}
