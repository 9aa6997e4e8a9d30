//! What is stored of a submission, apart from its files.

use chaffinch_storage::NewSubmission;
use chaffinch_submission::Submission;

/// Returns the data of a submission that are stored.
pub(crate) fn new_submission(number: u32, submission: &Submission) -> NewSubmission {
    NewSubmission { number, header: submission.header.clone(), reference: reference_of(submission) }
}

pub(super) fn reference_of(submission: &Submission) -> Option<String> {
    submission.archive.as_ref()?.reference.as_ref().map(ToString::to_string)
}
