//! Masks passages that more groups or submissions have than a limit.

use std::hash::BuildHasher as _;

use chaffinch_fingerprint::hash_kgrams;
use chaffinch_submission::TokenizedSubmission;
use rayon::prelude::*;
use rustc_hash::FxBuildHasher;

use crate::{
    index::kgrams::salt,
    masks::token_masks::{Masks, ranges},
    results::submission::{Counts, Mask},
};

/// Returns what counts once for [`Options::common_limit`](crate::Options::common_limit): the group of each submission,
/// if it has one.
pub(crate) fn by_group(counts: &[Counts]) -> Vec<Option<u32>> {
    let group = |counts: &Counts| match counts {
        Counts::Group(group) => Some(*group),
        Counts::Archived | Counts::Not => None,
    };
    counts.iter().map(group).collect()
}

/// Returns what counts once for [`Options::submission_limit`](crate::Options::submission_limit): each of the first
/// `batch` submissions.
pub(crate) fn by_submission(submissions: usize, batch: usize) -> Vec<Option<u32>> {
    (0..submissions).map(|index| (index < batch).then_some(index as u32)).collect()
}

/// Masks every token in a window of `window` tokens that more than `limit` units have. `units` says for each submission
/// as what it counts. Those that count as nothing are masked too.
pub(crate) fn common(
    masks: &mut Masks,
    submissions: &[TokenizedSubmission],
    units: &[Option<u32>],
    window: usize,
    limit: u32,
) {
    if limit == 0 {
        return;
    }
    let mut seen: Vec<(u64, u32)> = submissions
        .par_iter()
        .zip(units)
        .filter_map(|(submission, unit)| Some((submission, (*unit)?)))
        .flat_map_iter(|(submission, unit)| {
            let mut hashes = Vec::new();
            each_window(submission, window, |_, hash| hashes.push((hash, unit)));
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

/// Returns the number of different passages that are masked for this reason. Passages with the same tokens are one.
pub(crate) fn distinct(masks: &Masks, submissions: &[TokenizedSubmission], reason: Mask) -> u32 {
    let mut passages: Vec<u64> = masks
        .par_iter()
        .zip(submissions)
        .flat_map_iter(|(mask, submission)| {
            let (mut start, mut found) = (0, Vec::new());
            for file in &submission.files {
                let values = file.stream.read_values();
                for (tokens, why) in ranges(&mask[start..start + values.len()]) {
                    if why == reason {
                        let values = &values[tokens.start as usize..tokens.end as usize];
                        found.push(FxBuildHasher.hash_one((salt(file.stream.scheme), values)));
                    }
                }
                start += values.len();
            }
            found
        })
        .collect();
    passages.par_sort_unstable();
    passages.dedup();
    passages.len() as u32
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
