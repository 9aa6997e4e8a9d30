//! What the papers choose at random is drawn from a key, which comes in by value. Pure.
//!
//! Same key, same permutations, polynomials, primes and hash functions, on every machine and for ever; sketches
//! that were made under different keys do not compare.

use std::fmt;

/// The seed of everything that is chosen at random: public, or a secret of an installation.
///
/// A sketch under the public key can be evaded: who knows which shingles are kept changes just those. A secret key
/// takes that knowledge away. It hides which shingles are kept from those who see no sketches, no more: it is no
/// cipher, and who may read the sketches must be trusted as one who holds the key.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct Key([u8; 32]);

/// Which key a sketch was made under. It tells keys apart and says nothing about them (a BLAKE3 derivation).
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct KeyId(u64);

impl Key {
    /// The key everybody knows: sketches of different installations compare.
    pub const PUBLIC: Self = Self([0; 32]);

    /// A key of 32 bytes, from a source of real randomness if it is to be secret.
    pub const fn new(secret: [u8; 32]) -> Self {
        Self(secret)
    }

    /// One of 2^64 keys that are no secret: for repeated experiments.
    pub fn from_seed(seed: u64) -> Self {
        Self(blake3::derive_key("chaffinch fingerprint: key of a seed", &seed.to_le_bytes()))
    }

    /// Which key this is; 0 is the public one.
    pub fn id(&self) -> KeyId {
        if *self == Self::PUBLIC {
            return KeyId::PUBLIC;
        }
        let mut draw = self.draw("id");
        // One in 2^64 keys would pass for the public one.
        KeyId(draw.next_number().max(1))
    }

    /// Uniform numbers for one purpose, independent of those for any other.
    pub fn draw(&self, purpose: &str) -> Draw {
        let mut hasher = blake3::Hasher::new_derive_key("chaffinch fingerprint: drawn from a key");
        hasher.update(&self.0).update(purpose.as_bytes());
        Draw(hasher.finalize_xof())
    }
}

impl fmt::Debug for Key {
    /// Its id only: secrets do not end in logs.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Key({})", self.id())
    }
}

impl KeyId {
    /// That of [`Key::PUBLIC`].
    pub const PUBLIC: Self = Self(0);

    /// The id as a number, and back.
    pub const fn number(self) -> u64 {
        self.0
    }

    /// The id of this number.
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
