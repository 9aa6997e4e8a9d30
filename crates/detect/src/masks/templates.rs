//! Passages that a reader marked as starter code (template): finds their tokens, and masks them.
//!
//! A passage with at least [`BOILERPLATE_RUN`] tokens is treated as a boilerplate file. A shorter one masks every
//! occurrence of its whole run of tokens. A passage shorter than any match masks only itself, as so few tokens occur
//! everywhere.

use std::ops::Range;

use chaffinch_submission::{Passage, Span, TokenStream, TokenizedFile, TokenizedSubmission};
use rayon::prelude::*;

use crate::masks::Masks;
use crate::masks::boilerplate::WindowIndex;
use crate::{BOILERPLATE_RUN, MIN_MATCH, Mask, Template};

/// Returns the tokens of each passage as a file of their own, with the spans of the original file. Passages whose file
/// does not exist, and passages without tokens, are left out.
pub fn streams(submissions: &[TokenizedSubmission], templates: &[Template]) -> Vec<(Template, TokenStream)> {
    let found = templates.iter().filter_map(|template| {
        let stream = &file(submissions, template)?.stream;
        let tokens = touched(stream, template.bytes);
        (!tokens.is_empty()).then(|| (template.clone(), part(stream, tokens, template.bytes)))
    });
    found.collect()
}

/// Masks the passages that are shorter than the shortest run of a boilerplate file.
pub(crate) fn mask_short(
    masks: &mut Masks,
    submissions: &[TokenizedSubmission],
    passages: &[(Template, TokenStream)],
) {
    for run in MIN_MATCH as usize..BOILERPLATE_RUN as usize {
        let of_length: Vec<&TokenStream> =
            passages.iter().map(|(_, stream)| stream).filter(|stream| stream.values.len() == run).collect();
        let index = WindowIndex::new(&of_length, run);
        masks.par_iter_mut().zip(submissions).for_each(|(mask, submission)| {
            let mut start = 0;
            for file in &submission.files {
                index.each_found(&file.stream, |at, _, _| {
                    mask[start + at..start + at + run].fill(Some(Mask::Boilerplate));
                });
                start += file.stream.tokens();
            }
        });
    }
    for (template, stream) in passages.iter().filter(|(_, stream)| stream.values.len() < MIN_MATCH as usize) {
        let submission = &submissions[template.submission as usize];
        let before = &submission.files[..template.file as usize];
        let start: usize = before.iter().map(|file| file.stream.tokens()).sum();
        let tokens = touched(&submission.files[template.file as usize].stream, template.bytes);
        debug_assert_eq!(tokens.len(), stream.values.len(), "the same passage");
        masks[template.submission as usize][start + tokens.start..start + tokens.end]
            .fill(Some(Mask::Boilerplate));
    }
}

fn file<'a>(submissions: &'a [TokenizedSubmission], template: &Template) -> Option<&'a TokenizedFile> {
    submissions.get(template.submission as usize)?.files.get(template.file as usize)
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
