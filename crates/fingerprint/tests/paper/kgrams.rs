//! The hash of k-grams: pinned values, rolling compared with recomputing, distribution.

use chaffinch_fingerprint::{HASH_VERSION, hash_kgram};
use proptest::collection::vec;
use proptest::prelude::*;

use crate::oracle::{SplitMix64, kgram_hashes, tokens};

/// Stored fingerprints depend on these numbers. The numbers of a version must never be edited.
#[test]
fn pinned_hashes() {
    assert_eq!(HASH_VERSION, 1);
    let expected: [(&[u64], u64); 5] = [
        (&[0], 0),
        (&[1], 0xe220_a839_7b1d_cdaf),
        (&[1, 2, 3], 0xde00_0c19_d406_b7df),
        (&[u64::MAX, 0, 0x0123_4567_89ab_cdef, 42, 7], 0xb8d8_d7e6_b6d8_e8cd),
        (&[9; 50], 0x1893_5009_2907_a76d),
    ];
    for (kgram, hash) in expected {
        assert_eq!(hash_kgram(kgram), hash, "{kgram:?}");
    }
}

/// Computes the hash in another way: 128-bit arithmetic, each power from scratch.
fn hash_by_definition(kgram: &[u64]) -> u64 {
    const MODULUS: u128 = 1 << 64;
    let base = 0x9e37_79b9_7f4a_7c15_u128;
    let mut raw = 0_u128;
    for (at, value) in kgram.iter().enumerate() {
        let mut term = u128::from(*value);
        for _ in at..kgram.len() {
            term = term * base % MODULUS;
        }
        raw = (raw + term) % MODULUS;
    }
    // One step of the generator from the state before `raw` is its finaliser.
    SplitMix64((raw as u64).wrapping_sub(0x9e37_79b9_7f4a_7c15)).next()
}

#[test]
fn documents_shorter_than_k_have_no_kgrams() {
    assert!(kgram_hashes(&[1, 2], 3).is_empty());
    assert!(kgram_hashes(&[], 1).is_empty());
    assert_eq!(kgram_hashes(&[1, 2, 3], 3), [hash_kgram(&[1, 2, 3])]);
}

/// Each of the 64 bits is set in half of the hashes of short k-grams over few tokens, low bits included.
#[test]
fn every_bit_is_balanced() {
    let mut generator = SplitMix64(1);
    let letters: Vec<u8> = (0..20_000).map(|_| (generator.next() % 6) as u8).collect();
    let mut hashes = kgram_hashes(&tokens(&letters), 8);
    hashes.sort_unstable();
    hashes.dedup();
    let n = hashes.len() as f64;
    for bit in 0..64 {
        let ones = hashes.iter().filter(|hash| **hash >> bit & 1 == 1).count() as f64;
        assert!((ones - n / 2.0).abs() < 5.0 * (n / 4.0).sqrt(), "bit {bit}: {ones} of {n}");
    }
}

proptest! {
    #[test]
    fn rolling_is_recomputed(values in vec(any::<u64>(), 0..60), k in 1_usize..40) {
        let expected: Vec<u64> = values.windows(k).map(hash_by_definition).collect();
        prop_assert_eq!(kgram_hashes(&values, k), expected);
    }

    #[test]
    fn one_kgram_is_hashed_alike(values in vec(any::<u64>(), 1..60)) {
        prop_assert_eq!(vec![hash_kgram(&values)], kgram_hashes(&values, values.len()));
    }

    /// Equal hashes mean equal k-grams. The alphabet is small, so there are many near misses.
    #[test]
    fn equal_hashes_mean_equal_kgrams(letters in vec(0_u8..3, 0..200), k in 1_usize..12) {
        let values = tokens(&letters);
        let hashes = kgram_hashes(&values, k);
        let mut of_hash = std::collections::BTreeMap::new();
        for (hash, kgram) in hashes.iter().zip(values.windows(k)) {
            prop_assert_eq!(*of_hash.entry(*hash).or_insert(kgram), kgram);
        }
    }
}
