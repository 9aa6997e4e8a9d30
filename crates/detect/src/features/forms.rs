//! The forms of every submission's statements in the order of the text, numbered, with their bits. Rewritten matches
//! are made of them. In a language without forms, the statements themselves are used.
//!
//! The view of forms (`passages`) contains only which forms a submission has; this module also knows their positions.

use chaffinch_submission::TokenizedSubmission;
use rayon::prelude::*;

use crate::{
    features::{
        document_frequency::DocumentFrequencies,
        passages::{each_unmasked, forms_of},
        view::idf_bits,
    },
    groups::parties::Parties,
    index::{
        numbering::{distinct, numbers},
        postings::Postings,
    },
    masks::token_masks::Masks,
    results::submission::Counts,
};

/// A form of one statement.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct Form {
    pub(crate) id: u32,
    /// Positions of the statement in the submission, end excluded.
    pub(crate) start: u32,
    pub(crate) end: u32,
    /// How much the form tells, in bits.
    pub(crate) bits: f32,
}

/// The forms of a batch.
pub(crate) struct Forms {
    /// The forms of each submission, in the order of the text. Several forms of one statement have equal positions.
    /// Statements with masked tokens have none.
    pub(crate) of: Vec<Vec<Form>>,
    /// The submissions that have each form.
    pub(crate) postings: Postings,
}

impl Forms {
    /// Collects the forms. Submissions that do not count as a group do not make a form less rare.
    pub(crate) fn new(
        submissions: &[TokenizedSubmission],
        masks: &Masks,
        counts: &[Counts],
        parties: &Parties,
    ) -> Self {
        let found: Vec<Vec<(u64, Form)>> = submissions
            .par_iter()
            .zip(masks)
            .map(|(submission, mask)| {
                let mut found = Vec::new();
                each_unmasked(submission, mask, forms_of, |start, end, hash, bits| {
                    found.push((hash, Form { id: 0, start: start as u32, end: end as u32, bits }));
                });
                found
            })
            .collect();
        let (ids, count) = numbers(&found, |(hash, _)| *hash);
        let held = distinct(ids.par_iter().map(|ids| ids.iter().copied()), count);
        let postings = Postings::invert(parties.have(&held).as_ref().unwrap_or(&held), count);
        let rarity = rarity(&DocumentFrequencies { postings: &postings, counts }, count);
        let of = ids
            .into_par_iter()
            .zip(found)
            .map(|(ids, found)| {
                let of = ids.into_iter().zip(found);
                of.map(|(id, (_, form))| Form { id, bits: form.bits * rarity[id as usize], ..form }).collect()
            })
            .collect();
        Self { of, postings }
    }
}

/// Returns the bits of each form with weight 1, against all groups but two, as in a view.
fn rarity(frequencies: &DocumentFrequencies<'_>, count: usize) -> Vec<f32> {
    let is_first = |(at, counts): &(usize, &Counts)| **counts == Counts::Group(*at as u32);
    let others = frequencies.counts.iter().enumerate().filter(is_first).count().saturating_sub(2);
    (0..count as u32)
        .into_par_iter()
        .map_init(
            || frequencies.counter(),
            |counter, form| {
                let document_frequency = counter.count(frequencies.postings.of(form).iter().copied()).groups;
                idf_bits(document_frequency.saturating_sub(2), others).max(0.0) as f32
            },
        )
        .collect()
}
