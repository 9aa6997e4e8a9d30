//! Counts how many groups of the batch, and how many archived submissions, have a passage.

use rustc_hash::FxHashMap;

use crate::{
    index::{positions::NONE, postings::Postings},
    results::submission::Counts,
};

/// Number of a passage's k-grams that are looked up, evenly spaced.
const SAMPLE: usize = 8;

/// If more submissions than this have the rarest of these k-grams, the passage is common, and the other k-grams are not
/// checked.
const MAX_EXACT_POSTINGS: usize = 64;

/// Most archived submissions that are listed for a passage. More are only counted.
const MAX_ARCHIVED_LISTED: usize = 5;

/// How many have a passage.
#[derive(Debug, Clone, Default)]
pub(crate) struct DocumentFrequency {
    /// Number of groups in the batch.
    pub(crate) groups: u32,
    /// Number of archived submissions.
    pub(crate) archived: u32,
    /// The first of the archived submissions.
    pub(crate) archived_in: Vec<u32>,
}

/// The submissions that have each k-gram, and the group of each submission.
#[derive(Clone, Copy)]
pub(crate) struct DocumentFrequencies<'a> {
    pub(crate) postings: &'a Postings,
    /// The group that each submission counts as.
    pub(crate) counts: &'a [Counts],
}

impl<'a> DocumentFrequencies<'a> {
    /// Returns a counter for one thread.
    pub(crate) fn counter(self) -> FrequencyCounter<'a> {
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
    frequencies: DocumentFrequencies<'a>,
    /// For each group, the last passage it was counted for.
    counted_for: Vec<u32>,
    passages: u32,
    /// Results for common k-grams, which occur again in many pairs.
    commonplace: FxHashMap<u32, DocumentFrequency>,
}

impl FrequencyCounter<'_> {
    /// Counts the groups and archived submissions that have a passage: the rarest of its k-grams and, unless it is
    /// common, at least three quarters of those that are looked up.
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

    /// Counts groups, each once, and archived submissions.
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
