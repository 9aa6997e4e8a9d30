//! Screening: every submission's best neighbours, found by walking posting lists, never by looking at pairs.
//!
//! For each submission an accumulator adds up the rarity of what it shares with every other: selected k-grams
//! and statements (the dense accumulator: O(submissions) memory a thread). Lists longer than [`LONGEST`] are left out: they
//! tell little and would make the work quadratic.

use rayon::prelude::*;

use crate::view::View;

/// Posting lists longer than this are not walked.
pub(crate) const LONGEST: usize = 512;

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
    let mut pairs: Vec<(u32, u32)> = (0..batch as u32)
        .into_par_iter()
        .map_init(
            || (vec![0_u32; submissions], Vec::new()),
            |(shared, touched), submission| {
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
                done();
                best.into_iter()
                    .map(move |(_, other)| (submission.min(other), submission.max(other)))
                    .collect::<Vec<_>>()
            },
        )
        .flatten_iter()
        .collect();
    pairs.par_sort_unstable();
    pairs.dedup();
    pairs
}
