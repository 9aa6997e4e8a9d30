//! Decides which tokens count, and numbers the k-grams.

use chaffinch_submission::{TokenStream, TokenizedSubmission};
use rayon::prelude::*;

use crate::{
    background::CommonPassages,
    groups::{class::Class, near_identical::near_identical},
    index::kgrams::Kgrams,
    limits::{BOILERPLATE_RUN, MIN_MATCH},
    masks::{boilerplate::boilerplate, common, elsewhere, templates, token_masks::Masks},
    results::{
        analysis::LeftOut,
        options::{Options, Template},
        submission::{Counts, Mask},
    },
};

/// The tokens that count.
pub(crate) struct Masked<'a> {
    pub(crate) masks: Masks,
    /// Number of tokens of each submission that count.
    pub(crate) counted: Vec<u32>,
    pub(crate) kgrams: Kgrams<'a>,
    /// How each submission counts when counting how many have something.
    pub(crate) counts: Vec<Counts>,
    /// What the limit of submissions left out; `None` without that limit.
    pub(crate) left_out: Option<LeftOut>,
    /// Number of different passages that are common elsewhere.
    pub(crate) common_elsewhere: u32,
}

/// Masks starter code, then what is common elsewhere, then what is common in the batch. k-grams are numbered before the
/// last step: which submissions are nearly identical must not depend on what is common among them.
pub(crate) fn mask<'a>(
    submissions: &'a [TokenizedSubmission],
    class: &Class,
    boilerplate: &[TokenStream],
    elsewhere: &CommonPassages,
    options: &Options,
) -> Masked<'a> {
    let mut masks = starter_code(submissions, boilerplate, &options.templates);
    elsewhere::mask(&mut masks, submissions, elsewhere);
    let common_elsewhere = common::distinct(&masks, &submissions[..class.batch], Mask::Elsewhere);
    let mut kgrams = Kgrams::number(submissions, &masks);
    let counts = near_identical(&kgrams.unmasked(), kgrams.ids, class.batch, &class.parties);
    let units = common::by_submission(class.all, class.batch);
    common::common(&mut masks, submissions, &units, MIN_MATCH as usize, options.submission_limit);
    let left_out = (options.submission_limit > 0).then(|| LeftOut {
        passages: common::distinct(&masks, submissions, Mask::Common),
        ..LeftOut::default()
    });
    let units = common::by_group(&counts);
    common::common(&mut masks, submissions, &units, MIN_MATCH as usize, options.common_limit);
    if options.submission_limit.max(options.common_limit) > 0 {
        kgrams.mask(&masks);
    }
    let counted = masks.par_iter().map(|mask| mask.iter().filter(|token| token.is_none()).count() as u32);
    Masked { counted: counted.collect(), masks, kgrams, counts, left_out, common_elsewhere }
}

/// Returns the masks of boilerplate and templates.
fn starter_code(
    submissions: &[TokenizedSubmission],
    handed_out: &[TokenStream],
    templates: &[Template],
) -> Masks {
    let passages = templates::streams(submissions, templates);
    let mut long: Vec<&TokenStream> = passages
        .iter()
        .map(|(_, stream)| stream)
        .filter(|stream| BOILERPLATE_RUN as usize <= stream.values.len())
        .collect();
    // The same template marked in two places is one handout.
    long.sort_by(|a, b| (a.scheme, &a.values, &a.statements).cmp(&(b.scheme, &b.values, &b.statements)));
    long.dedup_by(|a, b| (a.scheme, &a.values, &a.statements) == (b.scheme, &b.values, &b.statements));
    let handed_out: Vec<&TokenStream> = handed_out.iter().chain(long).collect();
    let mut masks = boilerplate(submissions, &handed_out, BOILERPLATE_RUN as usize);
    if !passages.is_empty() {
        templates::mask_short(&mut masks, submissions, &passages);
    }
    masks
}
