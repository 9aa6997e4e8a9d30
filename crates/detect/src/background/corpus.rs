//! Finds what is common in submissions that are at hand.

use chaffinch_submission::{TokenStream, TokenizedSubmission};
use rayon::prelude::*;

use crate::{
    background::common::{Background, FileFingerprints, common_elsewhere},
    features::selective::selective,
    index::kgrams::salt,
};

impl Background {
    /// Finds the passages of `compared` that are common in `elsewhere`.
    pub fn of(compared: &[TokenizedSubmission], elsewhere: &[TokenizedSubmission]) -> Self {
        if elsewhere.is_empty() {
            return Self::default();
        }
        common_elsewhere(&of_files(compared), &of_files(elsewhere))
    }
}

/// Returns the fingerprints of the files of each submission.
fn of_files(submissions: &[TokenizedSubmission]) -> Vec<Vec<FileFingerprints>> {
    let of_file = |stream: &TokenStream| {
        let salt = salt(stream.scheme);
        selective(stream).iter().map(|found| (found.hash ^ salt, found.tokens.start)).collect()
    };
    submissions
        .par_iter()
        .map(|submission| submission.files.iter().map(|file| of_file(&file.stream.read())).collect())
        .collect()
}
