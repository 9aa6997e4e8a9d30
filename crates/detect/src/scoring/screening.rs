//! Screening: finds every submission's best neighbours through posting lists, without comparing all pairs.
//!
//! For each submission, an accumulator adds up the rarity of what it shares with every other: selected k-grams,
//! statements and forms (a dense accumulator with O(submissions) memory per thread). Features that more than
//! [`MAX_POSTINGS`](crate::features::view::MAX_POSTINGS) have are not used; longer runs take their place
//! (`features::long_runs`). The first of the best neighbours are always verified, more of them in a small batch. The
//! others are verified only if they share enough.

use std::sync::atomic::{AtomicU64, Ordering};

use chaffinch_submission::Progress;
use rayon::prelude::*;

use crate::features::Features;
use crate::features::long_runs::LongRuns;
use crate::features::view::{Evidence, View, in_bits};
use crate::groups::Parties;
use crate::scoring::suspicion::discounted;
use crate::{NEIGHBOURS, Screening};

/// Number of pairs per batch that are always verified, so that nothing is left out in a small batch, ...
const MIN_VERIFIED_PAIRS: usize = 20_000;

/// ... and least number of neighbours per submission that are always verified, in a batch of any size.
const MIN_VERIFIED_NEIGHBOURS: usize = 10;

/// Least suspicion in bits, estimated from the sums, for any other pair to be verified. A single view contributes a
/// third of the sums, and may have fifteen times this suspicion.
const MIN_SCREENING_BITS: f64 = 0.25;

/// The pairs to verify.
pub(crate) struct Candidates {
    /// The pairs, as (smaller, larger) and sorted.
    pub(crate) pairs: Vec<(u32, u32)>,
    /// How completely these were found.
    pub(crate) screening: Screening,
}

/// Returns the pairs to verify: each of the first `batch` submissions with its best [`NEIGHBOURS`] by shared weight, ties by index (that is, by name). Archived submissions come after `batch` and are
/// never paired with each other, and neither are members of one party. Staff's neighbours are selected separately, so
/// that they do not displace those of the class.
pub(crate) fn candidates(
    features: &Features,
    parties: &Parties,
    batch: usize,
    progress: &dyn Progress,
) -> Candidates {
    let submissions = parties.submissions();
    let students = batch - parties.staff_among(batch);
    let sure = (MIN_VERIFIED_PAIRS / students.max(1)).clamp(MIN_VERIFIED_NEIGHBOURS, NEIGHBOURS);
    let whole: Vec<f64> =
        (0..submissions as u32).into_par_iter().map(|submission| whole(features, submission)).collect();
    let (sharing, screened) = (AtomicU64::new(0), AtomicU64::new(0));
    let mut pairs: Vec<(u32, u32)> = (0..batch as u32)
        .into_par_iter()
        .map_init(
            || Sums::new(submissions),
            |sums, submission| {
                sums.add_up(features, submission);
                let mut others = sums.drain();
                others.retain(|&(_, other)| !parties.are_one(submission, other));
                let later = others.iter().filter(|&&(_, other)| submission < other).count();
                sharing.fetch_add(later as u64, Ordering::Relaxed);
                let done = screened.fetch_add(1, Ordering::Relaxed) + 1;
                progress.report("screening", done, batch as u64);
                let promises = |shared: u64, other: u32| {
                    let evidence = Evidence {
                        shared: in_bits(shared),
                        left: whole[submission as usize],
                        right: whole[other as usize],
                    };
                    MIN_SCREENING_BITS <= discounted(evidence)
                };
                let worth_it = |mut best: Vec<(u64, u32)>| {
                    best_first(&mut best, NEIGHBOURS);
                    best.truncate(NEIGHBOURS);
                    best_first(&mut best, sure);
                    let worth_it = best
                        .into_iter()
                        .enumerate()
                        .filter(|&(at, (shared, other))| at < sure || promises(shared, other));
                    worth_it.map(|(_, (_, other))| (submission.min(other), submission.max(other))).collect()
                };
                let (staff, others): (Vec<_>, Vec<_>) =
                    others.into_iter().partition(|&(_, other)| parties.is_staff(other));
                let (mut pairs, of_staff): (Vec<_>, Vec<_>) = (worth_it(others), worth_it(staff));
                pairs.extend(of_staff);
                pairs
            },
        )
        .flatten_iter()
        .collect();
    pairs.par_sort_unstable();
    pairs.dedup();
    // Both sides of a pair find each other, except by runs that too many have.
    let runs = features.long_runs.as_ref();
    let is_symmetric = runs.is_none_or(|runs| runs.frequent.first.is_empty());
    let screening = Screening {
        frequent_kgrams: runs.map_or(0, |runs| runs.kgrams),
        extensions: runs.map_or(Some(0), |runs| runs.extensions),
        all_verified: is_symmetric && sharing.into_inner() == pairs.len() as u64,
    };
    Candidates { pairs, screening }
}

/// Returns the frequent runs of a submission, each with its weight and the first submissions that have it.
fn frequent_runs(features: &Features, submission: u32) -> impl Iterator<Item = (u64, &[u32])> {
    features.long_runs.iter().flat_map(move |LongRuns { frequent, .. }| {
        let runs = frequent.of[submission as usize].iter().map(|&run| run as usize);
        runs.map(|run| (u64::from(frequent.weights[run]), frequent.first[run].as_slice()))
    })
}

/// Returns what a submission would share with an equal one, in bits.
fn whole(features: &Features, submission: u32) -> f64 {
    let of_view = |view: &View| {
        let walked = view.walked(submission).iter();
        walked
            .filter(|feature| !view.postings.of(**feature).is_empty())
            .map(|&feature| in_bits(u64::from(view.weight(feature))))
            .sum::<f64>()
    };
    let of_runs: u64 = frequent_runs(features, submission).map(|(weight, _)| weight).sum();
    features.views.iter().map(of_view).sum::<f64>() + in_bits(of_runs)
}

/// Moves the best `first` of (sum, submission) before the others, in no order.
fn best_first(sums: &mut [(u64, u32)], first: usize) {
    if first < sums.len() {
        sums.select_nth_unstable_by(first, |a, b| b.0.cmp(&a.0).then(a.1.cmp(&b.1)));
    }
}

/// What one submission shares with each of the others.
struct Sums {
    /// The sums; all zero between submissions.
    of: Vec<u64>,
    /// Whether a block of [`BLOCK`] sums may contain one that is not zero. This is faster to record than the single
    /// sums.
    touched: Vec<bool>,
}

const BLOCK: usize = 64;

impl Sums {
    fn new(submissions: usize) -> Self {
        Self { of: vec![0; submissions], touched: vec![false; submissions.div_ceil(BLOCK)] }
    }

    /// Adds up what a submission shares with every submission, including itself.
    fn add_up(&mut self, features: &Features, submission: u32) {
        for (weight, first) in frequent_runs(features, submission) {
            for &other in first {
                self.of[other as usize] += weight;
                self.touched[other as usize / BLOCK] = true;
            }
        }
        for view in &features.views {
            for &feature in view.walked(submission) {
                let postings = view.postings.of(feature);
                // No other submission has it, or too many have it.
                if postings.len() < 2 {
                    continue;
                }
                let weight = u64::from(view.weight(feature));
                // Unrolled by hand, as screening spends most of its time here.
                let (fours, rest) = postings.as_chunks::<4>();
                for &[a, b, c, d] in fours {
                    self.of[a as usize] += weight;
                    self.of[b as usize] += weight;
                    self.of[c as usize] += weight;
                    self.of[d as usize] += weight;
                }
                for &other in rest {
                    self.of[other as usize] += weight;
                }
                // With at least as many postings as blocks, all blocks may be touched, and marking all costs no more
                // than checking each.
                if self.touched.len() <= postings.len() {
                    self.touched.fill(true);
                } else {
                    for &other in postings {
                        self.touched[other as usize / BLOCK] = true;
                    }
                }
            }
        }
    }

    /// Returns (sum, submission) of every sum that is not zero, and sets all to zero.
    fn drain(&mut self) -> Vec<(u64, u32)> {
        let mut sums = Vec::new();
        for ((block, of), touched) in self.of.chunks_mut(BLOCK).enumerate().zip(&mut self.touched) {
            if std::mem::take(touched) {
                for (at, sum) in of.iter_mut().enumerate().filter(|(_, sum)| **sum > 0) {
                    sums.push((std::mem::take(sum), (block * BLOCK + at) as u32));
                }
            }
        }
        sums
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::features::view::Rarity;

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(32))]

        #[test]
        fn sums_are_what_two_have_in_common(
            lists in prop::collection::vec(prop::collection::btree_set(0..60_u64, 0..4), 2 * BLOCK..4 * BLOCK),
        ) {
            let found: Vec<_> =
                lists.iter().map(|list| list.iter().map(|&hash| (hash << 58, 1.0)).collect()).collect();
            let views = vec![View::intern(&found, Rarity::Counted)];
            let features = Features { views, long_runs: None };
            let views = &features.views;
            let mut sums = Sums::new(lists.len());
            for one in 0..lists.len() as u32 {
                sums.add_up(&features, one);
                let mut found = sums.drain();
                found.retain(|&(_, other)| other != one);
                let common = |other: u32| {
                    let theirs = views[0].walked(other);
                    let both = views[0].walked(one).iter().filter(|feature| theirs.contains(feature));
                    both.map(|&feature| u64::from(views[0].weight(feature))).sum::<u64>()
                };
                let all = (0..lists.len() as u32).filter(|&other| other != one);
                let expected: Vec<_> =
                    all.map(|other| (common(other), other)).filter(|&(sum, _)| sum > 0).collect();
                prop_assert_eq!(found, expected);
            }
        }
    }
}
