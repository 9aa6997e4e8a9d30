//! Tiles two submissions with disjoint matches, longest first (greedy string tiling, Wise 1993).
//!
//! No token is in two tiles on either side. Of equal matches, the one with the smaller position on the left is taken,
//! then on the right. The left side is the one whose name sorts first, so swapping the sides mirrors the result.

use std::{cmp::Reverse, collections::BinaryHeap};

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

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::{Tile, tile};

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
}
