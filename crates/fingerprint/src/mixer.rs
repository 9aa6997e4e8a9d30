//! Two published bijective mixers of 64-bit numbers. Pure arithmetic, never changed.

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
