//! Masks tokens that were handed out by the instructor.
//!
//! Masks are based on runs well above k, and on tokens instead of k-gram hashes. With hashes alone, the borders of a
//! template would not be masked, and at small k an unrelated program would mask most of all code. Fingerprints never
//! depend on masks. Masks are applied after k-grams are numbered, and only remove some.

use std::ops::Range;

use chaffinch_submission::{LazyStream, TokenStream, TokenizedSubmission};
use rayon::prelude::*;

use crate::{
    masks::{near_boilerplate::common_statements, token_masks::Masks, windows::WindowIndex},
    results::submission::Mask,
};

/// Masks every token in a verified common run of at least `run` tokens with a boilerplate file. In a file that was
/// written into that boilerplate file, also masks the statements that both have.
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
    let run = index.window();
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
fn was_written_into(handout: &TokenStream, mut places: Vec<usize>, run: usize) -> bool {
    places.sort_unstable();
    places.dedup();
    let covered: usize = places.windows(2).map(|pair| run.min(pair[1] - pair[0])).sum();
    !places.is_empty() && handout.values.len() <= 2 * (covered + run)
}
