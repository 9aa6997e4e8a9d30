//! The page of one submission.

mod page;
mod passages;

pub use page::{SUBMISSION_PAIRS, SubmissionLayout, pairs_of, submission};
pub use passages::MatchParts;
