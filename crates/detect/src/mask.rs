//! Which tokens do not count: what the instructor handed out, and what too many groups have.
//!
//! Both rules look at runs well above k, and at tokens rather than k-gram hashes: hashes alone would leave the
//! borders of a template standing, and at small k an unrelated program would mask most of everyone's code.
//! Fingerprints never depend on masks; masking comes after interning and only removes.

use std::ops::Range;

use chaffinch_fingerprint::hash_kgrams;
use chaffinch_submission::{Scheme, TokenStream, TokenizedSubmission};
use rayon::prelude::*;
use rustc_hash::FxHashMap;

use crate::{
    analysis::{Counts, Mask},
    seeded::SeededMap,
    template::common_statements,
};

/// Per submission and token: `None` where it counts. Tokens run through the files one after the other.
pub(crate) type Masks = Vec<Vec<Option<Mask>>>;

/// Masks every token inside a verified common run of at least `run` tokens with a boilerplate file, and, in a file
/// that was written into that boilerplate file, the statements they have in common.
pub(crate) fn boilerplate(
    submissions: &[TokenizedSubmission],
    handed_out: &[&TokenStream],
    run: usize,
) -> Masks {
    let index = WindowIndex::new(handed_out, run);
    submissions
        .par_iter()
        .map(|submission| {
            let mut mask = Vec::new();
            for file in &submission.files {
                let start = mask.len();
                mask.resize(start + file.stream.values.len(), None);
                let mut found = vec![Vec::new(); handed_out.len()];
                index.each_found(&file.stream, |at, handout, place| {
                    mask[start + at..start + at + run].fill(Some(Mask::Boilerplate));
                    found[handout as usize].push(place as usize);
                });
                for (handout, places) in handed_out.iter().zip(found) {
                    if was_written_into(handout, places, run) {
                        for tokens in common_statements(&file.stream, handout) {
                            mask[start + tokens.start..start + tokens.end].fill(Some(Mask::Boilerplate));
                        }
                    }
                }
            }
            mask
        })
        .collect()
}

/// Whether the windows found at these places of a handout are at least half of it: less is an idiom.
fn was_written_into(handout: &TokenStream, mut places: Vec<usize>, run: usize) -> bool {
    places.sort_unstable();
    places.dedup();
    let covered: usize = places.windows(2).map(|pair| run.min(pair[1] - pair[0])).sum();
    !places.is_empty() && handout.values.len() <= 2 * (covered + run)
}

/// Masks every token inside a window of `window` tokens that more than `limit` groups have. What counts as no group
/// never counts towards the limit, and is masked too.
pub(crate) fn common(
    masks: &mut Masks,
    submissions: &[TokenizedSubmission],
    counts: &[Counts],
    window: usize,
    limit: u32,
) {
    if limit == 0 {
        return;
    }
    let mut seen: Vec<(u64, u32)> = submissions
        .par_iter()
        .zip(counts)
        .filter_map(|(submission, counts)| match counts {
            Counts::Group(group) => Some((submission, *group)),
            Counts::Archived | Counts::Not => None,
        })
        .flat_map_iter(|(submission, group)| {
            let mut hashes = Vec::new();
            each_window(submission, window, |_, hash| hashes.push((hash, group)));
            hashes
        })
        .collect();
    seen.par_sort_unstable();
    seen.dedup();
    let frequent: Vec<u64> = seen
        .chunk_by(|a, b| a.0 == b.0)
        .filter(|same| limit < same.len() as u32)
        .map(|same| same[0].0)
        .collect();
    masks.par_iter_mut().zip(submissions).for_each(|(mask, submission)| {
        each_window(submission, window, |at, hash| {
            if frequent.binary_search(&hash).is_ok() {
                for token in &mut mask[at..at + window] {
                    token.get_or_insert(Mask::Common);
                }
            }
        });
    });
}

/// Calls `each` with the position and hash of every window of tokens; windows do not cross files.
fn each_window(submission: &TokenizedSubmission, window: usize, mut each: impl FnMut(usize, u64)) {
    let (mut start, mut hashes) = (0, Vec::new());
    for file in &submission.files {
        hash_kgrams(&file.stream.values, window, &mut hashes);
        let salt = crate::grams::salt(file.stream.scheme);
        for (at, hash) in hashes.iter().enumerate() {
            each(start + at, hash ^ salt);
        }
        start += file.stream.values.len();
    }
}

/// Where windows of tokens stand in the boilerplate.
pub(crate) struct WindowIndex<'a> {
    streams: &'a [&'a TokenStream],
    window: usize,
    /// By scheme, hash -> (stream, position) of one occurrence; a second one with other tokens would be a
    /// collision of 64 bits, and is caught by comparing tokens.
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

    /// Calls `each` with every position of a stream at which a window of the boilerplate begins, and with the
    /// boilerplate stream that has it and its place there.
    pub(crate) fn each_found(&self, stream: &TokenStream, mut each: impl FnMut(usize, u32, u32)) {
        let Some(places) = self.places.get(&stream.scheme) else { return };
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

/// The masked ranges of one file's tokens, ascending.
pub(crate) fn ranges(mask: &[Option<Mask>]) -> Vec<(Range<u32>, Mask)> {
    let mut ranges = Vec::new();
    let mut start = 0;
    for same in mask.chunk_by(|a, b| a == b) {
        let end = start + same.len() as u32;
        if let Some(reason) = same[0] {
            ranges.push((start..end, reason));
        }
        start = end;
    }
    ranges
}
