//! One 64-bit hash for every run of k tokens, by a rolling Karp-Rabin hash and a mixer. Pure arithmetic.

use crate::mixer::mix;
use crate::rolling::{Rolling, slide};

/// Raised when the hash of any k-gram changes; stored with everything that holds fingerprints.
pub const HASH_VERSION: u16 = 1;

/// The base b: 2^64 divided by the golden ratio. Odd, and 5 modulo 8, so its powers repeat only after 2^62 steps.
const BASE: u64 = 0x9e37_79b9_7f4a_7c15;

/// Fills `out` with the hash of every run of `k` consecutive token values, in order: `values.len() - k + 1` of
/// them, none where the document is shorter than `k`. What `out` held before is discarded, so that one buffer
/// serves many documents.
///
/// Naive equivalent: [`hash_kgram`] of each of `values.windows(k)`. The raw value
/// `H(c1..ck) = c1*b^k + ... + ck*b` (wrapping) is the paper's, with its extra factor b, which lets the last token
/// reach the high bits too; it rolls by `H' = (H - c1*b^k + c(k+1)) * b`. Its low bits are weak (bit i depends on
/// bits 0 to i of the tokens only), so it is never compared: a bijective mixer makes the hash of it.
///
/// Token values are expected to be hashes themselves (64 bits, well spread). Small ordinals would make collisions
/// easy to construct for large `k`.
///
/// # Panics
/// If `k` is 0.
pub fn hash_kgrams(values: &[u64], k: usize, out: &mut Vec<u64>) {
    assert!(k > 0, "a k-gram has at least one token");
    out.clear();
    if values.len() < k {
        return;
    }
    out.reserve(values.len() - k + 1);
    let hash = KarpRabin::new(k);
    let (first, entering) = values.split_at(k);
    let mut raw = hash.whole(first);
    out.push(hash.finish(raw));
    slide(&hash, &mut raw, values, entering, |hash| out.push(hash));
}

/// The hash of one k-gram, from scratch: what [`hash_kgrams`] gives for it wherever it stands.
pub fn hash_kgram(kgram: &[u64]) -> u64 {
    mix(raw_hash(kgram))
}

/// `c1*b^k + ... + ck*b` by Horner's rule.
fn raw_hash(kgram: &[u64]) -> u64 {
    kgram.iter().fold(0u64, |raw, value| raw.wrapping_add(*value).wrapping_mul(BASE))
}

/// The hash of k-grams as a rolling one.
#[derive(Debug, Clone)]
pub(crate) struct KarpRabin {
    /// `b^k`: what the oldest of k tokens weighs in a raw hash.
    leaving_weight: u64,
}

impl KarpRabin {
    pub(crate) fn new(k: usize) -> Self {
        Self { leaving_weight: (0..k).fold(1u64, |power, _| power.wrapping_mul(BASE)) }
    }
}

impl Rolling for KarpRabin {
    fn whole(&self, window: &[u64]) -> u64 {
        raw_hash(window)
    }

    /// What depends on tokens only is computed outside the chain from one raw hash to the next, which is then an
    /// addition and a multiplication long; it is what limits the speed.
    #[inline]
    fn step(&self, raw: u64, leaving: u64, entering: u64) -> u64 {
        let change = entering.wrapping_sub(leaving.wrapping_mul(self.leaving_weight));
        raw.wrapping_add(change).wrapping_mul(BASE)
    }

    #[inline]
    fn finish(&self, raw: u64) -> u64 {
        mix(raw)
    }
}
