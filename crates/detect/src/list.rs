//! The ranked list: which pairs are kept, and everything that is said of each.

use std::sync::atomic::{AtomicUsize, Ordering};

use chaffinch_submission::TokenizedSubmission;
use rayon::prelude::*;

use crate::{
    DEFAULT_CUTOFF, FURTHER, MAX_FURTHER, MAX_MATCHES, MIN_MATCH,
    analysis::{Literal, Match, Options, Pair, Piece, Progress, Region},
    chain::Agreed,
    figures::{self, Known, share},
    forms::Forms,
    grams::Indexed,
    live::Live,
    mask::Masks,
    rewritten::{Enough, Rewritten, rewritten},
    spread::{Having, Spread, Tally},
    tiling::Tile,
};

/// A verified pair.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct Scored {
    pub(crate) left: u32,
    pub(crate) right: u32,
    pub(crate) suspicion: f64,
    pub(crate) through: Option<u32>,
    pub(crate) too_short: bool,
}

/// Judged before too short, then by suspicion, then by name.
pub(crate) fn rank(pairs: &mut [Scored]) {
    pairs.par_sort_unstable_by(|a, b| {
        a.too_short
            .cmp(&b.too_short)
            .then(b.suspicion.total_cmp(&a.suspicion))
            .then((a.left, a.right).cmp(&(b.left, b.right)))
    });
}

/// Everything known of all submissions.
#[derive(Clone, Copy)]
pub(crate) struct Batch<'a> {
    pub(crate) submissions: &'a [TokenizedSubmission],
    pub(crate) indexed: &'a [Indexed],
    pub(crate) live: &'a [Live<'a>],
    /// Distinct unmasked k-grams of each.
    pub(crate) kgrams: &'a [Vec<u32>],
    pub(crate) masks: &'a Masks,
    pub(crate) counted: &'a [u32],
    /// None where no matches are asked for.
    pub(crate) forms: Option<&'a Forms>,
}

impl<'a> Batch<'a> {
    /// Everything known of one.
    pub(crate) fn known(self, index: u32) -> Known<'a> {
        let index = index as usize;
        Known {
            submission: &self.submissions[index],
            indexed: &self.indexed[index],
            live: &self.live[index],
            kgrams: &self.kgrams[index],
            mask: &self.masks[index],
            counted: self.counted[index],
            forms: self.forms.map_or(&[], |forms| &forms.of[index]),
        }
    }

    /// (covered left + covered right) / (counted left + counted right).
    pub(crate) fn similarity(self, pair: &Scored) -> f64 {
        let (left, right) = (self.known(pair.left), self.known(pair.right));
        similarity(left, right, &figures::tiles(left, right, MIN_MATCH))
    }
}

fn similarity(left: Known<'_>, right: Known<'_>, tiles: &[Tile]) -> f64 {
    share(2 * figures::covered(tiles), left.counted + right.counted)
}

/// Who has which k-gram and which form.
pub(crate) struct Spreads<'a> {
    pub(crate) kgrams: Spread<'a>,
    pub(crate) forms: Spread<'a>,
}

/// What one thread counts with.
struct Tallies<'a> {
    kgrams: Tally<'a>,
    forms: Tally<'a>,
}

/// The first pairs, 0 for all: those of students, then as many with staff's submissions.
pub(crate) fn kept(students: &[Scored], with_staff: &[Scored], max_pairs: usize) -> Vec<Scored> {
    let most = if max_pairs == 0 { usize::MAX } else { max_pairs };
    students.iter().take(most).chain(with_staff.iter().take(most)).copied().collect()
}

/// The kept pairs with all their figures, in this order.
pub(crate) fn pairs(
    batch: Batch<'_>,
    kept: &[Scored],
    options: &Options,
    spreads: &Spreads<'_>,
    progress: &dyn Progress,
) -> Vec<Pair> {
    let listed = AtomicUsize::new(0);
    kept.par_iter()
        .enumerate()
        .map_init(
            || Tallies { kgrams: spreads.kgrams.tally(), forms: spreads.forms.tally() },
            |tallies, (rank, scored)| {
                let pair = pair(batch, scored, (rank < options.pairs_with_matches).then_some(tallies));
                progress.report("listing", listed.fetch_add(1, Ordering::Relaxed) + 1, kept.len());
                pair
            },
        )
        .collect()
}

fn pair(batch: Batch<'_>, scored: &Scored, tallies: Option<&mut Tallies<'_>>) -> Pair {
    let (left, right) = (batch.known(scored.left), batch.known(scored.right));
    let tiles = figures::tiles(left, right, MIN_MATCH);
    let covered = figures::covered(&tiles);
    let raw = figures::covered_raw(left, right, &tiles, MIN_MATCH);
    let common = left.live.common(right.live);
    let (in_left, in_right) = (left.kgrams.len() as u32, right.kgrams.len() as u32);
    let listed = tallies.map(|tallies| {
        let is_suspect = DEFAULT_CUTOFF <= scored.suspicion && !scored.too_short;
        let enough = if is_suspect { Enough::OF_SUSPECTS } else { Enough::OF_OTHERS };
        matches(left, right, &tiles, enough, tallies)
    });
    let (matches, unlisted) = listed.map_or((None, 0), |(matches, unlisted)| (Some(matches), unlisted));
    Pair {
        left: scored.left,
        right: scored.right,
        suspicion: scored.suspicion,
        through: scored.through,
        similarity: similarity(left, right, &tiles),
        too_short: scored.too_short,
        left_share: share(covered, left.counted),
        right_share: share(covered, right.counted),
        left_share_raw: share(raw, left.indexed.tokens()),
        right_share_raw: share(raw, right.indexed.tokens()),
        matched_tokens: covered,
        matched_lines: figures::lines(left, right, &tiles),
        longest_match: tiles.iter().map(|tile| tile.tokens).max().unwrap_or(0),
        resemblance: share(common, in_left + in_right - common),
        left_containment: share(common, in_left),
        right_containment: share(common, in_right),
        matches,
        unlisted,
    }
}

/// What is listed, longest first, and how many matches are not.
fn matches(
    left: Known<'_>,
    right: Known<'_>,
    tiles: &[Tile],
    enough: Enough,
    tallies: &mut Tallies<'_>,
) -> (Vec<Match>, u32) {
    let (mut joined, mut alone) = rewritten(left, right, tiles, enough);
    let all = joined.len() + alone.len();
    keep_longest(&mut joined, |joined| joined.tokens);
    keep_longest(&mut alone, |tile| tile.tokens);
    let mut further = MAX_FURTHER;
    let exact = alone.iter().map(|tile| found(left, right, tile, &mut tallies.kgrams, &mut further));
    let mut matches: Vec<Match> = exact.collect();
    matches.extend(joined.iter().map(|joined| found_rewritten(left, right, joined, &mut tallies.forms)));
    matches.sort_by_key(|found| std::cmp::Reverse(found.tokens));
    matches.truncate(MAX_MATCHES);
    let unlisted = (all - matches.len()) as u32;
    (matches, unlisted)
}

/// Keeps the [`MAX_MATCHES`] longest, the earlier of equal ones.
fn keep_longest<T>(matches: &mut Vec<T>, tokens: impl Fn(&T) -> u32) {
    if MAX_MATCHES < matches.len() {
        matches.sort_by_key(|found| std::cmp::Reverse(tokens(found)));
        matches.truncate(MAX_MATCHES);
    }
}

fn found_rewritten(left: Known<'_>, right: Known<'_>, rewritten: &Rewritten, tally: &mut Tally<'_>) -> Match {
    let pieces = rewritten.pieces.iter().map(|piece| {
        let [l, r] = piece.sides.map(|stretch| stretch.start..stretch.end);
        let exact = matches!(piece.agreed, Agreed::Tile(_));
        Piece { left: left.region(l).tokens, right: right.region(r).tokens, exact }
    });
    let [l, r] = rewritten.sides.map(|stretch| stretch.start..stretch.end);
    let Having { groups, archived, archived_in } = tally.having(&rewritten.forms(left));
    Match {
        tokens: rewritten.tokens,
        left: left.region(l),
        right: right.region(r),
        groups,
        archived,
        archived_in,
        literal: Some(Literal::Rewritten),
        pieces: pieces.collect(),
        left_further: Vec::new(),
        right_further: Vec::new(),
    }
}

/// `further`: places that may still be listed beside the matches.
fn found(
    left: Known<'_>,
    right: Known<'_>,
    tile: &Tile,
    tally: &mut Tally<'_>,
    further: &mut usize,
) -> Match {
    let positions = tile.left..tile.left + tile.tokens;
    let k = left.indexed.files[left.indexed.file_of(tile.left)].k;
    let kgrams = (tile.tokens + 1).saturating_sub(k);
    let passage = &left.indexed.ids[tile.left as usize..][..kgrams as usize];
    let mut elsewhere = |side: Known<'_>, start: u32| -> Vec<Region> {
        if *further < FURTHER {
            return Vec::new();
        }
        let starts = side.live.elsewhere(start..start + kgrams, FURTHER);
        *further -= starts.len();
        starts.into_iter().map(|at| side.region(at..at + tile.tokens)).collect()
    };
    let Having { groups, archived, archived_in } = tally.having(passage);
    let (in_left, in_right) = (left.region(positions), right.region(tile.right..tile.right + tile.tokens));
    let literal = match (left.texts(&in_left), right.texts(&in_right)) {
        (Some(left), Some(right)) if left == right => Some(Literal::Identical),
        (Some(_), Some(_)) => Some(Literal::Renamed),
        _ => None,
    };
    Match {
        tokens: tile.tokens,
        left: in_left,
        right: in_right,
        groups,
        archived,
        archived_in,
        literal,
        pieces: Vec::new(),
        left_further: elsewhere(left, tile.left),
        right_further: elsewhere(right, tile.right),
    }
}
