//! The matches of a listed pair: tiles cut at statements, and rewritten matches; who else has them, and which of them are
//! the rarest.

use std::ops::Range;

use crate::alignment::batch::{Batch, Sides, SubmissionData};
use crate::alignment::chain::Agreement;
use crate::alignment::rewritten::{MinBits, Rewritten, rewritten};
use crate::alignment::tiles::{Tile, trimmed};
use crate::features::view::{MAX_BITS, idf_bits};
use crate::index::postings::{DocumentFrequency, FrequencyCounter};
use crate::{
    Counts, FURTHER, MAX_FURTHER, MAX_MATCHES, Match, OwnPassage, OwnWork, Pair, Piece, RarePassage, Region,
};

/// Most matches of a pair that are named as its rarest.
const MAX_RAREST: usize = 3;

/// The counters of one thread.
pub(crate) struct FrequencyCounters<'a> {
    pub(crate) kgrams: FrequencyCounter<'a>,
    pub(crate) forms: FrequencyCounter<'a>,
}

/// Returns the matches that are listed, longest first, and the number of those that are not.
pub(crate) fn matches(
    sides: Sides<'_>,
    tiles: &[Tile],
    enough: MinBits,
    counters: &mut FrequencyCounters<'_>,
) -> (Vec<Match>, u32) {
    let (mut joined, mut alone) = rewritten(sides, tiles, enough);
    let all = joined.len() + alone.len();
    keep_longest(&mut joined, |joined| joined.tokens);
    keep_longest(&mut alone, |tile| tile.tokens);
    let mut further = MAX_FURTHER;
    let exact =
        alone.iter().map(|&tile| found(sides, trimmed(sides, tile), &mut counters.kgrams, &mut further));
    let mut matches: Vec<Match> = exact.collect();
    matches.extend(joined.iter().map(|joined| found_rewritten(sides, joined, counters)));
    matches.sort_by_key(|found| std::cmp::Reverse(found.tokens));
    matches.truncate(MAX_MATCHES);
    let unlisted = (all - matches.len()) as u32;
    (matches, unlisted)
}

/// Keeps the [`MAX_MATCHES`] longest, and of equal ones the earlier.
fn keep_longest<T>(matches: &mut Vec<T>, tokens: impl Fn(&T) -> u32) {
    if MAX_MATCHES < matches.len() {
        matches.sort_by_key(|found| std::cmp::Reverse(tokens(found)));
        matches.truncate(MAX_MATCHES);
    }
}

/// Returns the match of a tile. `further` is how many further occurrences may still be listed, and is decreased.
fn found(sides: Sides<'_>, tile: Tile, counter: &mut FrequencyCounter<'_>, further: &mut usize) -> Match {
    let [left, right] = sides;
    let passage = left.kgrams_of(tile.left, tile.tokens);
    let kgrams = passage.len() as u32;
    let mut elsewhere = |side: SubmissionData<'_>, start: u32| -> Vec<Region> {
        if *further < FURTHER {
            return Vec::new();
        }
        let starts = side.unmasked.elsewhere(start..start + kgrams, FURTHER);
        *further -= starts.len();
        starts.into_iter().map(|at| side.region(at..at + tile.tokens)).collect()
    };
    let stretches = [tile.left, tile.right].map(|start| start..start + tile.tokens);
    Match {
        left_further: elsewhere(left, tile.left),
        right_further: elsewhere(right, tile.right),
        ..listed(sides, tile.tokens, stretches, counter.of_passage(passage))
    }
}

/// Returns a match without pieces and further occurrences.
fn listed(
    [left, right]: Sides<'_>,
    tokens: u32,
    [in_left, in_right]: [Range<u32>; 2],
    DocumentFrequency { groups, archived, archived_in }: DocumentFrequency,
) -> Match {
    Match {
        tokens,
        left: left.region(in_left),
        right: right.region(in_right),
        handed_in_before: [None, None],
        groups,
        archived,
        archived_in,
        pieces: Vec::new(),
        left_further: Vec::new(),
        right_further: Vec::new(),
    }
}

fn found_rewritten(sides: Sides<'_>, rewritten: &Rewritten, counters: &mut FrequencyCounters<'_>) -> Match {
    let [left, right] = sides;
    let pieces = rewritten.pieces.iter().map(|piece| {
        let [l, r] = piece.sides.map(|stretch| stretch.start..stretch.end);
        let exact = matches!(piece.agreed, Agreement::Tile(_));
        Piece { left: left.region(l).tokens, right: right.region(r).tokens, exact }
    });
    let stretches = rewritten.sides.map(|stretch| stretch.start..stretch.end);
    // Without a common form, the match consists of tiles.
    let frequency = match rewritten.forms(sides) {
        forms if forms.is_empty() => counters.kgrams.of_passage(&rewritten.kgrams(left)),
        forms => counters.forms.of_passage(&forms),
    };
    Match { pieces: pieces.collect(), ..listed(sides, rewritten.tokens, stretches, frequency) }
}

/// Returns the matches of a pair that others have least. The bits of a match are as in the view of k-grams, where each
/// token has a weight of 1 / k.
pub(crate) fn rarest(pair: &Pair, batch: &Batch<'_>, groups: usize) -> Vec<RarePassage> {
    let files = &batch.submissions[pair.left as usize].files;
    let own = Counts::groups_of_pair([pair.left, pair.right].map(|side| batch.counts[side as usize]));
    let bits = |found: &Match| {
        let others = found.groups.saturating_sub(own);
        let k = f64::from(files[found.left.file as usize].stream.scheme.k);
        f64::from(found.tokens) / k
            * idf_bits(others, groups.saturating_sub(own as usize)).clamp(0.0, MAX_BITS)
    };
    let mut passages: Vec<RarePassage> = (0..)
        .zip(pair.matches.iter().flatten())
        .map(|(at, found)| RarePassage { found: at, bits: bits(found) })
        .collect();
    passages.sort_by(|a, b| b.bits.total_cmp(&a.bits).then(a.found.cmp(&b.found)));
    passages.truncate(MAX_RAREST);
    passages
}

/// Returns the source in which the author of a submission handed in at least half of a region before: of several, that of
/// the longest passage.
pub(crate) fn before(own: &OwnWork, submission: u32, region: &Region) -> Option<u32> {
    let passages = own.get(submission as usize)?.get(region.file as usize)?;
    let tokens = &region.tokens;
    let inside =
        |one: &OwnPassage| one.tokens.end.min(tokens.end).saturating_sub(one.tokens.start.max(tokens.start));
    let (mut covered, mut until) = (0, tokens.start);
    for one in passages {
        let (start, end) = (one.tokens.start.max(until), one.tokens.end.min(tokens.end));
        covered += end.saturating_sub(start);
        until = until.max(end);
    }
    let longest = passages.iter().max_by_key(|&one| (inside(one), std::cmp::Reverse(one.source)))?;
    (tokens.end - tokens.start <= 2 * covered).then_some(longest.source)
}
