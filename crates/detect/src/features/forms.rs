//! The forms of every submission's statements in the order of the text, numbered, with their bits. Rewritten matches
//! are made of them. In a language without forms, the statements themselves are used.
//!
//! The view of forms (`passages`) contains only which forms a submission has; this module also knows their positions.

use std::sync::OnceLock;

use chaffinch_submission::TokenizedSubmission;
use rayon::prelude::*;

use crate::Counts;
use crate::features::passages::{each_unmasked, forms_of};
use crate::features::view::idf_bits;
use crate::groups::Parties;
use crate::index::kgrams::streams_of;
use crate::index::numbering::{Distinct, Numbered};
use crate::index::postings::{FrequencyCounter, Postings};
use crate::masks::Masks;

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

/// The forms of a batch. Their positions are computed for those submissions that are asked for, which are few in a large
/// class.
pub(crate) struct Forms<'a> {
    submissions: &'a [TokenizedSubmission],
    masks: &'a Masks,
    /// The distinct forms of each submission, in the order of their first occurrence.
    distinct: Vec<Vec<u32>>,
    /// The bits of each form with weight 1.
    rarity: Vec<f32>,
    /// The submissions that have each form.
    pub(crate) postings: Postings,
    of: Vec<OnceLock<Vec<Form>>>,
}

impl<'a> Forms<'a> {
    /// Takes the numbers of the forms in `submissions`. Submissions that do not count as a group do not make a form less
    /// rare.
    pub(crate) fn new(
        Numbered { lists: distinct, weights }: Numbered,
        submissions: &'a [TokenizedSubmission],
        masks: &'a Masks,
        counts: &[Counts],
        parties: &Parties,
    ) -> Self {
        let count = weights.len();
        let postings = parties.postings(&distinct, count);
        let rarity = rarity(&postings, counts, count);
        let of = submissions.iter().map(|_| OnceLock::new()).collect();
        Self { submissions, masks, distinct, rarity, postings, of }
    }

    /// Returns the forms of a submission, in the order of the text. Several forms of one statement have equal positions.
    /// Statements with masked tokens have none.
    pub(crate) fn of(&self, submission: usize) -> &[Form] {
        self.of[submission].get_or_init(|| {
            let (mut known, mut forms) = (Distinct::default(), Vec::new());
            let streams = streams_of(&self.submissions[submission]);
            each_unmasked(&streams, &self.masks[submission], forms_of, |start, end, hash, weight| {
                let id = self.distinct[submission][known.number(hash) as usize];
                let bits = weight * self.rarity[id as usize];
                forms.push(Form { id, start: start as u32, end: end as u32, bits });
            });
            forms
        })
    }
}

/// Returns the bits of each form with weight 1, against all groups but two, as in a view.
fn rarity(postings: &Postings, counts: &[Counts], count: usize) -> Vec<f32> {
    let others = Counts::groups(counts).saturating_sub(2);
    (0..count as u32)
        .into_par_iter()
        .map_init(
            || FrequencyCounter::new(postings, counts),
            |counter, form| {
                let document_frequency = counter.count(postings.of(form).iter().copied()).groups;
                idf_bits(document_frequency.saturating_sub(2), others).max(0.0) as f32
            },
        )
        .collect()
}
