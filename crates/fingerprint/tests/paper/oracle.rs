//! Slow implementations of the paper's definitions, and the inputs that the tests share.

use std::collections::BTreeSet;

use chaffinch_fingerprint::{Fingerprint, hash_kgrams, winnow, winnow_robust};

/// Returns the windows of a document as (start, end) positions: its runs of `w` hashes, or all of it if it has fewer.
pub(crate) fn windows(n_hashes: usize, w: usize) -> Vec<(usize, usize)> {
    match n_hashes {
        0 => vec![],
        n if n < w => vec![(0, n)],
        n => (0..=n - w).map(|start| (start, start + w)).collect(),
    }
}

/// Returns the positions of a window's minimum hash, ascending.
fn minima(hashes: &[u64], (start, end): (usize, usize)) -> Vec<usize> {
    let minimum = hashes[start..end].iter().min().expect("windows are not empty");
    (start..end).filter(|at| hashes[*at] == *minimum).collect()
}

/// "In each window select the minimum hash value; of equal minima the rightmost."
pub(crate) fn winnow_by_definition(hashes: &[u64], w: usize) -> Vec<usize> {
    let chosen: BTreeSet<usize> = windows(hashes.len(), w)
        .into_iter()
        .map(|window| *minima(hashes, window).last().expect("windows are not empty"))
        .collect();
    chosen.into_iter().collect()
}

/// "Where possible keep the one the previous window selected, else the rightmost minimum."
pub(crate) fn winnow_robust_by_definition(hashes: &[u64], w: usize) -> Vec<usize> {
    let mut chosen: Vec<usize> = Vec::new();
    for window in windows(hashes.len(), w) {
        let minima = minima(hashes, window);
        if !chosen.last().is_some_and(|previous| minima.contains(previous)) {
            chosen.push(*minima.last().expect("windows are not empty"));
        }
    }
    chosen
}

/// Returns the positions of fingerprints, and checks that each has the hash of its position.
fn positions(hashes: &[u64], fingerprints: &[Fingerprint]) -> Vec<usize> {
    assert!(fingerprints.iter().all(|f| hashes[f.position as usize] == f.hash));
    fingerprints.iter().map(|f| f.position as usize).collect()
}

/// Returns a buffer that is not empty. Every function under test must discard its content.
fn used_buffer() -> Vec<Fingerprint> {
    vec![Fingerprint { hash: 1, position: u32::MAX }]
}

/// Returns the positions that the library's winnowing selects.
pub(crate) fn plain(hashes: &[u64], w: usize) -> Vec<usize> {
    let mut out = used_buffer();
    winnow(hashes, w, &mut out);
    positions(hashes, &out)
}

/// Returns the positions that the library's robust winnowing selects.
pub(crate) fn robust(hashes: &[u64], w: usize) -> Vec<usize> {
    let mut out = used_buffer();
    winnow_robust(hashes, w, &mut out);
    positions(hashes, &out)
}

/// Returns the hashes at some positions, as a set.
pub(crate) fn values_at(hashes: &[u64], positions: &[usize]) -> BTreeSet<u64> {
    positions.iter().map(|at| hashes[*at]).collect()
}

/// Returns the library's k-gram hashes.
pub(crate) fn kgram_hashes(values: &[u64], k: usize) -> Vec<u64> {
    let mut out = vec![7];
    hash_kgrams(values, k, &mut out);
    out
}

/// The generator `splitmix64`, so that large inputs are the same on every machine.
pub(crate) struct SplitMix64(pub(crate) u64);

impl SplitMix64 {
    pub(crate) fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let z = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }
}

/// Returns a token value for a small alphabet. It looks like a front end's hash of a token's name.
pub(crate) fn token_value(letter: u8) -> u64 {
    SplitMix64(u64::from(letter) << 32).next()
}

/// Returns a document over a small alphabet.
pub(crate) fn tokens(letters: &[u8]) -> Vec<u64> {
    letters.iter().map(|letter| token_value(*letter)).collect()
}
