//! The in-memory inverted index: hashes become dense ids, which have positions and posting lists.

pub(crate) mod kgrams;
pub(crate) mod numbering;
pub(crate) mod postings;
pub(crate) mod seeded;
pub(crate) mod unmasked;

use std::ops::Range;

use chaffinch_submission::{TokenizedFile, TokenizedSubmission};

/// Returns the files of a submission with the positions of their tokens, which run through the files in order.
pub(crate) fn files_of(
    submission: &TokenizedSubmission,
) -> impl Iterator<Item = (&TokenizedFile, Range<usize>)> {
    let mut start = 0;
    submission.files.iter().map(move |file| {
        let tokens = start..start + file.stream.tokens();
        start = tokens.end;
        (file, tokens)
    })
}

/// Returns the distinct items, ascending.
pub(crate) fn distinct<T: Ord>(items: impl IntoIterator<Item = T>) -> Vec<T> {
    let mut items: Vec<T> = items.into_iter().collect();
    items.sort_unstable();
    items.dedup();
    items
}
