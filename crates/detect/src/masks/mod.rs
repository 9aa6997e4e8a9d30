//! Tokens that do not count: boilerplate, templates and passages that are common here or elsewhere. Masks as values.

pub(crate) mod boilerplate;
pub(crate) mod masked;
mod skeleton;
mod vendored;
pub(crate) mod windows;

use std::ops::Range;

use crate::Mask;

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

/// Finds out of each position of a file whether a k-gram that begins there contains a masked token.
pub(crate) fn mask_kgrams(mask: &[Option<Mask>], k: u32, masked: &mut Vec<bool>) {
    masked.clear();
    masked.resize(mask.len(), false);
    // k at a masked token, counting down towards the start. Above 0, the k-gram here contains the masked token.
    let mut reach = 0_u32;
    for (token, masked) in mask.iter().zip(masked).rev() {
        reach = if token.is_some() { k } else { reach.saturating_sub(1) };
        *masked = reach > 0;
    }
}
