//! The tiles of two submissions: maximal common runs, verified token by token, are tiled with disjoint matches, longest
//! first (greedy string tiling, Wise 1993).
//!
//! No token is in two tiles on either side. Of equal matches, the one with the smaller position on the left is taken,
//! then on the right. The left side is the one whose name sorts first, so swapping the sides mirrors the result.
//!
//! Listed matches begin and end at statements ([`trimmed`]). A run of equal tokens often begins in the middle of a
//! statement, at `) {`, because something before it differs, and a reader can do nothing with half a statement. The
//! figures of a pair count whole tiles.

use std::borrow::Cow;
use std::cmp::Reverse;
use std::collections::BinaryHeap;

use crate::alignment::batch::{Sides, SubmissionData};
use crate::alignment::runs::common_runs;
use crate::index::kgrams::Side;

/// Returns the tiles of a pair over unmasked tokens: matches, longest first.
pub(crate) fn tiles_of(sides: Sides<'_>) -> Vec<Tile> {
    long_tiles_of(sides, sides[0].min_match())
}

/// Returns the tiles with at least `shortest` tokens.
pub(crate) fn long_tiles_of(sides: Sides<'_>, shortest: u32) -> Vec<Tile> {
    tiling(sides, sides.map(|side| side.unmasked.side()), shortest)
}

/// Returns the tiles of a pair over all tokens that have k-grams, masked or not. `unmasked` are those over unmasked tokens.
pub(crate) fn raw_tiles<'a>(sides: Sides<'_>, unmasked: &'a [Tile]) -> Cow<'a, [Tile]> {
    if sides.iter().any(|side| side.counted < side.indexed.indexed_tokens()) {
        Cow::Owned(tiling(sides, sides.map(|side| side.indexed.side()), sides[0].min_match()))
    } else {
        Cow::Borrowed(unmasked)
    }
}

fn tiling([left, right]: Sides<'_>, kgrams: [Side<'_>; 2], shortest: u32) -> Vec<Tile> {
    let runs = common_runs(kgrams[0], kgrams[1], 1, left.min_grams());
    let k_at = |position: u32| left.indexed.files[left.indexed.file_of(position)].k;
    let runs = runs.into_iter().filter_map(|run| {
        let tokens = run.grams + k_at(run.left) - 1;
        let found = Tile { left: run.left, right: run.right, tokens };
        // Equal hashes are only candidates; compare the tokens.
        let verified = shortest <= tokens
            && (0..tokens).all(|at| left.value(run.left + at) == right.value(run.right + at));
        verified.then_some(found)
    });
    tile(runs, (left.indexed.tokens, right.indexed.tokens), shortest)
}

/// Returns the number of tokens that the tiles cover on one side.
pub(crate) fn covered_tokens(tiles: &[Tile]) -> u32 {
    tiles.iter().map(|tile| tile.tokens).sum()
}

/// Equal tokens, beginning at `left` and at `right`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Tile {
    pub(crate) left: u32,
    pub(crate) right: u32,
    pub(crate) tokens: u32,
}

/// Tiles two sides of the given sizes with pieces of the given maximal runs that have at least `shortest` tokens.
pub(crate) fn tile(runs: impl Iterator<Item = Tile>, sizes: (u32, u32), shortest: u32) -> Vec<Tile> {
    let mut queue: BinaryHeap<(u32, Reverse<(u32, u32)>)> = runs
        .filter(|run| shortest <= run.tokens)
        .map(|run| (run.tokens, Reverse((run.left, run.right))))
        .collect();
    let mut taken = (vec![false; sizes.0 as usize], vec![false; sizes.1 as usize]);
    let mut tiles = Vec::new();
    while let Some((tokens, Reverse((left, right)))) = queue.pop() {
        let (l, r) = (left as usize, right as usize);
        let is_free = |at: u32| !taken.0[l + at as usize] && !taken.1[r + at as usize];
        let first = (0..tokens).find(|&at| is_free(at));
        let Some(first) = first else { continue };
        let end = (first..tokens).find(|&at| !is_free(at)).unwrap_or(tokens);
        if end - first == tokens {
            taken.0[l..l + tokens as usize].fill(true);
            taken.1[r..r + tokens as usize].fill(true);
            tiles.push(Tile { left, right, tokens });
            continue;
        }
        // The rest of the run goes back into the queue: its first free piece, and what comes after it.
        for (from, to) in [(first, end), (end, tokens)] {
            if shortest <= to - from {
                queue.push((to - from, Reverse((left + from, right + from))));
            }
        }
    }
    tiles
}

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
pub(crate) fn trimmed([left, right]: Sides<'_>, tile: Tile) -> Tile {
    let [ours, theirs] =
        [(left, tile.left), (right, tile.right)].map(|(side, start)| partial(side, start, tile.tokens));
    // Where a statement begins depends on the code around it, so the sides may differ.
    let first = if ours.first == theirs.first { ours.first } else { 0 };
    let last = if ours.last == theirs.last { ours.last } else { 0 };
    let Partial { first, last } = affordable(Partial { first, last }, tile.tokens, left.min_match());
    Tile { left: tile.left + first, right: tile.right + first, tokens: tile.tokens - first - last }
}

/// Returns what may be cut of a passage, of which `shortest` tokens must stay: both ends, or only the smaller one.
fn affordable(Partial { first, last }: Partial, tokens: u32, shortest: u32) -> Partial {
    let most = (tokens / ONE_IN).min(tokens.saturating_sub(shortest));
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
    use crate::MIN_MATCH;

    /// Greedy string tiling by its definition, in cubic time.
    fn oracle(left: &[u8], right: &[u8], shortest: u32) -> Vec<Tile> {
        let mut taken = (vec![false; left.len()], vec![false; right.len()]);
        let mut tiles = Vec::new();
        loop {
            let mut best: Option<Tile> = None;
            for l in 0..left.len() {
                for r in 0..right.len() {
                    let mut n = 0;
                    while l + n < left.len()
                        && r + n < right.len()
                        && left[l + n] == right[r + n]
                        && !taken.0[l + n]
                        && !taken.1[r + n]
                    {
                        n += 1;
                    }
                    if best.is_none_or(|best| best.tokens < n as u32) {
                        best = Some(Tile { left: l as u32, right: r as u32, tokens: n as u32 });
                    }
                }
            }
            match best {
                Some(found) if shortest <= found.tokens => {
                    let (l, r, n) = (found.left as usize, found.right as usize, found.tokens as usize);
                    taken.0[l..l + n].fill(true);
                    taken.1[r..r + n].fill(true);
                    tiles.push(found);
                }
                _ => return tiles,
            }
        }
    }

    fn maximal_runs(left: &[u8], right: &[u8]) -> Vec<Tile> {
        let mut runs = Vec::new();
        for l in 0..left.len() {
            for r in 0..right.len() {
                let begins = l == 0 || r == 0 || left[l - 1] != right[r - 1];
                let tokens = left[l..].iter().zip(&right[r..]).take_while(|(a, b)| a == b).count() as u32;
                if begins && tokens > 0 {
                    runs.push(Tile { left: l as u32, right: r as u32, tokens });
                }
            }
        }
        runs
    }

    proptest! {
        #[test]
        fn tiles_as_greedy_string_tiling_defines(
            left in proptest::collection::vec(0_u8..3, 0..24),
            right in proptest::collection::vec(0_u8..3, 0..24),
            shortest in 1_u32..4,
        ) {
            let sizes = (left.len() as u32, right.len() as u32);
            let tiles = tile(maximal_runs(&left, &right).into_iter(), sizes, shortest);
            prop_assert_eq!(tiles, oracle(&left, &right, shortest));
        }
    }

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
            let cut = affordable(Partial { first, last }, tokens, MIN_MATCH);
            prop_assert!(allowed(&cut));
            prop_assert_eq!(cut.first + cut.last, best.first + best.last);
            prop_assert!([0, first].contains(&cut.first) && [0, last].contains(&cut.last));
        }
    }
}
