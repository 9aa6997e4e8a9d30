//! Computes the tiles of two submissions: maximal common runs are verified token by token, then tiled.

use std::borrow::Cow;

use crate::{
    alignment::{
        runs::common_runs,
        submission_data::SubmissionData,
        tiling::{Tile, tile},
    },
    index::positions::Side,
};

/// Returns the tiles of a pair over unmasked tokens: matches of at least `shortest` tokens, longest first.
pub(crate) fn tiles_of(left: SubmissionData<'_>, right: SubmissionData<'_>, shortest: u32) -> Vec<Tile> {
    tiling(left, right, [left.unmasked.side(), right.unmasked.side()], shortest)
}

/// Returns the tiles of a pair over all tokens, masked or not. `unmasked` are those over unmasked tokens.
pub(crate) fn raw_tiles<'a>(
    left: SubmissionData<'_>,
    right: SubmissionData<'_>,
    unmasked: &'a [Tile],
    shortest: u32,
) -> Cow<'a, [Tile]> {
    let is_masked = |side: SubmissionData<'_>| side.counted < side.indexed.tokens();
    if is_masked(left) || is_masked(right) {
        let sides = [left.indexed.side(), right.indexed.side()];
        Cow::Owned(tiling(left, right, sides, shortest))
    } else {
        Cow::Borrowed(unmasked)
    }
}

fn tiling(
    left: SubmissionData<'_>,
    right: SubmissionData<'_>,
    sides: [Side<'_>; 2],
    shortest: u32,
) -> Vec<Tile> {
    let runs = common_runs(sides[0], sides[1], 1);
    let k_at = |position: u32| left.indexed.files[left.indexed.file_of(position)].k;
    let runs = runs.into_iter().filter_map(|run| {
        let tokens = run.grams + k_at(run.left) - 1;
        let found = Tile { left: run.left, right: run.right, tokens };
        // Equal hashes are only candidates; compare the tokens.
        let verified = shortest <= tokens
            && (0..tokens).all(|at| left.value(run.left + at) == right.value(run.right + at));
        verified.then_some(found)
    });
    tile(runs, (left.indexed.tokens(), right.indexed.tokens()), shortest)
}

/// Returns the number of tokens that the tiles cover on one side.
pub(crate) fn covered_tokens(tiles: &[Tile]) -> u32 {
    tiles.iter().map(|tile| tile.tokens).sum()
}
