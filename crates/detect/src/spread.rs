//! How widespread a passage is: how many groups of the batch have it, and how many archived submissions.

use crate::{grams::NONE, live::Postings};

/// k-grams of a passage that are looked up, evenly spread.
const SAMPLE: usize = 8;

/// Who has which k-gram, and who counts as one.
pub(crate) struct Spread<'a> {
    pub(crate) holders: &'a Postings,
    /// Each submission's group; none for archived ones.
    pub(crate) groups: &'a [Option<u32>],
}

impl<'a> Spread<'a> {
    /// What one thread counts with.
    pub(crate) fn tally(&'a self) -> Tally<'a> {
        Tally { spread: self, counts: vec![0; self.groups.len()], touched: Vec::new() }
    }
}

/// Counts the looked-up k-grams that each submission has.
pub(crate) struct Tally<'a> {
    spread: &'a Spread<'a>,
    /// All zero between passages.
    counts: Vec<u8>,
    touched: Vec<u32>,
}

impl Tally<'_> {
    /// Groups and archived submissions that have at least three quarters of a passage's k-grams.
    pub(crate) fn having(&mut self, passage: &[u32]) -> (u32, u32) {
        let step = passage.len().div_ceil(SAMPLE).max(1);
        let mut sampled = 0;
        for &id in passage.iter().step_by(step).filter(|&&id| id != NONE) {
            sampled += 1;
            for &submission in self.spread.holders.of(id) {
                let count = &mut self.counts[submission as usize];
                if *count == 0 {
                    self.touched.push(submission);
                }
                *count += 1;
            }
        }
        let (mut groups, mut archived) = (Vec::new(), 0);
        for submission in self.touched.drain(..) {
            let count = std::mem::take(&mut self.counts[submission as usize]);
            if 3 * sampled <= 4 * usize::from(count) {
                match self.spread.groups[submission as usize] {
                    Some(group) => groups.push(group),
                    None => archived += 1,
                }
            }
        }
        groups.sort_unstable();
        groups.dedup();
        (groups.len() as u32, archived)
    }
}
