//! Screening: every submission's best neighbours, found by walking posting lists, never by looking at pairs.
//!
//! For each submission an accumulator adds up the rarity of the selected k-grams it shares with every other
//! (the dense accumulator: O(submissions) memory a thread). Lists longer than [`LONGEST`] are left out: they
//! tell little and would make the work quadratic.

use rayon::prelude::*;

use crate::{
    grams::Indexed,
    live::{Live, Postings},
    suspicion::Rarity,
};

/// Posting lists longer than this are not walked.
pub(crate) const LONGEST: usize = 512;

/// The pairs worth verifying, (smaller, larger) and sorted: each of the first `batch` submissions with its best
/// `neighbours` by shared weight, ties by index (that is, by name). Archived submissions come after `batch` and
/// are never paired with each other.
pub(crate) fn candidates(
    live: &[Live<'_>],
    indexed: &[Indexed],
    selected: &Postings,
    rarity: &Rarity,
    batch: usize,
    neighbours: usize,
    done: &(dyn Fn() + Sync),
) -> Vec<(u32, u32)> {
    let mut pairs: Vec<(u32, u32)> = (0..batch as u32)
        .into_par_iter()
        .map_init(
            || (vec![0_u32; live.len()], Vec::new()),
            |(shared, touched), submission| {
                for (id, places) in live[submission as usize].by_id() {
                    let holders = selected.of(id);
                    let own = &indexed[submission as usize].selected;
                    if LONGEST < holders.len() || !places.iter().any(|place| own[place.1 as usize]) {
                        continue;
                    }
                    let weight = rarity.weight(id);
                    for &other in holders {
                        let sum = &mut shared[other as usize];
                        if *sum == 0 {
                            touched.push(other);
                        }
                        *sum = sum.saturating_add(weight);
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
