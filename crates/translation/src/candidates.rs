//! Proposes pairs that are worth comparing, through an inverted index of rare features. No step compares all pairs.

use rayon::prelude::*;

use crate::features::Weights;
use crate::program::Program;

/// Most pairs that are compared for each program.
const NEIGHBOURS: usize = 100;

/// A feature that more programs have is not looked up. So the work for each feature of a program is bounded, and a
/// feature that is common says little.
const MAX_POSTINGS: usize = 400;

/// Returns pairs of comparable programs, ascending, the smaller number first.
pub(crate) fn candidates(programs: &[Program], weights: &Weights) -> Vec<(u32, u32)> {
    let mut pairs: Vec<(u32, u32)> = (0..programs.len())
        .into_par_iter()
        .map_init(
            || vec![0.0_f32; programs.len()],
            |shared, program| neighbours(programs, weights, shared, program),
        )
        .flatten_iter()
        .collect();
    pairs.par_sort_unstable();
    pairs.dedup();
    pairs
}

/// Returns the pairs of a program with those that share most. `shared` is a buffer of zeros, and is so again.
fn neighbours(
    programs: &[Program],
    weights: &Weights,
    shared: &mut [f32],
    program: usize,
) -> Vec<(u32, u32)> {
    let mut touched = Vec::new();
    for &(number, weight) in &weights.of[program] {
        let posting = &weights.postings[number as usize];
        if MAX_POSTINGS < posting.len() {
            continue;
        }
        for &other in posting {
            if shared[other as usize] <= 0.0 {
                if !programs[program].is_comparable(&programs[other as usize]) {
                    continue;
                }
                touched.push(other);
            }
            shared[other as usize] += weight;
        }
    }
    let score = |other: u32| f64::from(shared[other as usize]) / weights.totals[other as usize].sqrt();
    touched.sort_by(|&one, &other| score(other).total_cmp(&score(one)).then(one.cmp(&other)));
    let pair = |&other: &u32| (other.min(program as u32), other.max(program as u32));
    let pairs = touched.iter().take(NEIGHBOURS).map(pair).collect();
    for other in touched {
        shared[other as usize] = 0.0;
    }
    pairs
}
