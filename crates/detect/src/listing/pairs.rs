//! The ranked list: selects the pairs that are kept, and computes the figures of pairs and submissions: tokens, masks,
//! lines and shares. All of them are verified token by token.

use std::collections::BTreeSet;
use std::sync::atomic::{AtomicU64, Ordering};

use chaffinch_submission::{Digest, Progress};
use rayon::prelude::*;
use rustc_hash::FxHashMap;

use crate::alignment::batch::{Batch, Sides, SubmissionData};
use crate::alignment::rewritten::MinBits;
use crate::alignment::tiles::{Tile, covered_tokens, raw_tiles, tiles_of};
use crate::groups::Parties;
use crate::listing::matches::{FrequencyCounters, before, matches, rarest};
use crate::masks::ranges;
use crate::scoring::ranking::ScoredPair;
use crate::{
    Counts, Cutoff, DEFAULT_CUTOFF, Explanation, Finding, IgnoredTokens, Mask, Pair, REFERENCES,
    SubmissionFigures, TOO_SHORT,
};

/// Returns (covered left + covered right) / (counted left + counted right).
pub(crate) fn similarity_of(batch: &Batch<'_>, pair: &ScoredPair) -> f64 {
    batch.sides([pair.left, pair.right], |sides| similarity(sides, &tiles_of(sides)))
}

fn similarity([left, right]: Sides<'_>, tiles: &[Tile]) -> f64 {
    share(2 * covered_tokens(tiles), left.counted + right.counted)
}

/// Returns the first pairs of students, those that `always` are kept and come first, and the `further` ones; then the first
/// with staff's submissions. As many pairs of versions of one program are kept in addition, so that they do not displace
/// others. A `max_pairs` of 0 keeps all.
pub(crate) fn kept(
    students: &[ScoredPair],
    with_staff: &[ScoredPair],
    max_pairs: usize,
    further: &[usize],
    always: impl Fn(&ScoredPair) -> bool,
) -> Vec<ScoredPair> {
    let most = if max_pairs == 0 { usize::MAX } else { max_pairs };
    let [mut of_versions, mut others] = [0; 2];
    let mut is_kept: Vec<bool> = (students.iter())
        .map(|pair| {
            let before = if pair.versions.is_some() { &mut of_versions } else { &mut others };
            *before += 1;
            *before <= most
        })
        .collect();
    for &at in further {
        is_kept[at] = true;
    }
    let (mut kept, mut others): (Vec<ScoredPair>, Vec<ScoredPair>) = (Vec::new(), Vec::new());
    for (pair, is_kept) in students.iter().zip(is_kept) {
        if kept.len() < most && always(pair) {
            kept.push(*pair);
        } else if is_kept {
            others.push(*pair);
        }
    }
    kept.extend(others);
    kept.extend(with_staff.iter().take(most));
    kept
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
    batch.sides([pair.left, pair.right], |[left, right]| {
        let common = left.unmasked.common(right.unmasked);
        share(common, left.kgrams.len() as u32 + right.kgrams.len() as u32 - common)
    })
}

/// Most tokens on both sides of the pairs with matches, together: matches of more code fill memory, and their pages the
/// disk. It is a hundred times what a class of single programs has.
const TOKENS_WITH_MATCHES: u64 = 64_000_000;

/// Returns the first pairs, which get their matches: at most so many, with at most [`TOKENS_WITH_MATCHES`] tokens.
pub(crate) fn with_matches<'k>(batch: &Batch<'_>, kept: &'k [ScoredPair], most: usize) -> &'k [ScoredPair] {
    let tokens = |side: u32| u64::from(batch.submission(side).indexed.indexed_tokens());
    let sizes = kept.iter().take(most).map(|pair| tokens(pair.left) + tokens(pair.right));
    &kept[..within(sizes, TOKENS_WITH_MATCHES)]
}

/// Returns how many of the first sizes have at most this sum; the first one always fits.
fn within(sizes: impl Iterator<Item = u64>, most: u64) -> usize {
    let sums = sizes.scan(0, |sum, size| {
        *sum += size;
        Some(*sum)
    });
    sums.enumerate().take_while(|&(at, sum)| at == 0 || sum <= most).count()
}

/// Returns the kept pairs with all their figures, in this order. `why` are the explanations of the first ones, which get
/// their matches.
pub(crate) fn pairs(
    batch: &Batch<'_>,
    (kept, findings): (&[ScoredPair], &[Finding]),
    why: Vec<Explanation>,
    progress: &dyn Progress,
) -> Vec<Pair> {
    let listed = AtomicU64::new(0);
    let groups = Counts::groups(batch.counts);
    let mut why: Vec<Option<Explanation>> = why.into_iter().map(Some).collect();
    why.resize(kept.len(), None);
    kept.par_iter()
        .zip(why)
        .map_init(
            || FrequencyCounters { kgrams: batch.kgram_counter(), forms: batch.form_counter() },
            |counters, (scored, why)| {
                let counters = why.is_some().then_some(counters);
                let sides = [scored.left, scored.right];
                let mut pair = batch.sides(sides, |sides| pair(batch, sides, scored, why, counters));
                for found in pair.matches.iter_mut().flatten() {
                    let regions = [&found.left, &found.right];
                    found.handed_in_before =
                        [0, 1].map(|side| before(batch.own_work, sides[side], regions[side]));
                }
                let rarest = rarest(&pair, batch, groups);
                pair.why = pair.why.map(|why| Explanation { rarest, ..why });
                pair.finding = first_with(findings, sides);
                progress.report("listing", listed.fetch_add(1, Ordering::Relaxed) + 1, kept.len() as u64);
                pair
            },
        )
        .collect()
}

fn pair(
    batch: &Batch<'_>,
    sides: Sides<'_>,
    scored: &ScoredPair,
    why: Option<Explanation>,
    counters: Option<&mut FrequencyCounters<'_>>,
) -> Pair {
    let [left, right] = sides;
    let tiles = tiles_of(sides);
    let covered = covered_tokens(&tiles);
    let raw_tiles = raw_tiles(sides, &tiles);
    let raw = covered_tokens(&raw_tiles);
    let masks = [scored.left, scored.right].map(|side| batch.masks[side as usize].as_slice());
    let common = left.unmasked.common(right.unmasked);
    let (in_left, in_right) = (left.kgrams.len() as u32, right.kgrams.len() as u32);
    let listed = counters.map(|counters| {
        let is_suspect = DEFAULT_CUTOFF <= scored.suspicion && !scored.too_short;
        let enough = if is_suspect { MinBits::FOR_SUSPECTS } else { MinBits::FOR_OTHERS };
        matches(sides, &tiles, enough, counters)
    });
    let (matches, unlisted) = listed.map_or((None, 0), |(matches, unlisted)| (Some(matches), unlisted));
    Pair {
        left: scored.left,
        right: scored.right,
        expect: scored.expect,
        suspicion: scored.suspicion,
        through: scored.transitive,
        similarity: similarity(sides, &tiles),
        too_short: scored.too_short,
        same_text_tokens: 0,
        left_share: share(covered, left.counted),
        right_share: share(covered, right.counted),
        left_share_raw: share(raw, left.indexed.indexed_tokens()),
        right_share_raw: share(raw, right.indexed.indexed_tokens()),
        matched_tokens: covered,
        matched_lines: lines(sides, &tiles),
        longest_match: tiles.iter().map(|tile| tile.tokens).max().unwrap_or(0),
        resemblance: share(common, in_left + in_right - common),
        left_containment: share(common, in_left),
        right_containment: share(common, in_right),
        matches,
        unlisted,
        why: why.map(|why| Explanation {
            ignored: IgnoredTokens { vendored: equal_files(sides), ..ignored(masks, &raw_tiles) },
            ..why
        }),
        references: batch.coverage.shares(scored.left, scored.right),
        finding: None,
    }
}

/// Returns the index of the first finding that both sides belong to.
fn first_with(findings: &[Finding], sides: [u32; 2]) -> Option<u32> {
    let has = |finding: &Finding| sides.iter().all(|side| finding.submissions.binary_search(side).is_ok());
    findings.iter().position(has).map(|at| at as u32)
}

/// Returns a submission's own figures.
pub(crate) fn of_submission(known: SubmissionData<'_>, parties: &Parties) -> SubmissionFigures {
    let index = known.index as u32;
    let masked = known
        .indexed
        .files
        .iter()
        .map(|file| ranges(&known.mask[file.start as usize..(file.start + file.tokens) as usize]))
        .collect();
    SubmissionFigures {
        tokens: known.indexed.tokens,
        counted_tokens: known.counted,
        too_short: known.counted < TOO_SHORT,
        masked,
        team: parties.team(index),
        staff: parties.is_staff(index),
    }
}

/// Returns the number of lines under the tiles on each side.
fn lines([left, right]: Sides<'_>, tiles: &[Tile]) -> [u32; 2] {
    [
        left.lines(tiles.iter().flat_map(|tile| tile.left..tile.left + tile.tokens)),
        right.lines(tiles.iter().flat_map(|tile| tile.right..tile.right + tile.tokens)),
    ]
}

/// Returns how many tokens under tiles do not count, by reason: those that are masked on either side.
fn ignored([left, right]: [&[Option<Mask>]; 2], tiles: &[Tile]) -> IgnoredTokens {
    let mut ignored = IgnoredTokens::default();
    let places = tiles.iter().flat_map(|tile| (0..tile.tokens).map(|at| (tile.left + at, tile.right + at)));
    for (in_left, in_right) in places {
        match left[in_left as usize].or(right[in_right as usize]) {
            Some(Mask::Boilerplate) => ignored.boilerplate += 1,
            Some(Mask::Common) => ignored.common += 1,
            Some(Mask::Elsewhere) => ignored.elsewhere += 1,
            Some(Mask::Given) => ignored.given += 1,
            // Such files have no k-grams, so that they are under no tile.
            Some(Mask::Vendored | Mask::Generated) | None => {}
        }
    }
    ignored
}

/// Returns the tokens of the files that no student wrote, do not count, and are byte for byte in both submissions.
fn equal_files([left, right]: Sides<'_>) -> u32 {
    let in_right: BTreeSet<Digest> = left_out(&right).map(|(digest, _)| digest).collect();
    left_out(&left).filter(|(digest, _)| in_right.contains(digest)).map(|(_, tokens)| tokens).sum()
}

/// Returns digest and number of tokens of the files without k-grams. Reduced submissions have no digests.
fn left_out(side: &SubmissionData<'_>) -> impl Iterator<Item = (Digest, u32)> {
    let files = side.submission.files.iter().zip(&side.indexed.files);
    let left_out = files.filter(|(_, place)| !place.is_indexed);
    let known = left_out.map(|(file, place)| (file.record.digest, place.tokens));
    known.filter(|(digest, _)| *digest != Digest::default())
}

/// Returns a share, which is 0 if the whole is 0.
fn share(part: u32, whole: u32) -> f64 {
    if whole == 0 { 0.0 } else { f64::from(part) / f64::from(whole) }
}

#[cfg(test)]
mod tests {
    use super::within;

    #[test]
    fn the_first_pairs_get_matches_until_their_code_is_too_much() {
        for (sizes, expected) in
            [(&[][..], 0), (&[30], 1), (&[100, 1], 1), (&[30, 30, 30], 3), (&[30, 30, 41, 1], 2)]
        {
            assert_eq!(within(sizes.iter().copied(), 100), expected, "{sizes:?}");
        }
    }
}
