//! The data of all submissions.

use chaffinch_submission::TokenizedSubmission;

use crate::{
    alignment::submission_data::SubmissionData,
    background::OwnWork,
    features::forms::Forms,
    index::{kgrams::Indexed, unmasked::UnmaskedKgrams},
    masks::token_masks::Masks,
    references::coverage::Coverage,
};

/// The data of all submissions.
#[derive(Clone, Copy)]
pub(crate) struct Batch<'a> {
    pub(crate) submissions: &'a [TokenizedSubmission],
    pub(crate) indexed: &'a [Indexed<'a>],
    pub(crate) unmasked: &'a [UnmaskedKgrams<'a>],
    /// Distinct unmasked k-grams of each submission.
    pub(crate) kgrams: &'a [&'a [u32]],
    pub(crate) masks: &'a Masks,
    pub(crate) counted: &'a [u32],
    /// `None` if no matches are requested.
    pub(crate) forms: Option<&'a Forms<'a>>,
    /// What of each submission agrees with reference answers.
    pub(crate) coverage: &'a Coverage,
    /// What of each submission its author handed in before.
    pub(crate) own_work: &'a OwnWork,
}

impl<'a> Batch<'a> {
    /// Returns the data of one submission.
    pub(crate) fn submission(self, index: u32) -> SubmissionData<'a> {
        let index = index as usize;
        SubmissionData {
            index,
            submission: &self.submissions[index],
            indexed: &self.indexed[index],
            unmasked: &self.unmasked[index],
            kgrams: self.kgrams[index],
            mask: &self.masks[index],
            counted: self.counted[index],
            batch_forms: self.forms,
            own_forms: None,
        }
    }
}
