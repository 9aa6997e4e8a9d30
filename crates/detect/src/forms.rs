//! The forms of every submission's statements in the order of the text, numbered, and how much each tells: what
//! rewritten matches are made of. Where a language has no forms, statements as they stand take their place.
//!
//! The view of forms (`passages`) knows only which forms a submission has; here is also where.

use std::ops::Range;

use chaffinch_fingerprint::hash_kgram;
use chaffinch_submission::{TokenStream, TokenizedSubmission};
use rayon::prelude::*;

use crate::{
    grams::salt,
    live::Postings,
    mask::Masks,
    numbering::numbers,
    passages::{OF_FORM, SHORTEST, weight},
};

/// A form of one statement.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct Form {
    pub(crate) id: u32,
    /// The statement: positions in the submission, end excluded.
    pub(crate) start: u32,
    pub(crate) end: u32,
    /// What it tells, in bits.
    pub(crate) bits: f32,
}

/// The forms of a batch.
pub(crate) struct Forms {
    /// Of each submission, in the order of the text; several of one statement have equal positions. Statements with
    /// masked tokens have none.
    pub(crate) of: Vec<Vec<Form>>,
    /// Who has which.
    pub(crate) holders: Postings,
}

impl Forms {
    /// `groups` gives each submission's group; archived ones have none and make nothing less rare.
    pub(crate) fn new(submissions: &[TokenizedSubmission], masks: &Masks, groups: &[Option<u32>]) -> Self {
        let found: Vec<Vec<(u64, Form)>> = submissions
            .par_iter()
            .zip(masks)
            .map(|(submission, mask)| {
                let mut found = Vec::new();
                let mut file_start = 0;
                for file in &submission.files {
                    let salt = salt(file.stream.scheme);
                    each(&file.stream, |hash, tokens, length| {
                        let (start, end) = (file_start + tokens.start, file_start + tokens.end);
                        let is_live = mask[start..end].iter().all(Option::is_none);
                        if SHORTEST <= length && is_live {
                            let bits = OF_FORM * weight(&file.stream, length);
                            let form = Form { id: 0, start: start as u32, end: end as u32, bits };
                            found.push((hash ^ salt, form));
                        }
                    });
                    file_start += file.stream.values.len();
                }
                found
            })
            .collect();
        let (ids, count) = numbers(&found, |(hash, _)| *hash);
        let holders = Postings::invert(&distinct(&ids), count);
        let rarity = rarity(&holders, count, groups);
        let of = ids
            .into_par_iter()
            .zip(found)
            .map(|(ids, found)| {
                let of = ids.into_iter().zip(found);
                of.map(|(id, (_, form))| Form { id, bits: form.bits * rarity[id as usize], ..form }).collect()
            })
            .collect();
        Self { of, holders }
    }
}

/// Tells the forms of a file: their hash, tokens and length.
fn each(stream: &TokenStream, mut tell: impl FnMut(u64, Range<usize>, usize)) {
    if stream.forms.is_empty() {
        for tokens in stream.statement_ranges() {
            let length = tokens.len();
            tell(hash_kgram(&stream.values[tokens.clone()]), tokens, length);
        }
    }
    for form in &stream.forms {
        tell(form.hash, form.tokens.start as usize..form.tokens.end as usize, form.length as usize);
    }
}

fn distinct(ids: &[Vec<u32>]) -> Vec<Vec<u32>> {
    let sorted = |ids: &Vec<u32>| {
        let mut ids = ids.clone();
        ids.sort_unstable();
        ids.dedup();
        ids
    };
    ids.par_iter().map(sorted).collect()
}

/// Bits of a form that weighs 1, against all groups but two, as in a view.
fn rarity(holders: &Postings, count: usize, groups: &[Option<u32>]) -> Vec<f32> {
    let all = groups.iter().enumerate().filter(|(at, group)| **group == Some(*at as u32)).count();
    let others = all.saturating_sub(2) as f32;
    (0..count as u32)
        .into_par_iter()
        .map_init(Vec::new, |having, form| {
            having.clear();
            having.extend(holders.of(form).iter().filter_map(|&submission| groups[submission as usize]));
            having.sort_unstable();
            having.dedup();
            let also = having.len().saturating_sub(2) as f32;
            ((others + 1.0) / (also + 0.5)).log2().max(0.0)
        })
        .collect()
}
