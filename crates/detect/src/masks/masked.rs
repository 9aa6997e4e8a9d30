//! Decides which tokens count, and numbers the k-grams. Masks starter code (`boilerplate`, and the passages that a reader
//! marked: templates), files that no student wrote (`vendored`), passages that are common elsewhere, and passages that
//! more groups or submissions have than a limit.
//!
//! A template with at least [`BOILERPLATE_RUN`] tokens is treated as a boilerplate file. A shorter one masks every
//! occurrence of its whole run of tokens. One that is shorter than any match masks only itself, as so few tokens occur
//! everywhere.

use std::hash::BuildHasher as _;
use std::ops::Range;

use chaffinch_submission::{MatchLength, Passage, Span, TokenStream, TokenizedSubmission};
use rayon::prelude::*;
use rustc_hash::FxBuildHasher;

use crate::groups::Class;
use crate::groups::near_identical::near_identical;
use crate::index::files_of;
use crate::index::kgrams::{Kgrams, salt};
use crate::masks::boilerplate::{WindowIndex, Windows, boilerplate};
use crate::masks::vendored::mask_vendored;
use crate::masks::windows::{each_window, frequent_windows, windows_of};
use crate::masks::{Masks, ranges};
use crate::{
    BOILERPLATE_RUN, CommonPassages, Counts, LeftOut, MIN_MATCH, Mask, Options, Template, min_match,
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

impl<'a> Masked<'a> {
    /// Returns what counts after more tokens were masked. Which submissions are nearly identical stays.
    pub(crate) fn with_masks(
        self,
        masks: Masks,
        submissions: &'a [TokenizedSubmission],
        length: MatchLength,
    ) -> Self {
        let kgrams = Kgrams::number(submissions, &masks, length);
        Self { counted: counted(&masks), masks, kgrams, ..self }
    }
}

/// Returns the number of tokens of each submission that count.
fn counted(masks: &Masks) -> Vec<u32> {
    masks.par_iter().map(|mask| mask.iter().filter(|token| token.is_none()).count() as u32).collect()
}

/// Masks starter code and files that no student wrote, then what is common elsewhere, then what is common in the batch.
/// k-grams are numbered before the last step: which submissions are nearly identical must not depend on what is common
/// among them.
pub(crate) fn mask<'a>(
    submissions: &'a [TokenizedSubmission],
    class: &Class,
    boilerplate: &[TokenStream],
    elsewhere: &CommonPassages,
    options: &Options,
) -> Masked<'a> {
    let mut masks = starter_code(submissions, boilerplate, options);
    if !options.count_vendored {
        mask_vendored(&mut masks, submissions);
    }
    mask_elsewhere(&mut masks, submissions, elsewhere);
    let common_elsewhere = distinct_passages(&masks, &submissions[..class.batch], Mask::Elsewhere);
    let mut kgrams = Kgrams::number(submissions, &masks, options.match_length);
    let counts = near_identical(&kgrams.unmasked(), kgrams.ids, class.batch, &class.parties);
    // Each submission of the batch counts once for this limit, and each group for the other.
    let units: Vec<Option<u32>> =
        (0..class.all).map(|index| (index < class.batch).then_some(index as u32)).collect();
    let window = WINDOW.max(min_match(options.match_length) as usize);
    mask_common(&mut masks, submissions, &units, (options.submission_limit, window));
    let left_out = (options.submission_limit > 0).then(|| LeftOut {
        passages: distinct_passages(&masks, submissions, Mask::Common),
        ..LeftOut::default()
    });
    let group = |counts: &Counts| if let Counts::Group(group) = counts { Some(*group) } else { None };
    let units: Vec<Option<u32>> = counts.iter().map(group).collect();
    mask_common(&mut masks, submissions, &units, (options.common_limit, window));
    if options.submission_limit.max(options.common_limit) > 0 {
        kgrams.mask(&masks);
    }
    Masked { counted: counted(&masks), masks, kgrams, counts, left_out, common_elsewhere }
}

/// Returns the masks of boilerplate and templates.
fn starter_code(submissions: &[TokenizedSubmission], handed_out: &[TokenStream], options: &Options) -> Masks {
    let passages = template_streams(submissions, &options.templates);
    let mut long: Vec<&TokenStream> = passages
        .iter()
        .map(|(_, stream)| stream)
        .filter(|stream| BOILERPLATE_RUN as usize <= stream.values.len())
        .collect();
    // The same template marked in two places is one handout.
    long.sort_by(|a, b| (a.scheme, &a.values, &a.statements).cmp(&(b.scheme, &b.values, &b.statements)));
    long.dedup_by(|a, b| (a.scheme, &a.values, &a.statements) == (b.scheme, &b.values, &b.statements));
    let handed_out: Vec<&TokenStream> = handed_out.iter().chain(long).collect();
    let mut masks = boilerplate(submissions, &handed_out, min_match(options.match_length));
    if !passages.is_empty() {
        mask_short(&mut masks, submissions, &passages);
    }
    masks
}

/// Least number of tokens of a passage that may be common: that of the shortest match, unless a smaller one is chosen.
/// Shorter passages are in nearly every program.
const WINDOW: usize = MIN_MATCH as usize;

/// Masks every token in a window of so many tokens that more than `limit` units have. `units` says for each submission
/// as what it counts. Those that count as nothing are masked too.
fn mask_common(
    masks: &mut Masks,
    submissions: &[TokenizedSubmission],
    units: &[Option<u32>],
    (limit, window): (u32, usize),
) {
    if limit == 0 {
        return;
    }
    let frequent = frequent_windows(units, limit as usize + 1, |at| windows_of(&submissions[at], window));
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
            let mut found = Vec::new();
            for (file, tokens) in files_of(submission) {
                let values = file.stream.read_values();
                for (tokens, why) in ranges(&mask[tokens]) {
                    if why == reason {
                        let values = &values[tokens.start as usize..tokens.end as usize];
                        found.push(FxBuildHasher.hash_one((salt(file.stream.scheme), values)));
                    }
                }
            }
            found
        })
        .collect();
    passages.par_sort_unstable();
    passages.dedup();
    passages.len() as u32
}

/// Masks every token of a passage that is common elsewhere and not masked yet.
fn mask_elsewhere(masks: &mut Masks, submissions: &[TokenizedSubmission], common: &CommonPassages) {
    for ((mask, submission), common) in masks.iter_mut().zip(submissions).zip(common) {
        for ((_, tokens), common) in files_of(submission).zip(common) {
            for passage in common {
                let end = tokens.len().min(passage.end as usize);
                for token in &mut mask[tokens.clone()][end.min(passage.start as usize)..end] {
                    token.get_or_insert(Mask::Elsewhere);
                }
            }
        }
    }
}

/// Returns the tokens of each passage as a file of their own, with the spans of the original file. Passages whose file
/// does not exist, and passages without tokens, are left out.
pub fn template_streams(
    submissions: &[TokenizedSubmission],
    templates: &[Template],
) -> Vec<(Template, TokenStream)> {
    let found = templates.iter().filter_map(|template| {
        let files = &submissions.get(template.submission as usize)?.files;
        let stream = &files.get(template.file as usize)?.stream;
        let tokens = touched(stream, template.bytes);
        (!tokens.is_empty()).then(|| (template.clone(), part(stream, tokens, template.bytes)))
    });
    found.collect()
}

/// Masks the passages that are shorter than the shortest run of a boilerplate file.
fn mask_short(masks: &mut Masks, submissions: &[TokenizedSubmission], passages: &[(Template, TokenStream)]) {
    for run in MIN_MATCH as usize..BOILERPLATE_RUN as usize {
        let of_length: Vec<&TokenStream> =
            passages.iter().map(|(_, stream)| stream).filter(|stream| stream.values.len() == run).collect();
        if of_length.is_empty() {
            continue;
        }
        let index = WindowIndex::new(&of_length, run);
        masks.par_iter_mut().zip(submissions).for_each(|(mask, submission)| {
            for (file, tokens) in files_of(submission) {
                let windows = Windows::read(&file.stream, run);
                index.each_found(&windows, windows.all(), |at, _, _| {
                    mask[tokens.clone()][at..at + run].fill(Some(Mask::Boilerplate));
                });
            }
        });
    }
    for (template, stream) in passages.iter().filter(|(_, stream)| stream.values.len() < MIN_MATCH as usize) {
        let submission = template.submission as usize;
        let mut files = files_of(&submissions[submission]);
        let (file, of_file) = files.nth(template.file as usize).expect("its stream was found there");
        let tokens = touched(&file.stream, template.bytes);
        debug_assert_eq!(tokens.len(), stream.values.len(), "the same passage");
        masks[submission][of_file][tokens].fill(Some(Mask::Boilerplate));
    }
}

/// Returns the tokens that contain at least one of these bytes.
fn touched(stream: &TokenStream, bytes: Span) -> Range<usize> {
    let start = stream.spans.partition_point(|span| span.end <= bytes.start);
    let end = stream.spans.partition_point(|span| span.start < bytes.end);
    start..end.max(start)
}

/// Returns a stream as if a file had these tokens only, but with the original spans.
fn part(stream: &TokenStream, tokens: Range<usize>, bytes: Span) -> TokenStream {
    let (first, last) = (tokens.start as u32, tokens.end as u32);
    let within = |passages: &[Passage]| {
        let whole =
            passages.iter().filter(|passage| first <= passage.tokens.start && passage.tokens.end <= last);
        let moved = |passage: &Passage| Passage {
            tokens: passage.tokens.start - first..passage.tokens.end - first,
            ..passage.clone()
        };
        whole.map(moved).collect()
    };
    let begun = stream.statements.iter().filter(|at| (first + 1..last).contains(at)).map(|at| at - first);
    TokenStream {
        language: stream.language,
        scheme: stream.scheme,
        values: stream.values[tokens.clone()].to_vec(),
        spans: stream.spans[tokens.clone()].to_vec(),
        texts: stream.texts.get(tokens).unwrap_or_default().to_vec(),
        comments: stream
            .comments
            .iter()
            .filter(|comment| comment.start < bytes.end && bytes.start < comment.end)
            .copied()
            .collect(),
        statements: std::iter::once(0).chain(begun).collect(),
        forms: within(&stream.forms),
        lines: within(&stream.lines),
        lexical: 0,
        notes: Vec::new(),
    }
}
