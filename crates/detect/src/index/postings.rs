//! Posting lists: the submissions that have each id.

/// Maps an id to submissions, ascending and distinct.
pub(crate) struct Postings {
    starts: Vec<u32>,
    submissions: Vec<u32>,
}

impl Postings {
    /// Inverts lists of distinct ids, one list per submission.
    pub(crate) fn invert<List: AsRef<[u32]>>(held: &[List], ids: usize) -> Self {
        let mut starts = vec![0_u32; ids + 1];
        for list in held {
            for &id in list.as_ref() {
                starts[id as usize + 1] += 1;
            }
        }
        for id in 0..ids {
            starts[id + 1] += starts[id];
        }
        let mut next = starts.clone();
        let mut submissions = vec![0; starts[ids] as usize];
        for (submission, ids) in (0_u32..).zip(held) {
            for &id in ids.as_ref() {
                submissions[next[id as usize] as usize] = submission;
                next[id as usize] += 1;
            }
        }
        Self { starts, submissions }
    }

    /// Returns the submissions that have an id.
    pub(crate) fn of(&self, id: u32) -> &[u32] {
        &self.submissions[self.starts[id as usize] as usize..self.starts[id as usize + 1] as usize]
    }
}
