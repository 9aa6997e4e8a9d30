//! Lets matches begin and end at statements. A run of equal tokens often begins in the middle of a statement, at `) {`,
//! because something before it differs. A reader can do nothing with half a statement.
//!
//! Only listed matches are cut. The figures of a pair count whole tiles.

use crate::{
    alignment::{submission_data::SubmissionData, tiling::Tile},
    limits::MIN_MATCH,
};

/// A match loses at most one in this many of its tokens.
const ONE_IN: u32 = 5;

/// The parts of a statement at the ends of a passage, in tokens.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Partial {
    /// From the first token to the next beginning of a statement; 0 if a statement begins there.
    first: u32,
    /// From the last beginning of a statement to the end; 0 if a statement ends there.
    last: u32,
}

/// Returns a tile without the partial statements at its ends, if it stays long enough without them and both sides agree
/// where they end.
pub(crate) fn trimmed(left: SubmissionData<'_>, right: SubmissionData<'_>, tile: Tile) -> Tile {
    let [ours, theirs] =
        [(left, tile.left), (right, tile.right)].map(|(side, start)| partial(side, start, tile.tokens));
    // Where a statement begins depends on the code around it, so the sides may differ.
    let first = if ours.first == theirs.first { ours.first } else { 0 };
    let last = if ours.last == theirs.last { ours.last } else { 0 };
    let Partial { first, last } = affordable(Partial { first, last }, tile.tokens);
    Tile { left: tile.left + first, right: tile.right + first, tokens: tile.tokens - first - last }
}

/// Returns what may be cut of a passage: both ends, or only the smaller one.
fn affordable(Partial { first, last }: Partial, tokens: u32) -> Partial {
    let most = (tokens / ONE_IN).min(tokens.saturating_sub(MIN_MATCH));
    if first + last <= most {
        Partial { first, last }
    } else if first <= last {
        Partial { first: if first <= most { first } else { 0 }, last: 0 }
    } else {
        Partial { first: 0, last: if last <= most { last } else { 0 } }
    }
}

fn partial(side: SubmissionData<'_>, start: u32, tokens: u32) -> Partial {
    let file = side.indexed.file_of(start);
    let start = start - side.indexed.files[file].start;
    let end = start + tokens;
    let statements = &side.submission.files[file].stream.statements;
    let within = &statements[statements.partition_point(|&at| at < start)..];
    let within = &within[..within.partition_point(|&at| at <= end)];
    let is_last = end == side.indexed.files[file].tokens;
    match (within.first(), within.last()) {
        (Some(first), Some(last)) => {
            Partial { first: first - start, last: if is_last { 0 } else { end - last } }
        }
        // The passage is inside one statement.
        _ => Partial { first: 0, last: 0 },
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    proptest! {
        #[test]
        fn what_is_cut_is_the_most_that_is_allowed(first in 0_u32..30, last in 0_u32..30, more in 0_u32..200) {
            let tokens = MIN_MATCH.max(first + last) + more;
            let allowed = |cut: &Partial| {
                let lost = cut.first + cut.last;
                lost * ONE_IN <= tokens && MIN_MATCH <= tokens - lost
            };
            // Each end is cut completely or not at all. Two ends are better than one.
            let choices = [(first, last), (first.min(last), 0), (0, 0)];
            let best = choices.into_iter().map(|(first, last)| Partial { first, last }).find(allowed).unwrap();
            let cut = affordable(Partial { first, last }, tokens);
            prop_assert!(allowed(&cut));
            prop_assert_eq!(cut.first + cut.last, best.first + best.last);
            prop_assert!([0, first].contains(&cut.first) && [0, last].contains(&cut.last));
        }
    }
}
