//! Masks tokens that were handed out by the instructor.
//!
//! Masks are based on runs well above k, and on tokens instead of k-gram hashes. With hashes alone, the borders of a
//! template would not be masked, and at small k an unrelated program would mask most of all code. Fingerprints never
//! depend on masks. Masks are applied after k-grams are numbered, and only remove some.

use chaffinch_submission::{TokenStream, TokenizedSubmission};
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
                let mut found = vec![Vec::new(); handed_out.len()];
                index.each_found(&file.stream, |at, handout, place| {
                    mask[start + at..start + at + run].fill(Some(Mask::Boilerplate));
                    found[handout as usize].push(place as usize);
                });
                for (handout, places) in handed_out.iter().zip(found) {
                    if was_written_into(handout, places, run) {
                        for tokens in common_statements(&file.stream.read(), handout) {
                            mask[start + tokens.start..start + tokens.end].fill(Some(Mask::Boilerplate));
                        }
                    }
                }
            }
            mask
        })
        .collect()
}

/// Returns whether the windows found at these places are at least half of a handout. Less than that may be an idiom.
fn was_written_into(handout: &TokenStream, mut places: Vec<usize>, run: usize) -> bool {
    places.sort_unstable();
    places.dedup();
    let covered: usize = places.windows(2).map(|pair| run.min(pair[1] - pair[0])).sum();
    !places.is_empty() && handout.values.len() <= 2 * (covered + run)
}
