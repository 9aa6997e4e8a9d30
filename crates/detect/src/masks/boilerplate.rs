//! Masks tokens that were handed out by the instructor.
//!
//! Masks are based on runs well above k, and on tokens instead of k-gram hashes. With hashes alone, the borders of a
//! template would not be masked, and at small k an unrelated program would mask most of all code. Fingerprints never
//! depend on masks. Masks are applied after k-grams are numbered, and only remove some.
//!
//! Handouts are filled in, or vary a little from year to year. A file that shares long verified runs with at least half
//! of a handout was written into it. So was a submission with at least half of the statements of a handout, typed the
//! same: a skeleton of signatures has no long runs. The statements of these that the handout has too, in the same order,
//! belong to the handout (`skeleton`), however short they are and however much was written between them. Otherwise,
//! nothing is near-boilerplate, as single statements are idioms that anybody writes.

use std::borrow::Cow;
use std::ops::Range;

use chaffinch_fingerprint::hash_kgrams;
use chaffinch_submission::{LazyStream, Scheme, TokenStream, TokenizedSubmission};
use rayon::prelude::*;
use rustc_hash::FxHashMap;

use crate::index::distinct;
use crate::index::kgrams::salt;
use crate::masks::Masks;
use crate::masks::skeleton::{Skeletons, Statements, common_statements};
use crate::{BOILERPLATE_RUN, Mask, SeededMap};

/// Masks every token in a verified common run of at least [`BOILERPLATE_RUN`] tokens with a boilerplate file. In what was
/// written into that boilerplate file, also masks the statements that both have, unless what is left is too short for
/// matches of `min_match` tokens.
pub(crate) fn boilerplate(
    submissions: &[TokenizedSubmission],
    handed_out: &[&TokenStream],
    min_match: u32,
) -> Masks {
    let index = WindowIndex::new(handed_out, BOILERPLATE_RUN as usize);
    let skeletons = Skeletons::new(handed_out);
    submissions
        .par_iter()
        .map(|submission| {
            let mut mask = Vec::new();
            let filled_in = skeletons.filled_in(&submission.files);
            for file in &submission.files {
                let start = mask.len();
                mask.resize(start + file.stream.tokens(), None);
                let of_file = &mut mask[start..];
                let read = Windows::read(&file.stream, index.window);
                agreeing((&read, read.all()), handed_out, &index, |tokens, _, _| {
                    of_file[tokens].fill(Some(Mask::Boilerplate));
                });
                let mut without_skeleton = of_file.to_vec();
                for skeleton in filled_in.iter().map(|&handout| handed_out[handout]) {
                    if skeleton.scheme == file.stream.scheme {
                        for (tokens, _) in common_statements(&read.stream, skeleton, Statements::All) {
                            without_skeleton[tokens].fill(Some(Mask::Boilerplate));
                        }
                    }
                }
                if can_be_matched(&without_skeleton, min_match) {
                    of_file.copy_from_slice(&without_skeleton);
                }
            }
            mask
        })
        .collect()
}

/// Returns whether most of what is not masked is in pieces that can be matches. Between the signatures of a skeleton may be
/// a line each: without the skeleton, nothing of a copy would be found.
fn can_be_matched(mask: &[Option<Mask>], min_match: u32) -> bool {
    let pieces = mask.split(Option::is_some).map(<[_]>::len);
    let (matchable, short): (Vec<usize>, Vec<usize>) =
        pieces.partition(|&length| length >= min_match as usize);
    short.iter().sum::<usize>() <= matchable.iter().sum()
}

/// Calls `each` with the tokens of a file that agree with one of the indexed streams, with the number of that stream and
/// the first token there: every window of the index that begins at one of these tokens and, if the file was written into
/// the stream, the statements that both have.
pub(crate) fn agreeing(
    (file, begin): (&Windows<'_>, impl Iterator<Item = usize>),
    streams: &[&TokenStream],
    index: &WindowIndex<'_>,
    mut each: impl FnMut(Range<usize>, usize, usize),
) {
    let run = index.window;
    let mut found = vec![Vec::new(); streams.len()];
    index.each_found(file, begin, |at, stream, place| {
        each(at..at + run, stream as usize, place as usize);
        found[stream as usize].push(place as usize);
    });
    for (number, (stream, places)) in streams.iter().zip(found).enumerate() {
        if was_written_into(stream, places, run) {
            for (tokens, place) in common_statements(&file.stream, stream, Statements::Long) {
                each(tokens, number, place);
            }
        }
    }
}

/// Returns whether the windows found at these places are at least half of a handout. Less than that may be an idiom.
fn was_written_into(handout: &TokenStream, places: Vec<usize>, run: usize) -> bool {
    let places = distinct(places);
    let covered: usize = places.windows(2).map(|pair| run.min(pair[1] - pair[0])).sum();
    !places.is_empty() && handout.values.len() <= 2 * (covered + run)
}

/// A file and the hashes of its windows of tokens, by their first token.
pub(crate) struct Windows<'a> {
    pub(crate) stream: Cow<'a, TokenStream>,
    pub(crate) hashes: Vec<u64>,
}

impl<'a> Windows<'a> {
    pub(crate) fn read(file: &'a LazyStream, window: usize) -> Self {
        let stream = file.read();
        let mut hashes = Vec::new();
        hash_kgrams(&stream.values, window, &mut hashes);
        Self { stream, hashes }
    }

    /// Returns the first tokens of all windows.
    pub(crate) fn all(&self) -> Range<usize> {
        0..self.hashes.len()
    }

    /// Returns the hashes of its windows, told apart by scheme.
    pub(crate) fn keys(&self) -> impl Iterator<Item = u64> {
        let salt = salt(self.stream.scheme);
        self.hashes.iter().map(move |hash| hash ^ salt)
    }
}

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

    /// Returns the hashes of all windows, as [`Windows::keys`] does.
    pub(crate) fn keys(&self) -> impl Iterator<Item = u64> {
        self.places.iter().flat_map(|(&scheme, places)| places.keys().map(move |hash| hash ^ salt(scheme)))
    }

    /// Calls `each` with every one of these positions of a stream at which a window of the boilerplate begins, the
    /// boilerplate stream, and the position there.
    pub(crate) fn each_found(
        &self,
        file: &Windows<'_>,
        begin: impl Iterator<Item = usize>,
        mut each: impl FnMut(usize, u32, u32),
    ) {
        let Some(places) = self.places.get(&file.stream.scheme) else { return };
        for at in begin {
            let Some(&(other, place)) = places.get(&file.hashes[at]) else { continue };
            let theirs = &self.streams[other as usize].values[place as usize..][..self.window];
            if theirs == &file.stream.values[at..at + self.window] {
                each(at, other, place);
            }
        }
    }
}
