//! The data of all submissions.

use chaffinch_submission::TokenizedSubmission;

use crate::{
    alignment::submission_data::SubmissionData,
    background::OwnWork,
    features::{document_frequency::DocumentFrequencies, forms::Forms},
    groups::parties::Parties,
    index::{kgrams::Indexed, postings::Postings, unmasked::UnmaskedKgrams},
    masks::{masked::Masked, token_masks::Masks},
    references::coverage::Coverage,
    results::submission::Counts,
};

/// The data of all submissions.
pub(crate) struct Batch<'a> {
    pub(crate) submissions: &'a [TokenizedSubmission],
    indexed: &'a [Indexed<'a>],
    unmasked: Vec<UnmaskedKgrams<'a>>,
    /// Distinct unmasked k-grams of each submission.
    kgrams: Vec<&'a [u32]>,
    /// The submissions that have each k-gram.
    postings: Postings,
    pub(crate) masks: &'a Masks,
    /// Number of unmasked tokens of each submission.
    pub(crate) counted: &'a [u32],
    /// How each submission counts when counting how many have something.
    pub(crate) counts: &'a [Counts],
    /// `None` if no matches are requested.
    pub(crate) forms: Option<Forms<'a>>,
    /// What of each submission agrees with reference answers.
    pub(crate) coverage: &'a Coverage,
    /// What of each submission its author handed in before.
    pub(crate) own_work: &'a OwnWork,
}

impl<'a> Batch<'a> {
    /// Inverts the k-grams that count.
    pub(crate) fn new(
        submissions: &'a [TokenizedSubmission],
        masked: &'a Masked<'a>,
        parties: &Parties,
        forms: Option<Forms<'a>>,
        coverage: &'a Coverage,
        own_work: &'a OwnWork,
    ) -> Self {
        let Masked { masks, counted, kgrams, counts, .. } = masked;
        let distinct = kgrams.unmasked();
        let unmasked = kgrams.indexed.iter().zip(masks);
        Self {
            submissions,
            indexed: &kgrams.indexed,
            unmasked: unmasked.map(|(indexed, mask)| UnmaskedKgrams::new(indexed, mask)).collect(),
            postings: parties.postings(&distinct, kgrams.ids),
            kgrams: distinct,
            masks,
            counted,
            counts,
            forms,
            coverage,
            own_work,
        }
    }

    /// Returns the data of one submission.
    pub(crate) fn submission(&self, index: u32) -> SubmissionData<'_> {
        let index = index as usize;
        SubmissionData {
            index,
            submission: &self.submissions[index],
            indexed: &self.indexed[index],
            unmasked: &self.unmasked[index],
            kgrams: self.kgrams[index],
            mask: &self.masks[index],
            counted: self.counted[index],
            batch_forms: self.forms.as_ref(),
            own_forms: None,
        }
    }

    /// Returns how many have each k-gram.
    pub(crate) fn kgram_frequencies(&self) -> DocumentFrequencies<'_> {
        DocumentFrequencies { postings: &self.postings, counts: self.counts }
    }

    /// Returns how many have each form; without forms, nothing is looked up.
    pub(crate) fn form_frequencies(&self) -> DocumentFrequencies<'_> {
        let postings = self.forms.as_ref().map_or(&self.postings, |forms| &forms.postings);
        DocumentFrequencies { postings, counts: self.counts }
    }
}
