//! The views other than k-grams. Their features are whole passages. A passage with a masked token does not count.
//!
//! - *Statements* stay the same when code is inserted or reordered.
//! - *Forms* are what rewritten statements have in common (`chaffinch_normalize`). They carry a little less weight, as
//!   different statements can have the same form.
//! - *Texts*, four tokens in a row with their names and literals, show what was not renamed.
//! - *Lines* as they were typed count however many have them. If most of a class copied one file, nothing in it is
//!   rare.
//!
//! Of tables of constants (`tables`), only the first texts and lines count. Statements and forms need no such rule, as
//! those of a table are equal.
//!
//! Front ends find the beginnings of statements and their forms.

use std::ops::Range;

use chaffinch_fingerprint::hash_kgram;
use chaffinch_submission::{Passage, TokenStream, TokenizedSubmission};
use rayon::prelude::*;

use crate::{
    features::{
        constant_tables::Tables,
        view::{Occurrence, Rarity, ScreenedBy, View},
    },
    groups::membership::Groups,
    index::{
        kgrams::{ONE_IN, is_weighed, salt},
        numbering::Distinct,
    },
    masks::token_masks::Masks,
    results::submission::Mask,
};

/// Shorter passages (`i++;`, `}`) tell nothing by themselves.
const MIN_LENGTH: usize = 3;

/// Tokens beyond this number do not add to a passage's weight, as a table of constants is one statement.
const MAX_LENGTH: usize = 24;

/// Number of texts in a row.
const ROW: usize = 4;

/// Weight of a form relative to a statement of its length.
const FORM_FACTOR: f32 = 0.7;

/// Bits of a typed line of k tokens, however many have it, unless nearly all do.
const LINE_BITS: f32 = 2.0;

/// The input from which passages are read.
#[derive(Clone, Copy)]
pub(crate) struct FeatureInput<'a> {
    pub(crate) submissions: &'a [TokenizedSubmission],
    pub(crate) masks: &'a Masks,
    /// The groups of submissions, if there are any.
    pub(crate) groups: Option<&'a Groups>,
}

/// Returns the view of whole statements.
pub(crate) fn statements(read: FeatureInput<'_>) -> View {
    view(read, None, ScreenedBy::All, Rarity::Counted, |stream, tell| {
        as_they_stand(stream, 1.0, tell);
    })
}

/// Returns the view of statements' forms.
pub(crate) fn forms(read: FeatureInput<'_>) -> View {
    view(read, None, ScreenedBy::All, Rarity::Counted, |stream, tell| {
        whole(stream, &stream.forms, FORM_FACTOR, tell);
    })
}

/// Returns the view of lines as they were typed. It is not used to find neighbours, because submissions that share
/// lines also share statements.
pub(crate) fn lines(read: FeatureInput<'_>, tables: &Tables) -> View {
    view(read, Some(tables), ScreenedBy::None, Rarity::Flat(LINE_BITS), |stream, tell| {
        whole(stream, &stream.lines, 1.0, tell);
    })
}

/// Returns the view of four texts in a row. Each text is in four of these rows, and one row in [`ONE_IN`] counts. It is
/// not used to find neighbours either.
pub(crate) fn texts(read: FeatureInput<'_>, tables: &Tables) -> View {
    view(read, Some(tables), ScreenedBy::None, Rarity::Counted, |stream, tell| {
        for (at, row) in stream.texts.windows(ROW).enumerate() {
            let row: [u64; ROW] = std::array::from_fn(|text| u64::from(row[text]));
            let hash = hash_kgram(&row);
            if is_weighed(hash) {
                tell(at, at + ROW, hash, f32::from(ONE_IN) / ROW as f32);
            }
        }
    })
}

/// Returns the weight of the k-grams that would cover this many tokens.
fn weight(stream: &TokenStream, tokens: usize) -> f32 {
    tokens.min(MAX_LENGTH) as f32 / f32::from(stream.scheme.k)
}

/// Takes the first and last token (excluded) of a passage in a file, its hash and its weight.
pub(crate) type WeightedSink<'t> = dyn FnMut(usize, usize, u64, f32) + 't;

fn as_they_stand(stream: &TokenStream, factor: f32, tell: &mut WeightedSink<'_>) {
    each_statement(stream, &mut |tokens, hash, length| {
        tell(tokens.start, tokens.end, hash, factor * weight(stream, length));
    });
}

/// Passes the forms of a file's statements to `tell`; in a language without forms, the statements themselves with the
/// same weight.
pub(crate) fn forms_of(stream: &TokenStream, tell: &mut WeightedSink<'_>) {
    each_form(stream, &mut |tokens, hash, length| {
        tell(tokens.start, tokens.end, hash, FORM_FACTOR * weight(stream, length));
    });
}

fn whole(stream: &TokenStream, passages: &[Passage], factor: f32, tell: &mut WeightedSink<'_>) {
    each_whole(passages, &mut |tokens, hash, length| {
        tell(tokens.start, tokens.end, hash, factor * weight(stream, length));
    });
}

/// Takes a passage's tokens, its hash and the number of tokens it counts as.
pub(crate) type PassageSink<'e> = dyn FnMut(Range<usize>, u64, usize) + 'e;

/// Passes the forms of a file's statements that are long enough to `each`; in a language without forms, the statements.
pub(crate) fn each_form(stream: &TokenStream, each: &mut PassageSink<'_>) {
    if stream.forms.is_empty() {
        each_statement(stream, each);
    } else {
        each_whole(&stream.forms, each);
    }
}

fn each_statement(stream: &TokenStream, each: &mut PassageSink<'_>) {
    for tokens in stream.statement_ranges().filter(|tokens| MIN_LENGTH <= tokens.len()) {
        each(tokens.clone(), hash_kgram(&stream.values[tokens.clone()]), tokens.len());
    }
}

fn each_whole(passages: &[Passage], each: &mut PassageSink<'_>) {
    for passage in passages.iter().filter(|passage| MIN_LENGTH <= passage.length as usize) {
        let tokens = passage.tokens.start as usize..passage.tokens.end as usize;
        each(tokens, passage.hash, passage.length as usize);
    }
}

/// Calls `found` with the passages of a submission that have no masked token: first and last position (excluded), hash
/// and weight. `each` returns those of a file.
pub(crate) fn each_unmasked(
    submission: &TokenizedSubmission,
    mask: &[Option<Mask>],
    each: impl Fn(&TokenStream, &mut WeightedSink<'_>),
    mut found: impl FnMut(usize, usize, u64, f32),
) {
    let unmasked = mask.iter().all(Option::is_none);
    let mut file_start = 0;
    for file in &submission.files {
        let salt = salt(file.stream.scheme);
        each(&file.stream, &mut |start, end, hash, weight| {
            let (start, end) = (file_start + start, file_start + end);
            if unmasked || mask[start..end].iter().all(Option::is_none) {
                found(start, end, hash ^ salt, weight);
            }
        });
        file_start += file.stream.values.len();
    }
}

/// Returns a view of passages. `each` returns those of a file. Where a table continues, nothing counts.
fn view(
    read: FeatureInput<'_>,
    tables: Option<&Tables>,
    walked: ScreenedBy,
    rarity: Rarity,
    each: impl Fn(&TokenStream, &mut WeightedSink<'_>) + Sync,
) -> View {
    let found: Vec<Vec<Occurrence>> = read
        .submissions
        .par_iter()
        .zip(read.masks)
        .enumerate()
        .map_init(Distinct::default, |known, (index, (submission, mask))| {
            let goes_on = tables.map(|tables| &tables[index]);
            let mut found = Vec::new();
            each_unmasked(submission, mask, &each, |start, _, hash, weight| {
                if goes_on.is_none_or(|goes_on| !goes_on[start]) && known.is_new(hash) {
                    found.push((hash, weight));
                }
            });
            known.forget();
            found
        })
        .collect();
    View::intern(&found, walked, rarity, read.groups)
}
