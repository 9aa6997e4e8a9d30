//! Masks tokens that were handed out by the instructor.
//!
//! Masks are based on runs well above k, and on tokens instead of k-gram hashes. With hashes alone, the borders of a
//! template would not be masked, and at small k an unrelated program would mask most of all code. Fingerprints never
//! depend on masks. Masks are applied after k-grams are numbered, and only remove some.
//!
//! Handouts are filled in, or vary a little from year to year. A file that shares long verified runs with at least half
//! of a handout was written into it. Its statements that the handout has too, in the same order, belong to the handout,
//! however short they are and however much was written between them. Without such runs, nothing is near-boilerplate, as
//! single statements are idioms that anybody writes.

use std::ops::Range;

use chaffinch_fingerprint::hash_kgrams;
use chaffinch_submission::{LazyStream, Scheme, TokenStream, TokenizedSubmission};
use rayon::prelude::*;
use rustc_hash::FxHashMap;

use crate::index::distinct;
use crate::masks::Masks;
use crate::{BOILERPLATE_RUN, Mask, SeededMap};

/// Masks every token in a verified common run of at least [`BOILERPLATE_RUN`] tokens with a boilerplate file. In a file that was
/// written into that boilerplate file, also masks the statements that both have.
pub(crate) fn boilerplate(submissions: &[TokenizedSubmission], handed_out: &[&TokenStream]) -> Masks {
    let index = WindowIndex::new(handed_out, BOILERPLATE_RUN as usize);
    submissions
        .par_iter()
        .map(|submission| {
            let mut mask = Vec::new();
            for file in &submission.files {
                let start = mask.len();
                mask.resize(start + file.stream.tokens(), None);
                agreeing(&file.stream, handed_out, &index, |tokens, _, _| {
                    mask[start + tokens.start..start + tokens.end].fill(Some(Mask::Boilerplate));
                });
            }
            mask
        })
        .collect()
}

/// Calls `each` with the tokens of a file that agree with one of the indexed streams, with the number of that stream and
/// the first token there: every window of the index and, if the file was written into the stream, the statements that
/// both have.
pub(crate) fn agreeing(
    file: &LazyStream,
    streams: &[&TokenStream],
    index: &WindowIndex<'_>,
    mut each: impl FnMut(Range<usize>, usize, usize),
) {
    let run = index.window;
    let mut found = vec![Vec::new(); streams.len()];
    index.each_found(file, |at, stream, place| {
        each(at..at + run, stream as usize, place as usize);
        found[stream as usize].push(place as usize);
    });
    for (number, (stream, places)) in streams.iter().zip(found).enumerate() {
        if was_written_into(stream, places, run) {
            for (tokens, place) in common_statements(&file.read(), stream) {
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

/// Tokens of the shortest statement that is masked. Shorter ones would be found in any handout.
const MIN_LENGTH: usize = 6;

/// Most pairs of statements compared for a file and a handout: a thousand statements each. Beyond this, only the long
/// runs are masked.
const MAX_COUNT: usize = 1_000_000;

/// Returns the token ranges of the statements of `file` that `handout` has in the same order, each with its first token
/// there: a longest common subsequence by tokens.
fn common_statements(file: &TokenStream, handout: &TokenStream) -> Vec<(Range<usize>, usize)> {
    let (ours, theirs) = (statements(file), statements(handout));
    if MAX_COUNT < ours.len() * theirs.len() {
        return Vec::new();
    }
    let same = |o: usize, t: usize| file.values[ours[o].clone()] == handout.values[theirs[t].clone()];
    // most[o][t]: tokens of the best alignment of ours[o..] and theirs[t..].
    let width = theirs.len() + 1;
    let mut most = vec![0_u32; (ours.len() + 1) * width];
    for o in (0..ours.len()).rev() {
        for t in (0..theirs.len()).rev() {
            let skip = most[(o + 1) * width + t].max(most[o * width + t + 1]);
            let take = if same(o, t) { most[(o + 1) * width + t + 1] + ours[o].len() as u32 } else { 0 };
            most[o * width + t] = skip.max(take);
        }
    }
    let (mut o, mut t, mut found) = (0, 0, Vec::new());
    while o < ours.len() && t < theirs.len() {
        let best = most[o * width + t];
        if best == most[(o + 1) * width + t] {
            o += 1;
        } else if best == most[o * width + t + 1] {
            t += 1;
        } else {
            found.push((ours[o].clone(), theirs[t].start));
            (o, t) = (o + 1, t + 1);
        }
    }
    found
}

fn statements(stream: &TokenStream) -> Vec<Range<usize>> {
    stream.statement_ranges().filter(|range| MIN_LENGTH <= range.len()).collect()
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

#[cfg(test)]
mod tests {
    use chaffinch_submission::{Scheme, Span, TokenStream};
    use proptest::prelude::*;

    use super::common_statements;

    /// Returns statements with the given numbers, of `number + 6` tokens each.
    fn stream(numbers: &[u64]) -> TokenStream {
        let (mut values, mut statements) = (Vec::new(), Vec::new());
        for &number in numbers {
            statements.push(values.len() as u32);
            values.extend((0..number + 6).map(|at| number * 100 + at));
        }
        TokenStream {
            language: "numbers",
            scheme: Scheme { family: "numbers", normalizer: 1, k: 6, w: 4 },
            spans: (0..values.len() as u32).map(|at| Span { start: at, end: at + 1 }).collect(),
            texts: Vec::new(),
            comments: Vec::new(),
            forms: Vec::new(),
            lines: Vec::new(),
            values,
            statements,
            lexical: 0,
            notes: Vec::new(),
        }
    }

    fn tokens(ours: &[u64], theirs: &[u64]) -> usize {
        common_statements(&stream(ours), &stream(theirs)).iter().map(|(tokens, _)| tokens.len()).sum()
    }

    /// Tries all subsequences.
    fn oracle(ours: &[u64], theirs: &[u64]) -> usize {
        match (ours, theirs) {
            ([], _) | (_, []) => 0,
            ([ours, our_rest @ ..], [theirs, their_rest @ ..]) => {
                let take = if ours == theirs { *ours as usize + 6 + oracle(our_rest, their_rest) } else { 0 };
                let skip_ours = oracle(our_rest, &[&[*theirs], their_rest].concat());
                take.max(skip_ours).max(oracle(&[&[*ours], our_rest].concat(), their_rest))
            }
        }
    }

    #[test]
    fn order_counts_and_what_stands_between_does_not() {
        assert_eq!(tokens(&[1, 9, 9, 2, 9, 3], &[1, 2, 3]), 7 + 8 + 9);
        assert_eq!(tokens(&[3, 1], &[1, 3]), 9, "the longer of two that changed places");
        assert_eq!(tokens(&[4], &[5]), 0);
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(64))]

        #[test]
        fn finds_the_longest_common_subsequence(
            ours in proptest::collection::vec(0_u64..4, 0..7),
            theirs in proptest::collection::vec(0_u64..4, 0..7),
        ) {
            prop_assert_eq!(tokens(&ours, &theirs), oracle(&ours, &theirs));
        }
    }
}
