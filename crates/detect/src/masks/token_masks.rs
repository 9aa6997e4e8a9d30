//! Masks as values: the tokens of each submission that do not count.

use std::ops::Range;

use crate::results::submission::Mask;

/// For each submission and token: `None` if it counts. Tokens run through the files in order.
pub(crate) type Masks = Vec<Vec<Option<Mask>>>;

/// Returns the masked ranges of one file's tokens, ascending.
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
