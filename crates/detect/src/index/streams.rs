//! The streams of a submission.

use std::borrow::Cow;

use chaffinch_submission::{TokenStream, TokenizedSubmission};

/// Returns the streams of a submission's files.
pub(crate) fn streams_of(submission: &TokenizedSubmission) -> Vec<Cow<'_, TokenStream>> {
    submission.files.iter().map(|file| file.stream.read()).collect()
}
