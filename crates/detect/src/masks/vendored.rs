//! Masks the files that no student wrote.

use chaffinch_submission::{Provenance, TokenizedSubmission};
use rayon::prelude::*;

use crate::index::files_of;
use crate::masks::Masks;
use crate::{Mask, TOO_SHORT};

/// Masks the vendored and generated files of each submission, unless what is left of it would be too short to judge: a
/// task may be to write such a file, and a mark of a tool is easily typed.
pub(crate) fn mask_vendored(masks: &mut Masks, submissions: &[TokenizedSubmission]) {
    masks.par_iter_mut().zip(submissions).for_each(|(mask, submission)| {
        let is_own = |provenance: Option<Provenance>| provenance.is_none();
        let own_tokens: usize = files_of(submission)
            .filter(|(file, _)| is_own(file.record.provenance))
            .map(|(_, tokens)| mask[tokens].iter().filter(|token| token.is_none()).count())
            .sum();
        if own_tokens < TOO_SHORT as usize {
            return;
        }
        for (file, tokens) in files_of(submission) {
            let reason = match file.record.provenance {
                Some(Provenance::Vendored) => Mask::Vendored,
                Some(Provenance::Generated) => Mask::Generated,
                None => continue,
            };
            for token in &mut mask[tokens] {
                token.get_or_insert(reason);
            }
        }
    });
}
