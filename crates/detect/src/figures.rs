//! What is shown of a pair: its tiling, shares, resemblance and lines. All of it is verified token by token.

use std::ops::Range;

use chaffinch_submission::TokenizedSubmission;

use crate::{
    analysis::{Mask, Region, SubmissionFigures},
    forms::Form,
    grams::Indexed,
    live::Live,
    mask,
    parties::Parties,
    runs::common_runs,
    tiling::{Tile, tile},
};

/// Everything known of one submission.
#[derive(Clone, Copy)]
pub(crate) struct Known<'a> {
    pub(crate) submission: &'a TokenizedSubmission,
    pub(crate) indexed: &'a Indexed,
    pub(crate) live: &'a Live<'a>,
    /// Distinct unmasked k-grams.
    pub(crate) kgrams: &'a [u32],
    pub(crate) mask: &'a [Option<Mask>],
    pub(crate) counted: u32,
    /// Of its statements, in order.
    pub(crate) forms: &'a [Form],
}

impl Known<'_> {
    /// The value of the token at a position.
    fn value(&self, position: u32) -> u64 {
        let file = self.indexed.file_of(position);
        self.submission.files[file].stream.values[(position - self.indexed.files[file].start) as usize]
    }

    /// A run of positions as tokens of a file.
    pub(crate) fn region(&self, positions: Range<u32>) -> Region {
        let file = self.indexed.file_of(positions.start);
        let start = self.indexed.files[file].start;
        Region { file: file as u32, tokens: positions.start - start..positions.end - start }
    }

    /// The texts of a region's tokens; none where they were not kept.
    pub(crate) fn texts(&self, region: &Region) -> Option<&[u32]> {
        let tokens = region.tokens.start as usize..region.tokens.end as usize;
        self.submission.files[region.file as usize].stream.texts.get(tokens)
    }

    /// Lines that hold at least one of these positions.
    fn lines(&self, positions: impl Iterator<Item = u32>) -> u32 {
        let mut lines: Vec<(usize, u32)> = Vec::new();
        for position in positions {
            let file = self.indexed.file_of(position);
            let TokenizedSubmission { files, .. } = self.submission;
            let token = (position - self.indexed.files[file].start) as usize;
            let line = (file, files[file].record.lines.line_of(files[file].stream.spans[token].start));
            if lines.last() != Some(&line) {
                lines.push(line);
            }
        }
        lines.sort_unstable();
        lines.dedup();
        lines.len() as u32
    }
}

/// A submission's own figures.
pub(crate) fn of_submission(
    known: Known<'_>,
    too_short: u32,
    index: u32,
    parties: &Parties,
) -> SubmissionFigures {
    let masked = known
        .indexed
        .files
        .iter()
        .map(|file| mask::ranges(&known.mask[file.start as usize..(file.start + file.tokens) as usize]))
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

/// A pair's tiling over unmasked tokens: matches of at least `shortest` tokens, longest first.
pub(crate) fn tiles(left: Known<'_>, right: Known<'_>, shortest: u32) -> Vec<Tile> {
    tiling(left, right, [left.live.side(), right.live.side()], shortest)
}

/// Tokens that a tiling over all tokens, masked or not, would cover on either side.
pub(crate) fn covered_raw(left: Known<'_>, right: Known<'_>, tiles: &[Tile], shortest: u32) -> u32 {
    let is_masked = |side: Known<'_>| side.counted < side.indexed.tokens();
    if is_masked(left) || is_masked(right) {
        let sides = [left.indexed.side(), right.indexed.side()];
        covered(&tiling(left, right, sides, shortest))
    } else {
        covered(tiles)
    }
}

fn tiling(left: Known<'_>, right: Known<'_>, sides: [crate::runs::Side<'_>; 2], shortest: u32) -> Vec<Tile> {
    let runs = common_runs(sides[0], sides[1], 1);
    let k_at = |position: u32| left.indexed.files[left.indexed.file_of(position)].k;
    let runs = runs.into_iter().filter_map(|run| {
        let tokens = run.grams + k_at(run.left) - 1;
        let found = Tile { left: run.left, right: run.right, tokens };
        // A hash proposes, tokens dispose.
        let verified = shortest <= tokens
            && (0..tokens).all(|at| left.value(run.left + at) == right.value(run.right + at));
        verified.then_some(found)
    });
    tile(runs, (left.indexed.tokens(), right.indexed.tokens()), shortest)
}

/// Tokens under the tiles of one side.
pub(crate) fn covered(tiles: &[Tile]) -> u32 {
    tiles.iter().map(|tile| tile.tokens).sum()
}

/// Lines of each side under the tiles.
pub(crate) fn lines(left: Known<'_>, right: Known<'_>, tiles: &[Tile]) -> [u32; 2] {
    [
        left.lines(tiles.iter().flat_map(|tile| tile.left..tile.left + tile.tokens)),
        right.lines(tiles.iter().flat_map(|tile| tile.right..tile.right + tile.tokens)),
    ]
}

/// A share that is 0 where there is nothing to share.
pub(crate) fn share(part: u32, whole: u32) -> f64 {
    if whole == 0 { 0.0 } else { f64::from(part) / f64::from(whole) }
}
