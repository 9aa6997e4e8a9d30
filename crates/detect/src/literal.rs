//! Texts as they stand: three tokens in a row with their names and literals. What nobody bothered to rename.
//!
//! Renaming empties this view and no other; where names, numbers and strings agree as well, it says so with more
//! evidence than structure alone can give.

use chaffinch_fingerprint::hash_kgram;
use chaffinch_submission::TokenizedSubmission;
use rayon::prelude::*;

use crate::{
    grams::salt,
    mask::Masks,
    view::{Occurrence, View, Walked},
};

/// Texts in a row.
const ROW: usize = 3;

/// Three texts in a row, each of weight 1 / 3 as a text is in three of them. Neighbours are not looked for by them:
/// who shares texts shares k-grams.
pub(crate) fn texts(submissions: &[TokenizedSubmission], masks: &Masks) -> View {
    let found: Vec<Occurrence> = submissions
        .par_iter()
        .zip(masks)
        .enumerate()
        .flat_map_iter(|(index, (submission, mask))| {
            let mut found = Vec::new();
            let mut start = 0;
            for file in &submission.files {
                let salt = salt(file.stream.scheme);
                for (at, row) in (start..).zip(file.stream.texts.windows(ROW)) {
                    if mask[at..at + ROW].iter().all(Option::is_none) {
                        let row: [u64; ROW] = std::array::from_fn(|text| u64::from(row[text]));
                        found.push(Occurrence::new(hash_kgram(&row) ^ salt, index, 1.0 / ROW as f32));
                    }
                }
                start += file.stream.values.len();
            }
            found
        })
        .collect();
    View::intern(found, submissions.len(), Walked::None)
}
