//! How widespread a passage is: how many groups of the batch have it, and how many archived submissions.

use crate::{grams::NONE, live::Postings};

/// k-grams of a passage that are looked up, evenly spread.
const SAMPLE: usize = 8;

/// Where so many have the rarest of them, the passage is commonplace and nobody asks who exactly has the rest.
const COMMONPLACE: usize = 64;

/// Who has which k-gram, and who counts as one.
pub(crate) struct Spread<'a> {
    pub(crate) holders: &'a Postings,
    /// Each submission's group; none for archived ones.
    pub(crate) groups: &'a [Option<u32>],
}

impl<'a> Spread<'a> {
    /// What one thread counts with.
    pub(crate) fn tally(&'a self) -> Tally<'a> {
        Tally { spread: self, counted: vec![0; self.groups.len()], passage: 0 }
    }
}

/// Counts groups.
pub(crate) struct Tally<'a> {
    spread: &'a Spread<'a>,
    /// The last passage that each group was counted for.
    counted: Vec<u32>,
    passage: u32,
}

impl Tally<'_> {
    /// Groups and archived submissions that have the rarest of a passage's k-grams, and, unless it is commonplace, at
    /// least three quarters of them.
    pub(crate) fn having(&mut self, passage: &[u32]) -> (u32, u32) {
        let step = passage.len().div_ceil(SAMPLE).max(1);
        let sampled = passage.iter().step_by(step).filter(|&&id| id != NONE);
        let mut holders: Vec<&[u32]> = sampled.map(|&id| self.spread.holders.of(id)).collect();
        holders.sort_unstable_by_key(|holders| holders.len());
        let Some((&rarest, others)) = holders.split_first() else { return (0, 0) };
        let may_lack = holders.len() / 4;
        let has_enough = |submission: u32| {
            let lacks = |holders: &&&[u32]| holders.binary_search(&submission).is_err();
            COMMONPLACE < rarest.len() || others.iter().filter(lacks).nth(may_lack).is_none()
        };
        self.passage += 1;
        let (mut groups, mut archived) = (0, 0);
        for &submission in rarest {
            match self.spread.groups[submission as usize] {
                Some(group) if self.counted[group as usize] == self.passage => {}
                Some(group) if has_enough(submission) => {
                    self.counted[group as usize] = self.passage;
                    groups += 1;
                }
                None if has_enough(submission) => archived += 1,
                _ => {}
            }
        }
        (groups, archived)
    }
}
