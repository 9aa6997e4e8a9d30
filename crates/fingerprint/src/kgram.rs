//! Hashes every run of k tokens to 64 bits, with a rolling Karp-Rabin hash and a mixer, and the interface of hashes of a
//! sliding window. The mixers are two published bijections of 64-bit numbers. Pure arithmetic, never changed.

/// Version of the k-gram hashes. It is raised when the hash of any k-gram changes, and stored with everything that
/// contains fingerprints.
pub const HASH_VERSION: u16 = 1;

/// The base b: 2^64 divided by the golden ratio. It is odd and 5 modulo 8, so its powers repeat only after 2^62 steps.
const BASE: u64 = 0x9e37_79b9_7f4a_7c15;

/// Fills `out` with the hash of every run of `k` consecutive token values, in order. There are `values.len() - k + 1`
/// of them, or none if the document is shorter than `k`. Previous content of `out` is discarded, so one buffer can be
/// reused for many documents.
///
/// Naive equivalent: [`hash_kgram`] of each of `values.windows(k)`. The raw value `H(c1..ck) = c1*b^k + ... + ck*b`
/// (wrapping) is the paper's. Its extra factor b lets the last token reach the high bits too. It rolls by
/// `H' = (H - c1*b^k + c(k+1)) * b`. Its low bits are weak (bit i depends only on bits 0 to i of the tokens), so it is
/// never compared; a bijective mixer turns it into the hash.
///
/// Token values should be hashes themselves (64 bits, well distributed). With small numbers, collisions are easy to
/// construct for large `k`.
///
/// # Panics
///
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

/// Computes the hash of one k-gram. [`hash_kgrams`] gives the same hash wherever the k-gram occurs.
pub fn hash_kgram(kgram: &[u64]) -> u64 {
    mix(raw_hash(kgram))
}

/// Computes `c1*b^k + ... + ck*b` by Horner's rule.
fn raw_hash(kgram: &[u64]) -> u64 {
    kgram.iter().fold(0u64, |raw, value| raw.wrapping_add(*value).wrapping_mul(BASE))
}

/// A hash of w consecutive tokens that can be computed from the hash of the window before.
pub trait Rolling {
    /// Returns the raw hash of a whole window.
    fn whole(&self, window: &[u64]) -> u64;

    /// Returns the raw hash of the next window: its oldest token leaves, another one enters.
    fn step(&self, raw: u64, leaving: u64, entering: u64) -> u64;

    /// Returns the final hash of a raw one.
    fn finish(&self, raw: u64) -> u64;
}

/// Moves a window: as each token of `entering` enters, the one of `leaving` at the same index leaves. The rest of the
/// longer slice is ignored. Passes the hashes to `each`.
#[inline]
pub fn slide(
    hash: &impl Rolling,
    raw: &mut u64,
    leaving: &[u64],
    entering: &[u64],
    mut each: impl FnMut(u64),
) {
    for (entering, leaving) in entering.iter().zip(leaving) {
        *raw = hash.step(*raw, *leaving, *entering);
        each(hash.finish(*raw));
    }
}

/// The hash of k-grams as a rolling hash.
#[derive(Debug, Clone)]
pub struct KarpRabin {
    /// `b^k`: the factor of the oldest of k tokens in a raw hash.
    leaving_weight: u64,
}

impl KarpRabin {
    /// Creates the hash of runs of `k` tokens.
    pub fn new(k: usize) -> Self {
        Self { leaving_weight: (0..k).fold(1u64, |power, _| power.wrapping_mul(BASE)) }
    }
}

impl Rolling for KarpRabin {
    fn whole(&self, window: &[u64]) -> u64 {
        raw_hash(window)
    }

    /// Everything that depends only on tokens is computed first. So the chain from one raw hash to the next, which
    /// limits the speed, has only an addition and a multiplication.
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

/// Spreads every bit of a raw rolling hash over the whole word, with the finaliser of `splitmix64` (Steele, Lea, Flood
/// 2014; Stafford's variant 13). It is bijective, so it adds no collisions.
pub const fn mix(raw: u64) -> u64 {
    let z = (raw ^ (raw >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ (z >> 31)
}

/// Hashes a *selected* fingerprint a second time, with the finaliser of `MurmurHash3` (64 bits).
///
/// Selected minima are skewed towards 0. Use this function where a uniform value is needed (a key, a partition, a
/// sample). It is bijective, so different fingerprints stay different. It maps 0 to 0.
pub const fn rehash(fingerprint: u64) -> u64 {
    let h = (fingerprint ^ (fingerprint >> 33)).wrapping_mul(0xff51_afd7_ed55_8ccd);
    let h = (h ^ (h >> 33)).wrapping_mul(0xc4ce_b9fe_1a85_ec53);
    h ^ (h >> 33)
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    /// Reverses `x ^ (x >> shift)`.
    fn unshift(mixed: u64, shift: u32) -> u64 {
        let mut x = mixed;
        for _ in 0..64 / shift {
            x = mixed ^ (x >> shift);
        }
        x
    }

    /// Returns the inverse of an odd number modulo 2^64, by Newton's iteration (each step doubles the number of correct
    /// bits).
    fn inverse_of_odd(a: u64) -> u64 {
        (0..6).fold(a, |x, _| x.wrapping_mul(2u64.wrapping_sub(a.wrapping_mul(x))))
    }

    fn unmix(mixed: u64) -> u64 {
        let z = unshift(mixed, 31).wrapping_mul(inverse_of_odd(0x94d0_49bb_1331_11eb));
        let z = unshift(z, 27).wrapping_mul(inverse_of_odd(0xbf58_476d_1ce4_e5b9));
        unshift(z, 30)
    }

    fn unrehash(hash: u64) -> u64 {
        let h = unshift(hash, 33).wrapping_mul(inverse_of_odd(0xc4ce_b9fe_1a85_ec53));
        let h = unshift(h, 33).wrapping_mul(inverse_of_odd(0xff51_afd7_ed55_8ccd));
        unshift(h, 33)
    }

    /// Published values: the first outputs of `splitmix64` seeded with 0, and of `fmix64`.
    #[test]
    fn agrees_with_published_values() {
        let gamma = 0x9e37_79b9_7f4a_7c15_u64;
        assert_eq!(mix(gamma), 0xe220_a839_7b1d_cdaf);
        assert_eq!(mix(gamma.wrapping_mul(2)), 0x6e78_9e6a_a1b9_65f4);
        assert_eq!(rehash(0), 0);
        assert_eq!(rehash(1), 0xb456_bcfc_34c2_cb2c);
    }

    proptest! {
        #[test]
        fn both_mixers_have_inverses(x: u64) {
            prop_assert_eq!(unmix(mix(x)), x);
            prop_assert_eq!(mix(unmix(x)), x);
            prop_assert_eq!(unrehash(rehash(x)), x);
            prop_assert_eq!(rehash(unrehash(x)), x);
        }
    }
}
