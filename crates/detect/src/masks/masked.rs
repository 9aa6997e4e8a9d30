//! Decides which tokens count, and numbers the k-grams. Masks starter code (`boilerplate`, `templates`), passages that are
//! common elsewhere, and passages that more groups or submissions have than a limit.

use std::hash::BuildHasher as _;

use chaffinch_fingerprint::hash_kgrams;
use chaffinch_submission::{TokenStream, TokenizedSubmission};
use rayon::prelude::*;
use rustc_hash::FxBuildHasher;

use crate::groups::Class;
use crate::groups::near_identical::near_identical;
use crate::index::kgrams::{Kgrams, salt};
use crate::masks::boilerplate::boilerplate;
use crate::masks::{Masks, ranges, templates};
use crate::{BOILERPLATE_RUN, CommonPassages, Counts, LeftOut, MIN_MATCH, Mask, Options, Template};

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
    mask_elsewhere(&mut masks, submissions, elsewhere);
    let common_elsewhere = distinct_passages(&masks, &submissions[..class.batch], Mask::Elsewhere);
    let mut kgrams = Kgrams::number(submissions, &masks);
    let counts = near_identical(&kgrams.unmasked(), kgrams.ids, class.batch, &class.parties);
    // Each submission of the batch counts once for this limit, and each group for the other.
    let units: Vec<Option<u32>> =
        (0..class.all).map(|index| (index < class.batch).then_some(index as u32)).collect();
    mask_common(&mut masks, submissions, &units, MIN_MATCH as usize, options.submission_limit);
    let left_out = (options.submission_limit > 0).then(|| LeftOut {
        passages: distinct_passages(&masks, submissions, Mask::Common),
        ..LeftOut::default()
    });
    let group = |counts: &Counts| if let Counts::Group(group) = counts { Some(*group) } else { None };
    let units: Vec<Option<u32>> = counts.iter().map(group).collect();
    mask_common(&mut masks, submissions, &units, MIN_MATCH as usize, options.common_limit);
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

/// Masks every token in a window of `window` tokens that more than `limit` units have. `units` says for each submission
/// as what it counts. Those that count as nothing are masked too.
fn mask_common(
    masks: &mut Masks,
    submissions: &[TokenizedSubmission],
    units: &[Option<u32>],
    window: usize,
    limit: u32,
) {
    if limit == 0 {
        return;
    }
    let mut seen: Vec<(u64, u32)> = submissions
        .par_iter()
        .zip(units)
        .filter_map(|(submission, unit)| Some((submission, (*unit)?)))
        .flat_map_iter(|(submission, unit)| {
            let mut hashes = Vec::new();
            each_window(submission, window, |_, hash| hashes.push((hash, unit)));
            hashes
        })
        .collect();
    seen.par_sort_unstable();
    seen.dedup();
    let frequent: Vec<u64> = seen
        .chunk_by(|a, b| a.0 == b.0)
        .filter(|same| limit < same.len() as u32)
        .map(|same| same[0].0)
        .collect();
    masks.par_iter_mut().zip(submissions).for_each(|(mask, submission)| {
        each_window(submission, window, |at, hash| {
            if frequent.binary_search(&hash).is_ok() {
                for token in &mut mask[at..at + window] {
                    token.get_or_insert(Mask::Common);
                }
            }
        });
    });
}

/// Returns the number of different passages that are masked for this reason. Passages with the same tokens are one.
fn distinct_passages(masks: &Masks, submissions: &[TokenizedSubmission], reason: Mask) -> u32 {
    let mut passages: Vec<u64> = masks
        .par_iter()
        .zip(submissions)
        .flat_map_iter(|(mask, submission)| {
            let (mut start, mut found) = (0, Vec::new());
            for file in &submission.files {
                let values = file.stream.read_values();
                for (tokens, why) in ranges(&mask[start..start + values.len()]) {
                    if why == reason {
                        let values = &values[tokens.start as usize..tokens.end as usize];
                        found.push(FxBuildHasher.hash_one((salt(file.stream.scheme), values)));
                    }
                }
                start += values.len();
            }
            found
        })
        .collect();
    passages.par_sort_unstable();
    passages.dedup();
    passages.len() as u32
}

/// Calls `each` with the position and hash of every window of tokens. Windows do not cross files.
fn each_window(submission: &TokenizedSubmission, window: usize, mut each: impl FnMut(usize, u64)) {
    let (mut start, mut hashes) = (0, Vec::new());
    for file in &submission.files {
        hash_kgrams(&file.stream.read_values(), window, &mut hashes);
        let salt = salt(file.stream.scheme);
        for (at, hash) in hashes.iter().enumerate() {
            each(start + at, hash ^ salt);
        }
        start += file.stream.tokens();
    }
}

/// Masks every token of a passage that is common elsewhere and not masked yet.
fn mask_elsewhere(masks: &mut Masks, submissions: &[TokenizedSubmission], common: &CommonPassages) {
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
