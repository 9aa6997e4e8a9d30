//! The worked examples of the paper, and measured densities on seeded random hashes.

use crate::oracle::{SplitMix64, plain, robust};

/// The hashes of `A do run run run, a do run run` in the paper.
const ADORUNRUNRUN: [u64; 17] = [77, 74, 42, 17, 98, 50, 17, 98, 8, 88, 67, 39, 77, 74, 42, 17, 98];

#[test]
fn the_example_of_the_paper() {
    let expected = [3, 6, 8, 11, 15];
    assert_eq!(plain(&ADORUNRUNRUN, 4), expected);
    assert_eq!(robust(&ADORUNRUNRUN, 4), expected);
    assert_eq!(expected.map(|at| ADORUNRUNRUN[at]), [17, 17, 8, 39, 17]);
}

#[test]
fn ties_tell_the_two_apart() {
    let hashes = [5, 5, 5, 5, 5, 9, 3, 3, 9, 9];
    assert_eq!(plain(&hashes, 4), [3, 4, 6, 7]);
    assert_eq!(robust(&hashes, 4), [3, 6]);
}

#[test]
fn a_run_of_equal_hashes() {
    let hashes = [42; 12];
    assert_eq!(plain(&hashes, 4), (3..12).collect::<Vec<_>>());
    assert_eq!(robust(&hashes, 4), [3, 7, 11]);
}

#[test]
fn documents_shorter_than_a_window_count_as_one() {
    assert_eq!(plain(&[], 4), [0_usize; 0]);
    assert_eq!(robust(&[], 4), [0_usize; 0]);
    assert_eq!(plain(&[6, 2, 2], 4), [2]);
    assert_eq!(robust(&[6, 2, 2], 4), [2]);
    assert_eq!(robust(&[6, 2, 2], usize::MAX), [2]);
}

#[test]
fn windows_of_one_keep_everything() {
    assert_eq!(plain(&[3, 1, 1, 2], 1), [0, 1, 2, 3]);
    assert_eq!(robust(&[3, 1, 1, 2], 1), [0, 1, 2, 3]);
}

/// Returns the share of `hashes` that a selection kept.
fn share(selected: &[usize], hashes: &[u64]) -> f64 {
    selected.len() as f64 / hashes.len() as f64
}

fn assert_within(measured: f64, expected: f64, tolerance: f64) {
    let deviation = (measured / expected - 1.0).abs();
    assert!(deviation <= tolerance, "{measured} deviates from {expected} by {deviation}");
}

#[test]
fn densities_on_random_hashes() {
    let mut generator = SplitMix64(2003);
    let hashes: Vec<u64> = (0..1_000_000).map(|_| generator.next()).collect();
    assert_within(share(&plain(&hashes, 100), &hashes), 0.0198, 0.01);
    assert_within(share(&robust(&hashes, 100), &hashes), 2.0 / 101.0, 0.01);
}
