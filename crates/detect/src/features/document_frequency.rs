//! How widespread a passage is: how many groups of the batch have it, and how many archived submissions.

use rustc_hash::FxHashMap;

use crate::{
    index::{positions::NONE, postings::Postings},
    results::submission::Counts,
};

/// k-grams of a passage that are looked up, evenly spread.
const SAMPLE: usize = 8;

/// Where so many have the rarest of them, the passage is commonplace and nobody asks who exactly has the rest.
const MAX_EXACT_POSTINGS: usize = 64;

/// Archived submissions that are named where a passage occurs; of more only the number is told.
const MAX_ARCHIVED_LISTED: usize = 5;

/// Who has a passage.
#[derive(Debug, Clone, Default)]
pub(crate) struct DocumentFrequency {
    /// Groups of the batch.
    pub(crate) groups: u32,
    /// Archived submissions.
    pub(crate) archived: u32,
    /// The first of these.
    pub(crate) archived_in: Vec<u32>,
}

/// Who has which k-gram, and who counts as one.
pub(crate) struct DocumentFrequencies<'a> {
    pub(crate) postings: &'a Postings,
    /// As whom each submission counts.
    pub(crate) counts: &'a [Counts],
}

impl<'a> DocumentFrequencies<'a> {
    /// What one thread counts with.
    pub(crate) fn counter(&'a self) -> FrequencyCounter<'a> {
        FrequencyCounter {
            frequencies: self,
            counted_for: vec![0; self.counts.len()],
            passages: 0,
            commonplace: FxHashMap::default(),
        }
    }
}

/// Counts groups.
pub(crate) struct FrequencyCounter<'a> {
    frequencies: &'a DocumentFrequencies<'a>,
    /// The last passage that each group was counted for.
    counted_for: Vec<u32>,
    passages: u32,
    /// What was counted for commonplace k-grams: they come again in many pairs.
    commonplace: FxHashMap<u32, DocumentFrequency>,
}

impl FrequencyCounter<'_> {
    /// Groups and archived submissions that have the rarest of a passage's k-grams, and, unless it is commonplace, at
    /// least three quarters of them.
    pub(crate) fn of_passage(&mut self, passage: &[u32]) -> DocumentFrequency {
        let postings = self.frequencies.postings;
        let step = passage.len().div_ceil(SAMPLE).max(1);
        let mut sample: Vec<u32> = passage.iter().copied().step_by(step).filter(|&id| id != NONE).collect();
        sample.sort_unstable_by_key(|&id| postings.of(id).len());
        let Some((&rarest, others)) = sample.split_first() else { return DocumentFrequency::default() };
        let frequency = postings.of(rarest);
        if MAX_EXACT_POSTINGS < frequency.len() {
            if let Some(counted) = self.commonplace.get(&rarest) {
                return counted.clone();
            }
            let counted = self.count(frequency.iter().copied());
            self.commonplace.insert(rarest, counted.clone());
            return counted;
        }
        let may_lack = sample.len() / 4;
        let has_enough = |submission: &u32| {
            let lacks = |id: &&u32| postings.of(**id).binary_search(submission).is_err();
            others.iter().filter(lacks).nth(may_lack).is_none()
        };
        self.count(frequency.iter().copied().filter(has_enough))
    }

    /// Groups, each once, and archived submissions among them.
    pub(crate) fn count(&mut self, submissions: impl Iterator<Item = u32>) -> DocumentFrequency {
        self.passages += 1;
        let mut frequency = DocumentFrequency::default();
        for submission in submissions {
            match self.frequencies.counts[submission as usize] {
                Counts::Group(group) => {
                    let last = std::mem::replace(&mut self.counted_for[group as usize], self.passages);
                    frequency.groups += u32::from(last != self.passages);
                }
                Counts::Archived => {
                    frequency.archived += 1;
                    if frequency.archived_in.len() < MAX_ARCHIVED_LISTED {
                        frequency.archived_in.push(submission);
                    }
                }
                Counts::Not => {}
            }
        }
        frequency
    }
}
