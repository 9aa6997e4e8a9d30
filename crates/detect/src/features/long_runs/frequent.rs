//! Runs that too many submissions have, however far they are extended.

use crate::features::{
    long_runs::level::Level,
    view::{MAX_BITS, as_weight, idf_bits},
};

/// Number of submissions of the class, and as many archived ones and reference answers, that are compared with all others
/// which have a run that too many have.
const FIRST: usize = 32;

/// Runs that too many submissions have.
pub(crate) struct FrequentRuns {
    /// The first submissions that have each run.
    pub(crate) first: Vec<Vec<u32>>,
    /// The weight of each run, as [`View::weight`](crate::features::view::View::weight).
    pub(crate) weights: Vec<u32>,
    /// For each submission, the runs by which it is compared with the first that have them.
    pub(crate) of: Vec<Vec<u32>>,
    /// The first archived submission, and the first reference answer.
    kinds: [usize; 2],
}

impl FrequentRuns {
    pub(super) fn new(submissions: usize, kinds: [usize; 2]) -> Self {
        Self { first: Vec::new(), weights: Vec::new(), of: vec![Vec::new(); submissions], kinds }
    }

    /// Adds the runs of a level that are `used`, by submission.
    pub(super) fn add(&mut self, level: &Level, used: &[Vec<u32>]) {
        const UNUSED: u32 = u32::MAX;
        let mut numbers = vec![UNUSED; level.weights.len()];
        let others = level.lists.len().saturating_sub(2);
        for (of, used) in self.of.iter_mut().zip(used) {
            for &run in used {
                let number = &mut numbers[run as usize];
                if *number == UNUSED {
                    *number = self.weights.len() as u32;
                    let bits = idf_bits(level.documents(run).saturating_sub(2), others).min(MAX_BITS) as f32;
                    self.weights.push(as_weight(bits * level.weights[run as usize]));
                    self.first.push(Vec::new());
                }
                of.push(*number);
            }
        }
        let kind = |at: usize| self.kinds.iter().filter(|&&first| first <= at).count();
        let mut room = vec![[FIRST; 3]; self.first.len()];
        for (at, list) in level.lists.iter().enumerate() {
            for &run in list {
                let number = numbers[run as usize];
                if number == UNUSED || self.first[number as usize].last() == Some(&(at as u32)) {
                    continue;
                }
                let room = &mut room[number as usize][kind(at)];
                if *room > 0 {
                    *room -= 1;
                    self.first[number as usize].push(at as u32);
                }
            }
        }
    }
}
