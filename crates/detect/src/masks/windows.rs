//! Finds windows of boilerplate tokens in a submission, and verifies them token by token.

use chaffinch_fingerprint::hash_kgrams;
use chaffinch_submission::{LazyStream, Scheme, TokenStream};
use rustc_hash::FxHashMap;

use crate::index::seeded::SeededMap;

/// The positions of windows of tokens in the boilerplate.
pub(crate) struct WindowIndex<'a> {
    streams: &'a [&'a TokenStream],
    window: usize,
    /// For each scheme, maps a hash to (stream, position) of one occurrence. A second occurrence with other tokens
    /// would be a collision of 64 bits; comparing tokens detects it.
    places: FxHashMap<Scheme, SeededMap<u64, (u32, u32)>>,
}

impl<'a> WindowIndex<'a> {
    pub(crate) fn new(streams: &'a [&'a TokenStream], window: usize) -> Self {
        let mut places: FxHashMap<Scheme, SeededMap<u64, (u32, u32)>> = FxHashMap::default();
        let mut hashes = Vec::new();
        for (stream, tokens) in streams.iter().enumerate() {
            hash_kgrams(&tokens.values, window, &mut hashes);
            let places = places.entry(tokens.scheme).or_default();
            for (at, &hash) in hashes.iter().enumerate() {
                places.entry(hash).or_insert((stream as u32, at as u32));
            }
        }
        Self { streams, window, places }
    }

    /// Returns the number of tokens in a window.
    pub(crate) fn window(&self) -> usize {
        self.window
    }

    /// Calls `each` with every position of a stream at which a window of the boilerplate begins, the boilerplate
    /// stream, and the position there.
    pub(crate) fn each_found(&self, stream: &LazyStream, mut each: impl FnMut(usize, u32, u32)) {
        let Some(places) = self.places.get(&stream.scheme) else { return };
        let stream = stream.read();
        let mut hashes = Vec::new();
        hash_kgrams(&stream.values, self.window, &mut hashes);
        for (at, &hash) in hashes.iter().enumerate() {
            let Some(&(other, place)) = places.get(&hash) else { continue };
            let theirs = &self.streams[other as usize].values[place as usize..][..self.window];
            if theirs == &stream.values[at..at + self.window] {
                each(at, other, place);
            }
        }
    }
}
