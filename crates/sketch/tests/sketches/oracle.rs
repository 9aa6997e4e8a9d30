//! Slow implementations of the papers' definitions, and the inputs that the tests share.

use std::collections::{BTreeMap, BTreeSet};

use chaffinch_fingerprint::{hash_kgram, rehash};
use chaffinch_sketch::Shingling;

/// Returns the words of a text as token values.
pub(crate) fn words(text: &str) -> Vec<u64> {
    text.split_whitespace().map(token).collect()
}

/// Returns a value for a word; any fixed distribution is good enough.
fn token(word: &str) -> u64 {
    word.bytes().fold(0, |value, byte| rehash(value.wrapping_mul(31).wrapping_add(u64::from(byte) + 1)))
}

/// Returns token values for numbers.
pub(crate) fn tokens(numbers: &[u16]) -> Vec<u64> {
    numbers.iter().map(|number| rehash(u64::from(*number) + 1)).collect()
}

/// Returns the ids of the windows of `w` tokens, in order.
pub(crate) fn bag(tokens: &[u64], w: usize) -> Vec<u64> {
    tokens.windows(w).map(hash_kgram).collect()
}

/// Counts the occurrences of each shingle.
fn occurrences(tokens: &[u64], w: usize) -> BTreeMap<&[u64], u64> {
    let mut occurrences = BTreeMap::new();
    for shingle in tokens.windows(w) {
        *occurrences.entry(shingle).or_insert(0) += 1;
    }
    occurrences
}

/// Returns S(D, w) as pairs of a shingle and its label, which is always 1 for option B.
pub(crate) fn shingling(tokens: &[u64], w: usize, option: Shingling) -> BTreeSet<(&[u64], u64)> {
    let labels = |times| match option {
        Shingling::Labelled => times,
        Shingling::Set => 1,
    };
    occurrences(tokens, w)
        .into_iter()
        .flat_map(|(shingle, times)| (1..=labels(times)).map(move |label| (shingle, label)))
        .collect()
}

/// The generator of `splitmix64`.
pub(crate) struct SplitMix64(pub(crate) u64);

impl SplitMix64 {
    pub(crate) fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let z = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }
}
