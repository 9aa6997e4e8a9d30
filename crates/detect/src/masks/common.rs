//! Masks passages that more groups have than a limit.

use chaffinch_fingerprint::hash_kgrams;
use chaffinch_submission::TokenizedSubmission;
use rayon::prelude::*;

use crate::{
    index::kgrams::salt,
    masks::token_masks::Masks,
    results::submission::{Counts, Mask},
};

/// Masks every token in a window of `window` tokens that more than `limit` groups have. Submissions that do not count
/// as a group do not count towards the limit, but are masked too.
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

/// Calls `each` with the position and hash of every window of tokens. Windows do not cross files.
fn each_window(submission: &TokenizedSubmission, window: usize, mut each: impl FnMut(usize, u64)) {
    let (mut start, mut hashes) = (0, Vec::new());
    for file in &submission.files {
        hash_kgrams(&file.stream.read_values(), window, &mut hashes);
        let salt = salt(file.stream.scheme);
        for (at, hash) in hashes.iter().enumerate() {
            each(start + at, hash ^ salt);
        }
        start += file.stream.tokens();
    }
}
