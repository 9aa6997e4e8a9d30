//! Posting lists (the submissions that have each id), and how many groups of the batch and archived submissions have a
//! passage.

use rustc_hash::FxHashMap;

use crate::Counts;
use crate::index::kgrams::NONE;

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

/// Counts groups. Each thread has a counter of its own.
pub(crate) struct FrequencyCounter<'a> {
    /// The submissions that have each k-gram.
    postings: &'a Postings,
    /// The group that each submission counts as.
    counts: &'a [Counts],
    /// For each group, the last passage it was counted for.
    counted_for: Vec<u32>,
    passages: u32,
    /// Results for common k-grams, which occur again in many pairs.
    commonplace: FxHashMap<u32, DocumentFrequency>,
}

impl<'a> FrequencyCounter<'a> {
    pub(crate) fn new(postings: &'a Postings, counts: &'a [Counts]) -> Self {
        let counted_for = vec![0; counts.len()];
        Self { postings, counts, counted_for, passages: 0, commonplace: FxHashMap::default() }
    }

    /// Counts the groups and archived submissions that have a passage: the rarest of its k-grams and, unless it is
    /// common, at least three quarters of those that are looked up.
    pub(crate) fn of_passage(&mut self, passage: &[u32]) -> DocumentFrequency {
        let postings = self.postings;
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
            match self.counts[submission as usize] {
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

/// Maps an id to submissions, ascending and distinct.
pub(crate) struct Postings {
    starts: Vec<u32>,
    submissions: Vec<u32>,
}

impl Postings {
    /// Inverts lists of distinct ids, one list per submission. An id that more than `most` submissions have gets an empty list.
    pub(crate) fn invert<List: AsRef<[u32]>>(held: &[List], ids: usize, most: u32) -> Self {
        let mut starts = vec![0_u32; ids + 1];
        for list in held {
            for &id in list.as_ref() {
                starts[id as usize + 1] += 1;
            }
        }
        for id in 0..ids {
            let count = if starts[id + 1] <= most { starts[id + 1] } else { 0 };
            starts[id + 1] = starts[id] + count;
        }
        let mut next = starts.clone();
        let mut submissions = vec![0; starts[ids] as usize];
        for (submission, ids) in (0_u32..).zip(held) {
            for &id in ids.as_ref() {
                let next = &mut next[id as usize];
                if *next < starts[id as usize + 1] {
                    submissions[*next as usize] = submission;
                    *next += 1;
                }
            }
        }
        Self { starts, submissions }
    }

    /// Returns the submissions that have an id.
    pub(crate) fn of(&self, id: u32) -> &[u32] {
        &self.submissions[self.starts[id as usize] as usize..self.starts[id as usize + 1] as usize]
    }
}
