//! `0 mod p` and its safe variant: their definitions, the worked example of the paper, and measured densities.

use std::num::NonZeroU64;

use chaffinch_fingerprint::Fingerprint;
use proptest::collection::vec;
use proptest::prelude::*;

use crate::algorithms::density;
use crate::algorithms::zero_mod_p::{safe_zero_mod_p, zero_mod_p};
use crate::random::SplitMix64;

/// `A do run run run, a do run run` as the paper hashes it.
const ADORUNRUNRUN: [u64; 17] = [77, 74, 42, 17, 98, 50, 17, 98, 8, 88, 67, 39, 77, 74, 42, 17, 98];

/// Good: 0 mod p. Bad: neither it nor any of the w - 1 hashes before it is good, and there are w - 1 before it.
fn safe_by_definition(hashes: &[u64], w: usize, p: u64) -> Vec<usize> {
    let good = |at: usize| hashes[at].is_multiple_of(p);
    let bad = |at: usize| at + 1 >= w && !(at + 1 - w..=at).any(good);
    (0..hashes.len()).filter(|at| good(*at) || bad(*at)).collect()
}

/// Runs a selection with a buffer that is not empty, which it must discard, and returns the selected positions.
fn positions(hashes: &[u64], select: impl Fn(&mut Vec<Fingerprint>)) -> Vec<usize> {
    let mut out = vec![Fingerprint { hash: 1, position: u32::MAX }];
    select(&mut out);
    assert!(out.iter().all(|f| hashes[f.position as usize] == f.hash));
    out.iter().map(|f| f.position as usize).collect()
}

fn modulus(p: u64) -> NonZeroU64 {
    NonZeroU64::new(p).expect("p is positive")
}

fn modp(hashes: &[u64], p: u64) -> Vec<usize> {
    positions(hashes, |out| zero_mod_p(hashes, modulus(p), out))
}

fn safe(hashes: &[u64], w: usize, p: u64) -> Vec<usize> {
    positions(hashes, |out| safe_zero_mod_p(hashes, w, modulus(p), out))
}

/// Sequences with few distinct hashes, and with practically none equal.
fn hashes() -> impl Strategy<Value = Vec<u64>> {
    prop_oneof![vec(0_u64..4, 0..80), vec(0_u64..30, 0..80), vec(any::<u64>(), 0..80)]
}

proptest! {
    #[test]
    fn zero_mod_p_is_its_definition(hashes in hashes(), p in 1_u64..10) {
        let expected: Vec<usize> = (0..hashes.len()).filter(|at| hashes[*at] % p == 0).collect();
        prop_assert_eq!(modp(&hashes, p), expected);
    }

    #[test]
    fn safe_zero_mod_p_is_its_definition(hashes in hashes(), w in 1_usize..20, p in 1_u64..10) {
        prop_assert_eq!(safe(&hashes, w, p), safe_by_definition(&hashes, w, p));
    }

    /// Every window of w hashes contains a selected one, so gaps between selected hashes are at most w.
    #[test]
    fn every_window_selects(hashes in hashes(), w in 1_usize..20, p in 1_u64..10) {
        prop_assume!(hashes.len() >= w);
        let selected = safe(&hashes, w, p);
        for start in 0..=hashes.len() - w {
            prop_assert!(selected.iter().any(|at| (start..start + w).contains(at)));
        }
        prop_assert!(selected.windows(2).all(|pair| pair[0] < pair[1] && pair[1] - pair[0] <= w));
    }

    /// Local: where all windows around a position lie in a run that two documents share, both select it or neither does.
    #[test]
    fn safe_zero_mod_p_sees_its_window_only(
        (before, other_before) in (hashes(), hashes()),
        run in vec(0_u64..6, 1..60),
        (after, other_after) in (hashes(), hashes()),
        w in 1_usize..20,
        p in 1_u64..6,
    ) {
        prop_assume!(run.len() >= w);
        let left = [&before[..], &run, &after].concat();
        let right = [&other_before[..], &run, &other_after].concat();
        let inner = |selected: Vec<usize>, start: usize| -> Vec<usize> {
            let range = w - 1..(run.len() + 1).saturating_sub(w);
            selected.iter().filter_map(|at| at.checked_sub(start)).filter(|at| range.contains(at)).collect()
        };
        prop_assert_eq!(
            inner(safe(&left, w, p), before.len()),
            inner(safe(&right, w, p), other_before.len())
        );
    }
}

#[test]
fn zero_mod_4_of_the_example() {
    let hashes = ADORUNRUNRUN;
    assert_eq!(modp(&hashes, 4), [8, 9], "8 and 88");
    // Nothing good in positions 0 to 7: with w = 4, positions 3 to 7 are bad; after 9, positions 13 to 16 are.
    assert_eq!(safe(&hashes, 4, 4), [3, 4, 5, 6, 7, 8, 9, 13, 14, 15, 16]);
}

/// Measured share of `hashes` that a selection kept.
fn share(selected: &[usize], hashes: &[u64]) -> f64 {
    selected.len() as f64 / hashes.len() as f64
}

fn assert_within(measured: f64, expected: f64, tolerance: f64) {
    let deviation = (measured / expected - 1.0).abs();
    assert!(deviation <= tolerance, "{measured} deviates from {expected} by {deviation}");
}

#[test]
fn densities_on_random_hashes() {
    let mut generator = SplitMix64::seeded(2003);
    let hashes: Vec<u64> = (0..1_000_000).map(|_| generator.next()).collect();
    assert_within(share(&safe(&hashes, 100, 22), &hashes), 0.055, 0.03);
    assert_within(share(&safe(&hashes, 100, 22), &hashes), density::safe_zero_mod_p(100, 22), 0.02);
    for m in [2, 4, 16, 25, 64, 256] {
        let expected = density::zero_mod_p(m);
        let standard_error = (expected * (1.0 - expected) / hashes.len() as f64).sqrt();
        let measured = share(&modp(&hashes, m), &hashes);
        assert!((measured - expected).abs() < 4.0 * standard_error, "0 mod {m}: {measured}");
    }
}

#[test]
fn expected_densities() {
    assert_within(density::winnowing(100), 2.0 / 101.0, 1e-12);
    assert_within(density::local_lower_bound(100), 1.5 / 101.0, 1e-12);
    assert_within(density::safe_zero_mod_p(100, 22), 0.0550, 1e-3);
    // "13.5 % for large w", which is e^-2.
    assert_within(density::missed_window(100_000, 50_000.5), (-2.0_f64).exp(), 1e-3);
    // The best p is one: neighbours are no sparser; and its density approaches (1 + ln w)/w.
    let (w, best) = (10_000, density::safe_best_p(10_000) as u64);
    assert!(density::safe_zero_mod_p(w, best) <= density::safe_zero_mod_p(w, best / 2));
    assert!(density::safe_zero_mod_p(w, best) <= density::safe_zero_mod_p(w, best * 2));
    assert_within(density::safe_zero_mod_p(w, best), density::safe_best(w), 0.01);
}
