//! Near-identical submissions count as one group when counting how many have a passage. Otherwise, in a class in which
//! 54 of 70 copied one file, the file would be "common code".
//!
//! Uses the resemblance (Broder 1997) of distinct unmasked k-grams. Candidates are found by min-wise hashing in bands,
//! so pairs that share no band are never compared. Then they are checked exactly.

use chaffinch_fingerprint::{UnionFind, rehash};
use rayon::prelude::*;

use crate::Counts;
use crate::groups::{Groups, Parties, Units};

/// Submissions with at least this resemblance are one group.
pub(crate) const RESEMBLANCE: f64 = 0.9;

/// Number of minima in a band: equal with probability r^4 at resemblance r.
const BAND: usize = 4;

/// Number of bands: a pair with resemblance 0.9 shares none with probability (1 - 0.9^4)^12 = 0.000002.
const BANDS: usize = 12;

/// Pairs with at least this suspicion are one group, as one of the two wrote whatever they share.
const STRONG: f64 = 40.0;

/// Returns the groups that strong pairs make of units; `None` if there is no strong pair.
pub(crate) fn by_suspicion(
    pairs: &[(u32, u32)],
    suspicion: &[f64],
    parties: &Parties,
    units: &Units,
) -> Option<Groups> {
    let sets = units.sets.clone();
    let mut any = false;
    for (&(left, right), &suspicion) in pairs.iter().zip(suspicion) {
        if STRONG <= suspicion && !parties.has_staff((left, right)) {
            any = true;
            sets.join(left, right);
        }
    }
    any.then(|| parties.groups(&sets))
}

/// Returns each submission's group, named by its smallest member. Parties and near-identical submissions are groups;
/// archived submissions (from `batch` on) have none. `kgrams` are the distinct unmasked k-grams of each submission, all
/// below `ids`.
pub(crate) fn near_identical(kgrams: &[&[u32]], ids: usize, batch: usize, parties: &Parties) -> Vec<Counts> {
    let students: Vec<&[u32]> = (0..)
        .zip(&kgrams[..batch])
        .map(|(index, &kgrams)| if parties.is_staff(index) { &[] } else { kgrams })
        .collect();
    let sets = parties.sets();
    near_equal(&students, ids, RESEMBLANCE, &sets);
    parties.counts(&sets, batch)
}

/// Joins those submissions whose lists of distinct features, all below `ids`, have at least this resemblance. Empty lists
/// equal nothing.
pub(crate) fn near_equal(lists: &[&[u32]], ids: usize, resemblance: f64, sets: &UnionFind) {
    let mut bands: Vec<(usize, [u64; BAND], u32)> = lists
        .par_iter()
        .enumerate()
        .filter(|(_, list)| !list.is_empty())
        .flat_map_iter(|(index, list)| {
            sketch(list).into_iter().enumerate().map(move |(band, minima)| (band, minima, index as u32))
        })
        .collect();
    bands.par_sort_unstable();
    // For each feature, the last submission with it that others were compared with.
    let mut had_by = vec![u32::MAX; ids];
    for same in bands.chunk_by(|a, b| (a.0, a.1) == (b.0, b.1)).filter(|same| same.len() >= 2) {
        // Compare with the first of the band. Copies of copies are joined through it.
        let first = same[0].2;
        for &id in lists[first as usize] {
            had_by[id as usize] = first;
        }
        for &(_, _, index) in &same[1..] {
            if sets.root(first) != sets.root(index) {
                let (left, right) = (lists[first as usize], lists[index as usize]);
                let common = right.iter().filter(|id| had_by[**id as usize] == first).count();
                if resemblance * (left.len() + right.len() - common) as f64 <= common as f64 {
                    sets.join(first, index);
                }
            }
        }
    }
}

/// Returns the minimum in each of `BAND * BANDS` bins, in bands: minhash by one permutation (Li, Owen, Zhang 2012).
/// Empty bins are equal, but candidates that they bring together wrongly fail the exact check.
fn sketch(kgrams: &[u32]) -> [[u64; BAND]; BANDS] {
    let mut minima = [[u64::MAX; BAND]; BANDS];
    for &id in kgrams {
        let hash = rehash(u64::from(id) + 1);
        let bin = ((u128::from(hash) * (BAND * BANDS) as u128) >> 64) as usize;
        let minimum = &mut minima.as_flattened_mut()[bin];
        *minimum = hash.min(*minimum);
    }
    minima
}
