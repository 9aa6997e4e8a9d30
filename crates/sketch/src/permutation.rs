//! A keyed permutation of 64-bit ids. Only the key tells which ids are "small" or "0 mod m". Pure arithmetic.

use crate::Key;
use chaffinch_fingerprint::{mix, rehash};

/// Two published bijective mixers, each after a part of the key. For every key, this is a bijection of 64-bit numbers.
///
/// It is applied to ids, not to text, so a stored set of ids can be sampled again with any other key.
#[derive(Debug, Clone, Copy)]
pub struct Permutation([u64; 2]);

impl Permutation {
    /// Creates the permutation for a key and a purpose.
    pub fn new(key: &Key, purpose: &str) -> Self {
        let mut draw = key.draw(purpose);
        Self([draw.next_number(), draw.next_number()])
    }

    /// Returns the image of an id.
    #[inline]
    pub fn apply(self, id: u64) -> u64 {
        mix(rehash(id ^ self.0[0]) ^ self.0[1])
    }
}
