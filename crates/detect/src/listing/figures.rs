//! Figures of submissions and pairs: tokens, masks, lines and shares. All of them are verified token by token.

use crate::{
    alignment::{submission_data::SubmissionData, tiling::Tile},
    groups::parties::Parties,
    masks::token_masks::ranges,
    results::{
        explanation::IgnoredTokens,
        submission::{Mask, SubmissionFigures},
    },
};

/// Returns a submission's own figures.
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

/// Returns the number of lines under the tiles on each side.
pub(crate) fn lines(left: SubmissionData<'_>, right: SubmissionData<'_>, tiles: &[Tile]) -> [u32; 2] {
    [
        left.lines(tiles.iter().flat_map(|tile| tile.left..tile.left + tile.tokens)),
        right.lines(tiles.iter().flat_map(|tile| tile.right..tile.right + tile.tokens)),
    ]
}

/// Returns how many tokens under tiles do not count, by reason: those that are masked on either side.
pub(crate) fn ignored([left, right]: [&[Option<Mask>]; 2], tiles: &[Tile]) -> IgnoredTokens {
    let mut ignored = IgnoredTokens::default();
    let places = tiles.iter().flat_map(|tile| (0..tile.tokens).map(|at| (tile.left + at, tile.right + at)));
    for (in_left, in_right) in places {
        match left[in_left as usize].or(right[in_right as usize]) {
            Some(Mask::Boilerplate) => ignored.boilerplate += 1,
            Some(Mask::Common) => ignored.common += 1,
            Some(Mask::Elsewhere) => ignored.elsewhere += 1,
            None => {}
        }
    }
    ignored
}

/// Returns a share, which is 0 if the whole is 0.
pub(crate) fn share(part: u32, whole: u32) -> f64 {
    if whole == 0 { 0.0 } else { f64::from(part) / f64::from(whole) }
}
