//! Masks passages that are common elsewhere.

use chaffinch_submission::TokenizedSubmission;

use crate::{background::CommonPassages, masks::token_masks::Masks, results::submission::Mask};

/// Masks every token of a passage that is common elsewhere and not masked yet.
pub(crate) fn mask(masks: &mut Masks, submissions: &[TokenizedSubmission], common: &CommonPassages) {
    for ((mask, submission), common) in masks.iter_mut().zip(submissions).zip(common) {
        let mut start = 0;
        for (file, common) in submission.files.iter().zip(common) {
            let tokens = file.stream.tokens();
            for passage in common {
                let end = tokens.min(passage.end as usize);
                for token in &mut mask[start + end.min(passage.start as usize)..start + end] {
                    token.get_or_insert(Mask::Elsewhere);
                }
            }
            start += tokens;
        }
    }
}
