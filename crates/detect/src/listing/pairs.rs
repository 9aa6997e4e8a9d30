//! The ranked list: selects the pairs that are kept, and computes the figures and matches of each.

use std::sync::atomic::{AtomicU64, Ordering};

use chaffinch_submission::Progress;
use rayon::prelude::*;
use rustc_hash::FxHashMap;

use crate::{
    alignment::{
        batch::Batch,
        borders::trimmed,
        chain::Agreement,
        pair_tiles::{covered_tokens, raw_tiles, tiles_of},
        rewritten::{MinBits, Rewritten, rewritten},
        submission_data::SubmissionData,
        tiling::Tile,
    },
    background::{OwnPassage, OwnWork},
    features::{
        document_frequency::{DocumentFrequency, FrequencyCounter},
        view::{MAX_BITS, idf_bits},
    },
    limits::{DEFAULT_CUTOFF, FURTHER, MAX_FURTHER, MAX_MATCHES, MIN_MATCH, REFERENCES},
    listing::figures::{self, share},
    results::{
        explanation::{Explanation, RarePassage},
        options::{Cutoff, Options},
        pair::{Match, Pair, Piece, Region},
        submission::Counts,
    },
    scoring::scored_pair::ScoredPair,
};

/// Most matches of a pair that are named as its rarest.
const MAX_RAREST: usize = 3;

/// Returns (covered left + covered right) / (counted left + counted right).
pub(crate) fn similarity_of(batch: &Batch<'_>, pair: &ScoredPair) -> f64 {
    batch.sides(pair.left, pair.right, |left, right| {
        similarity(left, right, &tiles_of(left, right, MIN_MATCH))
    })
}

fn similarity(left: SubmissionData<'_>, right: SubmissionData<'_>, tiles: &[Tile]) -> f64 {
    share(2 * covered_tokens(tiles), left.counted + right.counted)
}

/// The counters of one thread.
struct FrequencyCounters<'a> {
    kgrams: FrequencyCounter<'a>,
    forms: FrequencyCounter<'a>,
}

/// Returns the first pairs and the `further` ones, ascending: those of students, then the first with staff's
/// submissions. A `max_pairs` of 0 keeps all.
pub(crate) fn kept(
    students: &[ScoredPair],
    with_staff: &[ScoredPair],
    max_pairs: usize,
    further: &[usize],
) -> Vec<ScoredPair> {
    let most = if max_pairs == 0 { usize::MAX } else { max_pairs };
    let further = further.iter().filter(|&&at| most <= at).map(|&at| &students[at]);
    students.iter().take(most).chain(further).chain(with_staff.iter().take(most)).copied().collect()
}

/// Returns the pairs with reference answers that are named, for at most [`REFERENCES`] answers of each submission. The
/// pairs are ranked. The submission with the best pair comes first. A `max_pairs` of 0 keeps all of these.
pub(crate) fn resembling(ranked: &[ScoredPair], named: Cutoff, max_pairs: usize) -> Vec<ScoredPair> {
    let mut of_submission: Vec<Vec<ScoredPair>> = Vec::new();
    let mut known: FxHashMap<u32, usize> = FxHashMap::default();
    for pair in ranked.iter().filter(|pair| pair.reaches(named)) {
        let at = *known.entry(pair.left).or_insert(of_submission.len());
        if at == of_submission.len() {
            of_submission.push(Vec::new());
        }
        if of_submission[at].len() < REFERENCES {
            of_submission[at].push(*pair);
        }
    }
    let most = if max_pairs == 0 { usize::MAX } else { max_pairs };
    of_submission.into_iter().flatten().take(most).collect()
}

/// Returns the exact resemblance of the sets of unmasked k-grams.
pub(crate) fn resemblance_of(batch: &Batch<'_>, pair: &ScoredPair) -> f64 {
    batch.sides(pair.left, pair.right, |left, right| {
        let common = left.unmasked.common(right.unmasked);
        share(common, left.kgrams.len() as u32 + right.kgrams.len() as u32 - common)
    })
}

/// Returns the kept pairs with all their figures, in this order. `why` are the explanations of the first ones.
pub(crate) fn pairs(
    batch: &Batch<'_>,
    kept: &[ScoredPair],
    why: Vec<Explanation>,
    options: &Options,
    progress: &dyn Progress,
) -> Vec<Pair> {
    let listed = AtomicU64::new(0);
    let groups = Counts::groups(batch.counts);
    let mut why: Vec<Option<Explanation>> = why.into_iter().map(Some).collect();
    why.resize(kept.len(), None);
    kept.par_iter()
        .zip(why)
        .enumerate()
        .map_init(
            || FrequencyCounters {
                kgrams: batch.kgram_frequencies().counter(),
                forms: batch.form_frequencies().counter(),
            },
            |counters, (rank, (scored, why))| {
                let counters = (rank < options.pairs_with_matches).then_some(counters);
                let mut pair = batch.sides(scored.left, scored.right, |left, right| {
                    pair(batch, [left, right], scored, why, counters)
                });
                pair.references = batch.coverage.shares(scored.left, scored.right);
                for found in pair.matches.iter_mut().flatten() {
                    found.handed_in_before = [
                        before(batch.own_work, scored.left, &found.left),
                        before(batch.own_work, scored.right, &found.right),
                    ];
                }
                let rarest = rarest(&pair, batch, groups);
                pair.why = pair.why.map(|why| Explanation { rarest, ..why });
                progress.report("listing", listed.fetch_add(1, Ordering::Relaxed) + 1, kept.len() as u64);
                pair
            },
        )
        .collect()
}

fn pair(
    batch: &Batch<'_>,
    [left, right]: [SubmissionData<'_>; 2],
    scored: &ScoredPair,
    why: Option<Explanation>,
    counters: Option<&mut FrequencyCounters<'_>>,
) -> Pair {
    let tiles = tiles_of(left, right, MIN_MATCH);
    let covered = covered_tokens(&tiles);
    let raw_tiles = raw_tiles(left, right, &tiles, MIN_MATCH);
    let raw = covered_tokens(&raw_tiles);
    let masks = [scored.left, scored.right].map(|side| batch.masks[side as usize].as_slice());
    let common = left.unmasked.common(right.unmasked);
    let (in_left, in_right) = (left.kgrams.len() as u32, right.kgrams.len() as u32);
    let listed = counters.map(|counters| {
        let is_suspect = DEFAULT_CUTOFF <= scored.suspicion && !scored.too_short;
        let enough = if is_suspect { MinBits::FOR_SUSPECTS } else { MinBits::FOR_OTHERS };
        matches(left, right, &tiles, enough, counters)
    });
    let (matches, unlisted) = listed.map_or((None, 0), |(matches, unlisted)| (Some(matches), unlisted));
    Pair {
        left: scored.left,
        right: scored.right,
        expect: scored.expect,
        suspicion: scored.suspicion,
        through: scored.transitive,
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
        why: why.map(|why| Explanation { ignored: figures::ignored(masks, &raw_tiles), ..why }),
        references: Vec::new(),
    }
}

/// Returns the source in which the author of a submission handed in at least half of a region before: of several, that of
/// the longest passage.
fn before(own: &OwnWork, submission: u32, region: &Region) -> Option<u32> {
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

/// Returns the matches of a pair that others have least. The bits of a match are as in the view of k-grams, where each
/// token has a weight of 1 / k.
fn rarest(pair: &Pair, batch: &Batch<'_>, groups: usize) -> Vec<RarePassage> {
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

/// Returns the matches that are listed, longest first, and the number of those that are not.
fn matches(
    left: SubmissionData<'_>,
    right: SubmissionData<'_>,
    tiles: &[Tile],
    enough: MinBits,
    counters: &mut FrequencyCounters<'_>,
) -> (Vec<Match>, u32) {
    let (mut joined, mut alone) = rewritten(left, right, tiles, enough);
    let all = joined.len() + alone.len();
    keep_longest(&mut joined, |joined| joined.tokens);
    keep_longest(&mut alone, |tile| tile.tokens);
    let mut further = MAX_FURTHER;
    let exact = alone
        .iter()
        .map(|&tile| found(left, right, trimmed(left, right, tile), &mut counters.kgrams, &mut further));
    let mut matches: Vec<Match> = exact.collect();
    matches.extend(joined.iter().map(|joined| found_rewritten(left, right, joined, counters)));
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

fn found_rewritten(
    left: SubmissionData<'_>,
    right: SubmissionData<'_>,
    rewritten: &Rewritten,
    counters: &mut FrequencyCounters<'_>,
) -> Match {
    let pieces = rewritten.pieces.iter().map(|piece| {
        let [l, r] = piece.sides.map(|stretch| stretch.start..stretch.end);
        let exact = matches!(piece.agreed, Agreement::Tile(_));
        Piece { left: left.region(l).tokens, right: right.region(r).tokens, exact }
    });
    let [l, r] = rewritten.sides.map(|stretch| stretch.start..stretch.end);
    // Without a common form, the match consists of tiles.
    let DocumentFrequency { groups, archived, archived_in } = match rewritten.forms(left, right) {
        forms if forms.is_empty() => counters.kgrams.of_passage(&rewritten.kgrams(left)),
        forms => counters.forms.of_passage(&forms),
    };
    Match {
        tokens: rewritten.tokens,
        left: left.region(l),
        right: right.region(r),
        handed_in_before: [None, None],
        groups,
        archived,
        archived_in,
        pieces: pieces.collect(),
        left_further: Vec::new(),
        right_further: Vec::new(),
    }
}

/// Returns the match of a tile. `further` is how many further occurrences may still be listed, and is decreased.
fn found(
    left: SubmissionData<'_>,
    right: SubmissionData<'_>,
    tile: Tile,
    counter: &mut FrequencyCounter<'_>,
    further: &mut usize,
) -> Match {
    let positions = tile.left..tile.left + tile.tokens;
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
    let DocumentFrequency { groups, archived, archived_in } = counter.of_passage(passage);
    let (in_left, in_right) = (left.region(positions), right.region(tile.right..tile.right + tile.tokens));
    Match {
        tokens: tile.tokens,
        left: in_left,
        right: in_right,
        handed_in_before: [None, None],
        groups,
        archived,
        archived_in,
        pieces: Vec::new(),
        left_further: elsewhere(left, tile.left),
        right_further: elsewhere(right, tile.right),
    }
}
