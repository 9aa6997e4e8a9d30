//! Exact duplicates: remainders, the filter's measured rate, and never a wrong "duplicate".

use std::collections::BTreeMap;

use crate::algorithms::exact::{BloomFilter, ExactIndex, KarpRabin, Membership};
use chaffinch_sketch::Key;
use proptest::collection::vec;
use proptest::prelude::*;

use crate::random::SplitMix64;

proptest! {
    /// `A mod p`, a bit at a time, with a bit 1 in front.
    #[test]
    fn fingerprints_are_remainders(document in vec(any::<u8>(), 0..40), seed: u64) {
        let function = KarpRabin::new(&Key::from_seed(seed));
        let bits = document.iter().flat_map(|byte| (0..8).rev().map(move |bit| byte >> bit & 1));
        let remainder = std::iter::once(1).chain(bits).fold(0_u128, |remainder, bit| {
            (remainder * 2 + u128::from(bit)) % u128::from(function.prime())
        });
        prop_assert_eq!(u128::from(function.of(&document)), remainder);
    }

    /// Says what comparing with all documents says, whatever collides.
    #[test]
    fn duplicates_are_those_of_equal_bytes(documents in vec(vec(0_u8..2, 0..6), 0..60)) {
        let stored = |number: u32| &documents[number as usize][..];
        // Far too small a filter, so that most new documents pass it.
        let mut index = ExactIndex::new(1, &Key::PUBLIC);
        let mut first: BTreeMap<&[u8], u32> = BTreeMap::new();
        for (number, document) in (0..).zip(&documents) {
            prop_assert_eq!(index.find(document, stored), first.get(&document[..]).copied());
            prop_assert_eq!(index.insert(number, document, stored), first.get(&document[..]).copied());
            first.entry(document).or_insert(number);
        }
    }
}

#[test]
fn leading_zeros_count() {
    let function = KarpRabin::new(&Key::PUBLIC);
    let documents: [&[u8]; 5] = [b"", b"\0", b"\0\0", b"\0a", b"a"];
    let mut fingerprints: Vec<u64> = documents.iter().map(|document| function.of(document)).collect();
    fingerprints.sort_unstable();
    fingerprints.dedup();
    assert_eq!(fingerprints.len(), documents.len());
}

/// Two documents whose fingerprints are equal, made by adding the prime: the bytes tell them apart.
#[test]
fn a_collision_is_no_duplicate() {
    let key = Key::from_seed(4);
    let function = KarpRabin::new(&key);
    let left = *b"12345678";
    let right = (u64::from_be_bytes(left) + function.prime()).to_be_bytes();
    assert_eq!(function.of(&left), function.of(&right));
    let stored = |number: u32| if number == 1 { &left[..] } else { &right[..] };
    let mut index = ExactIndex::new(10, &key);
    assert_eq!(index.insert(1, &left, stored), None);
    assert_eq!(index.find(&right, stored), None);
    assert_eq!(index.insert(2, &right, stored), None);
    assert_eq!((index.find(&left, stored), index.find(&right, stored)), (Some(1), Some(2)));
}

#[test]
fn the_bound_of_collisions() {
    // 1 GB: some 1.3e8 prime divisors at most, of some 2.7e16 primes.
    let bound = KarpRabin::collision_bound(1_000_000_000);
    assert!((4e-9..6e-9).contains(&bound), "{bound}");
}

/// None that was inserted is ever new; of the others, as many pass as were asked for.
#[test]
fn the_false_positive_rate_of_the_filter() {
    for rate in [0.1, 0.01, 0.001] {
        let n = 20_000;
        let mut filter = BloomFilter::new(n, rate, &Key::from_seed(9));
        let mut generator = SplitMix64::seeded(43);
        let seen: Vec<u64> = (0..n).map(|_| generator.next()).collect();
        for value in &seen {
            filter.insert(*value);
        }
        assert!(seen.iter().all(|value| filter.look_up(*value) == Membership::PerhapsSeen));
        let trials = 100_000;
        let passed = (0..trials)
            .filter(|_| filter.look_up(generator.next()) == Membership::PerhapsSeen)
            .count() as f64;
        let expected = rate * f64::from(trials);
        // The number of probes is rounded, which costs a few per cent.
        assert!(passed < expected * 1.1 + 4.0 * expected.sqrt(), "{passed} of {trials} at {rate}");
        assert!(passed > expected * 0.8 - 4.0 * expected.sqrt(), "{passed} of {trials} at {rate}");
        assert!(
            filter.bytes() as f64 <= n as f64 * (-rate.ln() / std::f64::consts::LN_2.powi(2)) / 8.0 + 8.0
        );
    }
}
