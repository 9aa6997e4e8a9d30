//! Windows of consecutive tokens by their hashes, and those that many have.

use chaffinch_fingerprint::hash_kgrams;
use chaffinch_submission::TokenizedSubmission;
use rayon::prelude::*;

use crate::Mask;
use crate::index::files_of;
use crate::index::kgrams::salt;
use crate::masks::mask_kgrams;

/// Calls `each` with the position and hash of every window of so many tokens. Windows do not cross files.
pub(crate) fn each_window(submission: &TokenizedSubmission, window: usize, mut each: impl FnMut(usize, u64)) {
    let mut hashes = Vec::new();
    for (file, tokens) in files_of(submission) {
        hash_kgrams(&file.stream.read_values(), window, &mut hashes);
        let salt = salt(file.stream.scheme);
        for (at, hash) in tokens.zip(&hashes) {
            each(at, hash ^ salt);
        }
    }
}

/// Returns the hashes of all windows of so many tokens.
pub(crate) fn windows_of(submission: &TokenizedSubmission, window: usize) -> Vec<u64> {
    let mut hashes = Vec::new();
    each_window(submission, window, |_, hash| hashes.push(hash));
    hashes
}

/// As [`each_window`], without the windows that have a masked token.
pub(crate) fn each_unmasked_window(
    submission: &TokenizedSubmission,
    mask: &[Option<Mask>],
    window: usize,
    mut each: impl FnMut(usize, u64),
) {
    // Of a submission, not of a file: windows do not cross files, so what lies beyond one does not matter.
    let mut masked = Vec::new();
    mask_kgrams(mask, window as u32, &mut masked);
    each_window(submission, window, |at, hash| {
        if !masked[at] {
            each(at, hash);
        }
    });
}

/// Returns the hashes of windows that at least so many units have, ascending. `units` says for each submission as what it
/// counts, if it does; `windows_of` returns the hashes of its windows.
pub(crate) fn frequent_windows(
    units: &[Option<u32>],
    least: usize,
    windows_of: impl Fn(usize) -> Vec<u64> + Sync,
) -> Vec<u64> {
    let mut seen: Vec<(u64, u32)> = units
        .par_iter()
        .enumerate()
        .filter_map(|(submission, unit)| Some((submission, (*unit)?)))
        .flat_map_iter(|(submission, unit)| windows_of(submission).into_iter().map(move |hash| (hash, unit)))
        .collect();
    seen.par_sort_unstable();
    seen.dedup();
    seen.chunk_by(|a, b| a.0 == b.0).filter(|same| least <= same.len()).map(|same| same[0].0).collect()
}
