//! A keyed permutation of 64-bit ids: which of them are "small" or "0 mod m" is the key's secret. Pure arithmetic.

use crate::Key;
use crate::mixer::{mix, rehash};

/// Two published bijective mixers, each after a part of the key: a bijection of 64-bit numbers for every key.
///
/// It works on ids, not on text: a stored set of ids can be sampled again under any other key.
#[derive(Debug, Clone, Copy)]
pub struct Permutation([u64; 2]);

impl Permutation {
    /// One of its own for every key and purpose.
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
