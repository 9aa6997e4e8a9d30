//! Posting lists: the submissions that have each id.

/// Maps an id to submissions, ascending and distinct.
pub(crate) struct Postings {
    starts: Vec<u32>,
    submissions: Vec<u32>,
}

impl Postings {
    /// Inverts lists of distinct ids, one list per submission.
    pub(crate) fn invert<List: AsRef<[u32]>>(held: &[List], ids: usize) -> Self {
        Self::invert_rare(held, ids, u32::MAX)
    }

    /// Inverts lists of distinct ids. An id that more than `most` submissions have gets an empty list.
    pub(crate) fn invert_rare<List: AsRef<[u32]>>(held: &[List], ids: usize, most: u32) -> Self {
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
