//! How widespread a passage is: how many groups of the batch have it, and how many archived submissions.

use rustc_hash::FxHashMap;

use crate::{analysis::Counts, grams::NONE, live::Postings};

/// k-grams of a passage that are looked up, evenly spread.
const SAMPLE: usize = 8;

/// Where so many have the rarest of them, the passage is commonplace and nobody asks who exactly has the rest.
const COMMONPLACE: usize = 64;

/// Archived submissions that are named where a passage occurs; of more only the number is told.
const NAMED: usize = 5;

/// Who has a passage.
#[derive(Debug, Clone, Default)]
pub(crate) struct Having {
    /// Groups of the batch.
    pub(crate) groups: u32,
    /// Archived submissions.
    pub(crate) archived: u32,
    /// The first of these.
    pub(crate) archived_in: Vec<u32>,
}

/// Who has which k-gram, and who counts as one.
pub(crate) struct Spread<'a> {
    pub(crate) holders: &'a Postings,
    /// As whom each submission counts.
    pub(crate) counts: &'a [Counts],
}

impl<'a> Spread<'a> {
    /// What one thread counts with.
    pub(crate) fn tally(&'a self) -> Tally<'a> {
        Tally {
            spread: self,
            counted: vec![0; self.counts.len()],
            passages: 0,
            commonplace: FxHashMap::default(),
        }
    }
}

/// Counts groups.
pub(crate) struct Tally<'a> {
    spread: &'a Spread<'a>,
    /// The last passage that each group was counted for.
    counted: Vec<u32>,
    passages: u32,
    /// What was counted for commonplace k-grams: they come again in many pairs.
    commonplace: FxHashMap<u32, Having>,
}

impl Tally<'_> {
    /// Groups and archived submissions that have the rarest of a passage's k-grams, and, unless it is commonplace, at
    /// least three quarters of them.
    pub(crate) fn having(&mut self, passage: &[u32]) -> Having {
        let holders = self.spread.holders;
        let step = passage.len().div_ceil(SAMPLE).max(1);
        let mut sample: Vec<u32> = passage.iter().copied().step_by(step).filter(|&id| id != NONE).collect();
        sample.sort_unstable_by_key(|&id| holders.of(id).len());
        let Some((&rarest, others)) = sample.split_first() else { return Having::default() };
        let having = holders.of(rarest);
        if COMMONPLACE < having.len() {
            if let Some(counted) = self.commonplace.get(&rarest) {
                return counted.clone();
            }
            let counted = self.count(having.iter().copied());
            self.commonplace.insert(rarest, counted.clone());
            return counted;
        }
        let may_lack = sample.len() / 4;
        let has_enough = |submission: &u32| {
            let lacks = |id: &&u32| holders.of(**id).binary_search(submission).is_err();
            others.iter().filter(lacks).nth(may_lack).is_none()
        };
        self.count(having.iter().copied().filter(has_enough))
    }

    /// Groups, each once, and archived submissions among them.
    pub(crate) fn count(&mut self, submissions: impl Iterator<Item = u32>) -> Having {
        self.passages += 1;
        let mut having = Having::default();
        for submission in submissions {
            match self.spread.counts[submission as usize] {
                Counts::Group(group) => {
                    let last = std::mem::replace(&mut self.counted[group as usize], self.passages);
                    having.groups += u32::from(last != self.passages);
                }
                Counts::Archived => {
                    having.archived += 1;
                    if having.archived_in.len() < NAMED {
                        having.archived_in.push(submission);
                    }
                }
                Counts::Not => {}
            }
        }
        having
    }
}
