//! The second model of chance: how improbable the longest and rarest run of tokens is that two submissions share.
//!
//! A class full of copies, or of one template, hides its own tail. A long run that nobody else has does not depend on
//! it: the longest run of chance grows with the logarithm of the number of comparisons (extreme values of matching
//! runs: Karlin and Altschul 1990), so the number of expected pairs decreases exponentially with its length. A run
//! counts as many *rare tokens* as it has distinct k-grams (a repeated line is one line), times the share of the most
//! bits that its passage has in this class, and times the square root of its share of the smaller side: a library that
//! two programs contain is less than a program that another contains. Near-identical submissions count as one group, so that what many copied from
//! each other stays rare.

use crate::{
    alignment::{
        pair_tiles::{covered_tokens, tiles_of},
        submission_data::SubmissionData,
    },
    features::{document_frequency::FrequencyCounter, view::MAX_BITS, view::idf_bits},
    index::positions::NONE,
    limits::MIN_MATCH,
};

/// Shortest run that is considered, in tokens. Among people who worked alone, most longest runs are shorter.
const MIN_RUN: u32 = 80;

/// Rare tokens by which the number of expected pairs falls to 1/e.
const DECAY: f64 = 12.0;

/// Resemblance from which two programs are equal as a whole. At 0.9, independent solutions of a task of 20 lines are.
const EQUAL: f64 = 0.95;

/// Runs of a pair that are considered, longest first.
const MAX_RUNS: usize = 3;

/// Least suspicion of a pair whose runs are considered. A run of [`MIN_RUN`] rare tokens has more, unless it is a small
/// part of both sides.
pub(crate) const MIN_SUSPICION: f64 = 40.0;

/// Returns how many of `among` pairs are expected to be as long as this one and equal; `None` if the two are not
/// ([`EQUAL`]). All that both have is one run then: that others have parts of it does not make it likely that two people
/// write all of it.
///
/// Long programs of a uniform class have all its k-grams, each in an order of its own. So the two must be equal in common
/// runs, too.
pub(crate) fn expected_equal([left, right]: [SubmissionData<'_>; 2], among: f64) -> Option<f64> {
    let common = left.unmasked.common(right.unmasked);
    let all = (left.kgrams.len() + right.kgrams.len()) as f64 - f64::from(common);
    let is_equal = || {
        let counted = f64::from(left.counted + right.counted);
        EQUAL * counted <= f64::from(2 * covered_tokens(&tiles_of(left, right, MIN_MATCH)))
    };
    (common > 0 && EQUAL * all <= f64::from(common) && is_equal())
        .then(|| among * (-f64::from(common) / DECAY).exp())
}

/// Returns how many of `among` pairs are expected to share a run as long and rare as the one of this pair; `None` if
/// they share none that is long enough. `groups` is the number of groups in the batch, and `sides` how many of them the
/// pair is.
pub(crate) fn expected(
    [left, right]: [SubmissionData<'_>; 2],
    counter: &mut FrequencyCounter<'_>,
    (groups, sides): (usize, u32),
    among: f64,
) -> Option<f64> {
    let tiles = tiles_of(left, right, MIN_RUN);
    let smaller = f64::from(left.counted.min(right.counted).max(1));
    let rare_tokens = tiles.iter().take(MAX_RUNS).map(|tile| {
        let k = left.indexed.files[left.indexed.file_of(tile.left)].k;
        let kgrams = (tile.tokens + 1).saturating_sub(k);
        let passage = &left.indexed.ids()[tile.left as usize..][..kgrams as usize];
        let others = counter.of_passage(passage).groups.saturating_sub(sides);
        let bits = idf_bits(others, groups.saturating_sub(sides as usize)).clamp(0.0, MAX_BITS);
        let mut distinct: Vec<u32> = passage.iter().copied().filter(|&id| id != NONE).collect();
        distinct.sort_unstable();
        distinct.dedup();
        distinct.len() as f64 * bits / MAX_BITS * (f64::from(tile.tokens) / smaller).sqrt()
    });
    let longest = rare_tokens.reduce(f64::max)?;
    Some(among * (-longest / DECAY).exp())
}
