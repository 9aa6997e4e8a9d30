//! The submissions of a comparison by kind.

use chaffinch_submission::TokenizedSubmission;

use crate::{
    groups::parties::{Parties, is_reference},
    limits::TOO_SHORT,
    results::options::Options,
};

/// The submissions by kind: those of the batch come first, then archived ones, then reference answers.
pub(crate) struct Class {
    /// Number of submissions of the batch, which is the index of the first archived one.
    pub(crate) batch: usize,
    /// Index of the first reference answer.
    pub(crate) references: usize,
    /// Number of all submissions.
    pub(crate) all: usize,
    pub(crate) parties: Parties,
}

impl Class {
    /// Counts the submissions of each kind, and finds those that count as one.
    pub(crate) fn new(submissions: &[TokenizedSubmission], options: &Options) -> Self {
        Self {
            batch: submissions.iter().take_while(|submission| submission.archive.is_none()).count(),
            references: submissions.iter().take_while(|submission| !is_reference(submission)).count(),
            all: submissions.len(),
            parties: Parties::find(submissions, &options.teams, &options.staff),
        }
    }

    /// Returns the submissions that chance is estimated from: those of students that are long enough.
    pub(crate) fn takes_part(&self, counted: &[u32]) -> Vec<bool> {
        let takes_part = |index: usize| {
            index < self.batch && counted[index] >= TOO_SHORT && !self.parties.is_staff(index as u32)
        };
        (0..self.all).map(takes_part).collect()
    }
}
