//! Selects pairs for a list that is ordered by matched tokens, as MOSS orders it.

use std::cmp::Reverse;

use rayon::prelude::*;

use crate::{
    alignment::{
        batch::Batch,
        pair_tiles::{covered_tokens, tiles_of},
    },
    limits::MIN_MATCH,
    listing::{
        floor::{Floor, PairFigures},
        pairs::resemblance_of,
    },
    scoring::scored_pair::ScoredPair,
};

/// A pair that the floor admits.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Admitted {
    pub(crate) sides: (u32, u32),
    /// Its position among the pairs.
    pub(crate) at: usize,
    /// Number of matched tokens.
    pub(crate) tokens: u32,
    /// Whether it stands out by itself, not only among stronger pairs.
    pub(crate) stands_out: bool,
}

/// Returns the pairs that the floor admits, in their order. Pairs with submissions that are not among the first `batch`
/// are left out.
pub(crate) fn admitted(
    known: &Batch<'_>,
    pairs: &[ScoredPair],
    batch: usize,
    has_expect: bool,
) -> Vec<Admitted> {
    let sent = |pair: &ScoredPair| (pair.right as usize) < batch;
    let scores = |pair: &ScoredPair| PairFigures {
        expect: pair.expect,
        suspicion: pair.suspicion,
        too_short: pair.too_short,
        longest_match: 0,
        resemblance: 0.0,
    };
    let floor = Floor::new(pairs.iter().filter(|pair| sent(pair)).map(scores), has_expect);
    let admit = |(at, pair): (usize, &ScoredPair)| {
        let tiles = known.sides(pair.left, pair.right, |left, right| tiles_of(left, right, MIN_MATCH));
        let figures = PairFigures {
            longest_match: tiles.iter().map(|tile| tile.tokens).max().unwrap_or(0),
            resemblance: resemblance_of(known, pair),
            ..scores(pair)
        };
        floor.admits(figures).then(|| Admitted {
            sides: (pair.left, pair.right),
            at,
            tokens: covered_tokens(&tiles),
            stands_out: figures.stands_out(has_expect),
        })
    };
    pairs.par_iter().enumerate().filter(|(_, pair)| sent(pair)).filter_map(admit).collect()
}

/// Returns the positions of the `most` pairs with most matched tokens, ascending. Ties go to the better rank.
pub(crate) fn most_matched(admitted: &[Admitted], most: usize) -> Vec<usize> {
    let mut admitted = admitted.to_vec();
    admitted.sort_unstable_by_key(|pair| (Reverse(pair.tokens), pair.at));
    let mut positions: Vec<usize> = admitted.into_iter().take(most).map(|pair| pair.at).collect();
    positions.sort_unstable();
    positions
}
