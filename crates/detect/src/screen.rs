//! Screening: every submission's best neighbours, found by walking posting lists, never by looking at pairs.
//!
//! For each submission an accumulator adds up the rarity of what it shares with every other: selected k-grams,
//! statements and forms (the dense accumulator: O(submissions) memory a thread). Lists longer than [`LONGEST`] are
//! left out: they tell little and would make the work quadratic. Of the best neighbours the first are verified
//! whatever they share, as long as the batch is small; the others only if what they share promises something.

use rayon::prelude::*;

use crate::{
    suspicion::discounted,
    view::{Evidence, View, in_bits},
};

/// Posting lists longer than this are not walked.
pub(crate) const LONGEST: usize = 512;

/// Pairs verified a batch whatever they share, so that in a small one nothing is left out, ...
const SURE_PAIRS: usize = 20_000;

/// ... and neighbours a submission, however large it is.
const SURE_NEIGHBOURS: usize = 10;

/// What the sums over walked features must promise for any other pair to be verified, in bits. One view alone makes up
/// a third of the sums and may say fifteen times as much.
const PROMISING: f64 = 0.05;

/// The pairs worth verifying, (smaller, larger) and sorted: each of the first `batch` submissions with its best
/// `neighbours` by shared weight, ties by index (that is, by name). Archived submissions come after `batch` and
/// are never paired with each other.
pub(crate) fn candidates(
    views: &[View],
    submissions: usize,
    batch: usize,
    neighbours: usize,
    done: &(dyn Fn() + Sync),
) -> Vec<(u32, u32)> {
    let sure = (SURE_PAIRS / batch.max(1)).clamp(SURE_NEIGHBOURS, neighbours);
    let whole: Vec<f64> =
        (0..submissions as u32).into_par_iter().map(|submission| whole(views, submission)).collect();
    let mut pairs: Vec<(u32, u32)> = (0..batch as u32)
        .into_par_iter()
        .map_init(
            || (vec![0_u32; submissions], Vec::new()),
            |(shared, touched), submission| {
                add_up(views, submission, shared, touched);
                let mut best: Vec<(u32, u32)> = touched
                    .drain(..)
                    .map(|other| (std::mem::take(&mut shared[other as usize]), other))
                    .filter(|&(_, other)| other != submission)
                    .collect();
                let order = |a: &(u32, u32), b: &(u32, u32)| b.0.cmp(&a.0).then(a.1.cmp(&b.1));
                if neighbours < best.len() {
                    best.select_nth_unstable_by(neighbours, order);
                    best.truncate(neighbours);
                }
                if sure < best.len() {
                    best.select_nth_unstable_by(sure, order);
                }
                done();
                let promises = |shared: u32, other: u32| {
                    let evidence = Evidence {
                        shared: in_bits(shared),
                        left: whole[submission as usize],
                        right: whole[other as usize],
                    };
                    PROMISING <= discounted(evidence)
                };
                best.into_iter()
                    .enumerate()
                    .filter(|&(at, (shared, other))| at < sure || promises(shared, other))
                    .map(|(_, (_, other))| (submission.min(other), submission.max(other)))
                    .collect::<Vec<_>>()
            },
        )
        .flatten_iter()
        .collect();
    pairs.par_sort_unstable();
    pairs.dedup();
    pairs
}

/// Adds up what a submission shares with every other, itself among them; `shared` is all zero before.
fn add_up(views: &[View], submission: u32, shared: &mut [u32], touched: &mut Vec<u32>) {
    for view in views {
        for &feature in view.walked(submission) {
            let holders = view.holders.of(feature);
            if LONGEST < holders.len() {
                continue;
            }
            let weight = view.weight(feature);
            for &other in holders {
                let sum = &mut shared[other as usize];
                if *sum == 0 {
                    touched.push(other);
                }
                *sum = sum.saturating_add(weight);
            }
        }
    }
}

/// What a submission would share with its like, in bits.
fn whole(views: &[View], submission: u32) -> f64 {
    let of_view = |view: &View| {
        let walked = view.walked(submission).iter();
        walked
            .filter(|feature| view.holders.of(**feature).len() <= LONGEST)
            .map(|&feature| in_bits(view.weight(feature)))
            .sum::<f64>()
    };
    views.iter().map(of_view).sum()
}
