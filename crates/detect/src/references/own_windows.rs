//! The windows of tokens that several authors handed in before.

use chaffinch_fingerprint::hash_kgrams;
use chaffinch_submission::TokenizedSubmission;
use rayon::prelude::*;

use crate::{
    background::{OwnWork, union},
    index::kgrams::salt,
    limits::BOILERPLATE_RUN,
    masks::token_masks::Masks,
};

/// Something that several submissions have, by its number, and the token of a submission where it is: a token of a
/// reference (the tokens of all references are counted through), or a window of tokens.
pub(super) type Covered = (u32, u32);

/// Returns, for each submission, the windows of [`BOILERPLATE_RUN`] unmasked tokens that its author handed in before, with
/// a number that is the same wherever the tokens are, and the first token of each; ascending. Windows of one submission
/// only are left out.
pub(super) fn own_windows(
    submissions: &[TokenizedSubmission],
    masks: &Masks,
    own: &OwnWork,
) -> Vec<Vec<Covered>> {
    let found: Vec<Vec<(u64, u32)>> = (submissions.par_iter().zip(masks).zip(own))
        .map(|((submission, mask), own)| {
            let (mut start, mut windows, mut hashes) = (0, Vec::new(), Vec::new());
            for (file, own) in submission.files.iter().zip(own) {
                if !own.is_empty() {
                    hash_kgrams(&file.stream.read_values(), BOILERPLATE_RUN as usize, &mut hashes);
                    let salt = salt(file.stream.scheme);
                    let counts = |at: &u32| {
                        let at = (start + at) as usize;
                        mask[at..at + BOILERPLATE_RUN as usize].iter().all(Option::is_none)
                    };
                    let inside = union(own.iter().map(|passage| passage.tokens.clone()).collect())
                        .into_iter()
                        .flat_map(|passage| {
                            passage.start
                                ..(passage.end + 1).saturating_sub(BOILERPLATE_RUN).min(hashes.len() as u32)
                        });
                    windows.extend(inside.filter(counts).map(|at| (hashes[at as usize] ^ salt, start + at)));
                }
                start += file.stream.tokens() as u32;
            }
            windows.sort_unstable();
            windows
        })
        .collect();
    let mut known: Vec<u64> = (found.iter())
        .flat_map(|windows| windows.chunk_by(|one, other| one.0 == other.0).map(|same| same[0].0))
        .collect();
    known.par_sort_unstable();
    let shared: Vec<u64> =
        known.chunk_by(|one, other| one == other).filter(|same| same.len() > 1).map(|same| same[0]).collect();
    let numbered = |windows: Vec<(u64, u32)>| {
        let number = |(hash, at): (u64, u32)| Some((shared.binary_search(&hash).ok()? as u32, at));
        windows.into_iter().filter_map(number).collect()
    };
    found.into_iter().map(numbered).collect()
}
