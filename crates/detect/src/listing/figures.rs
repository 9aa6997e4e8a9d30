//! What is shown of a pair: its tiling, shares, resemblance and lines. All of it is verified token by token.

use crate::{
    alignment::{submission_data::SubmissionData, tiling::Tile},
    groups::parties::Parties,
    masks::token_masks::ranges,
    results::submission::SubmissionFigures,
};

/// A submission's own figures.
pub(crate) fn of_submission(
    known: SubmissionData<'_>,
    too_short: u32,
    index: u32,
    parties: &Parties,
) -> SubmissionFigures {
    let masked = known
        .indexed
        .files
        .iter()
        .map(|file| ranges(&known.mask[file.start as usize..(file.start + file.tokens) as usize]))
        .collect();
    SubmissionFigures {
        tokens: known.indexed.tokens(),
        counted_tokens: known.counted,
        too_short: known.counted < too_short,
        masked,
        team: parties.team(index),
        staff: parties.is_staff(index),
    }
}

/// Lines of each side under the tiles.
pub(crate) fn lines(left: SubmissionData<'_>, right: SubmissionData<'_>, tiles: &[Tile]) -> [u32; 2] {
    [
        left.lines(tiles.iter().flat_map(|tile| tile.left..tile.left + tile.tokens)),
        right.lines(tiles.iter().flat_map(|tile| tile.right..tile.right + tile.tokens)),
    ]
}

/// A share that is 0 where there is nothing to share.
pub(crate) fn share(part: u32, whole: u32) -> f64 {
    if whole == 0 { 0.0 } else { f64::from(part) / f64::from(whole) }
}
