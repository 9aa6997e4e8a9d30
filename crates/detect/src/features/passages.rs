//! The views other than k-grams. Their features are whole passages. A passage with a masked token does not count.
//!
//! - *Statements* stay the same when code is inserted or reordered.
//! - *Forms* are what rewritten statements have in common (`chaffinch_normalize`). They carry a little less weight, as
//!   different statements can have the same form.
//! - *Texts*, four tokens in a row with their names and literals, show what was not renamed.
//! - *Lines* as they were typed count however many have them. If most of a class copied one file, nothing in it is
//!   rare.
//!
//! Front ends find the beginnings of statements and their forms.
//!
//! Of *tables of constants*, code that repeats its shape, only the first texts and lines count. Two students who copy the
//! same two thousand entries of a table from a book share thousands of texts and hundreds of lines that nobody else has,
//! but they copied only one thing. After normalization, the rows of a table are all alike, so it can be recognized: a
//! position continues a table if its [`SHAPE`] tokens already began [`COUNTED`] times in the file. The same applies to
//! long sequences of assignments of numbers, or of calls that print a string each. Statements and forms need no such
//! rule, as those of a table are equal.

use std::borrow::Cow;
use std::ops::Range;

use chaffinch_fingerprint::{hash_kgram, hash_kgrams};
use chaffinch_submission::{MatchLength, Passage, TokenStream, TokenizedSubmission};

use crate::features::view::{Place, Rarity, View};
use crate::groups::Groups;
use crate::index::kgrams::{ONE_IN, is_weighed, salt, streams_of};
use crate::index::numbering::{Distinct, Numbered, Occurrence, number_all};
use crate::masks::Masks;
use crate::references::Coverage;
use crate::{Mask, SeededMap};

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
    /// What of each submission agrees with reference answers.
    pub(crate) coverage: &'a Coverage,
    /// The shortest match, from which the k-grams follow.
    pub(crate) length: MatchLength,
}

/// Returns the views of whole statements, of their forms, of texts and of lines, and the numbers of what [`forms_of`]
/// passes.
///
/// The last two views are not used to find neighbours, because submissions that share them also share statements.
pub(crate) fn views(read: FeatureInput<'_>) -> ([View; 4], Numbered) {
    let of_submission = |known: &mut Distinct, at: usize| occurrences(read, known, at);
    let ([statements, forms, texts, lines, all_forms], places) =
        number_all(read.submissions.len(), of_submission);
    let view = |at: usize, numbered: Numbered, is_walked: bool, rarity| {
        let places = settled(&numbered.lists, places.iter().map(|places| &places[at]));
        let walked = (!is_walked).then(|| vec![Vec::new(); numbered.lists.len()]);
        View::new(numbered, Vec::new(), walked, rarity, read.groups).with_places(places, read.coverage)
    };
    let counted = |at, numbered, is_walked| view(at, numbered, is_walked, Rarity::Counted);
    let ((statements, forms), (texts, lines)) = rayon::join(
        || rayon::join(|| counted(0, statements, true), || counted(1, forms, true)),
        || {
            let lines = || view(3, lines, false, Rarity::Flat(LINE_BITS));
            rayon::join(|| counted(2, texts, false), lines)
        },
    );
    ([statements, forms, texts, lines], all_forms)
}

/// Returns places with the numbers of their features in the batch, in place of those in the submission.
fn settled<'p>(lists: &[Vec<u32>], places: impl Iterator<Item = &'p Vec<Place>>) -> Vec<Vec<Place>> {
    let settle = |(list, places): (&Vec<u32>, &Vec<Place>)| {
        let settle = |place: &Place| Place { feature: list[place.feature as usize], ..*place };
        places.iter().map(settle).collect()
    };
    lists.iter().zip(places).map(settle).collect()
}

/// Returns the distinct features of a submission of each of these kinds, with their weights, and their places if the
/// submission agrees with a reference answer. All are read at once, so that each stream is unpacked once.
fn occurrences(
    read: FeatureInput<'_>,
    known: &mut Distinct,
    at: usize,
) -> ([Vec<Occurrence>; 5], [Vec<Place>; 5]) {
    let streams = streams_of(&read.submissions[at]);
    let tables = continued_tables(streams.iter().map(|stream| stream.values.as_slice()));
    let is_covered = read.coverage.has(at as u32);
    let mut places: [Vec<Place>; 5] = Default::default();
    let mut kinds = places.iter_mut();
    let mut distinct = |tables: Option<&[bool]>, each: &dyn Fn(&TokenStream, &mut WeightedSink<'_>)| {
        let mut found = Vec::new();
        let mut places = kinds.next().filter(|_| is_covered);
        each_unmasked(&streams, &read.masks[at], each, |start, end, hash, weight| {
            if tables.is_none_or(|tables| !tables[start]) {
                let number = known.number(hash);
                if number == found.len() as u32 {
                    found.push((hash, weight));
                }
                if let Some(places) = &mut places {
                    places.push(Place { feature: number, start: start as u32, end: end as u32 });
                }
            }
        });
        known.forget();
        found
    };
    let found = [
        distinct(None, &|stream, tell| each_statement(stream, &mut weighed(stream, 1.0, tell))),
        distinct(None, &|stream, tell| each_whole(&stream.forms, &mut weighed(stream, FORM_FACTOR, tell))),
        distinct(Some(&tables), &rows_of_texts),
        distinct(Some(&tables), &|stream, tell| each_whole(&stream.lines, &mut weighed(stream, 1.0, tell))),
        distinct(None, &forms_of),
    ];
    (found, places)
}

/// Passes rows of [`ROW`] texts to `tell`. Each text is in as many of these rows, and one row in [`ONE_IN`] counts.
fn rows_of_texts(stream: &TokenStream, tell: &mut WeightedSink<'_>) {
    for (at, row) in stream.texts.windows(ROW).enumerate() {
        let row: [u64; ROW] = std::array::from_fn(|text| u64::from(row[text]));
        let hash = hash_kgram(&row);
        if is_weighed(hash) {
            tell(at, at + ROW, hash, f32::from(ONE_IN) / ROW as f32);
        }
    }
}

/// Takes the first and last token (excluded) of a passage in a file, its hash and its weight.
type WeightedSink<'t> = dyn FnMut(usize, usize, u64, f32) + 't;

/// Returns a sink that passes passages on to `tell`. They have `factor` times the weight of the k-grams that would cover
/// their tokens.
fn weighed<'t>(
    stream: &'t TokenStream,
    factor: f32,
    tell: &'t mut WeightedSink<'_>,
) -> impl FnMut(Range<usize>, u64, usize) + 't {
    move |tokens, hash, length| {
        let weight = length.min(MAX_LENGTH) as f32 / f32::from(stream.scheme.k);
        tell(tokens.start, tokens.end, hash, factor * weight);
    }
}

/// Passes the forms of a file's statements to `tell`; in a language without forms, the statements themselves with the
/// same weight.
pub(crate) fn forms_of(stream: &TokenStream, tell: &mut WeightedSink<'_>) {
    each_form(stream, &mut weighed(stream, FORM_FACTOR, tell));
}

/// Takes a passage's tokens, its hash and the number of tokens it counts as.
type PassageSink<'e> = dyn FnMut(Range<usize>, u64, usize) + 'e;

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

/// Calls `found` with the passages of a submission's streams that have no masked token: first and last position
/// (excluded), hash and weight. `each` returns those of a file.
pub(crate) fn each_unmasked(
    streams: &[Cow<'_, TokenStream>],
    mask: &[Option<Mask>],
    each: impl Fn(&TokenStream, &mut WeightedSink<'_>),
    mut found: impl FnMut(usize, usize, u64, f32),
) {
    let unmasked = mask.iter().all(Option::is_none);
    let mut file_start = 0;
    for stream in streams {
        let salt = salt(stream.scheme);
        each(stream, &mut |start, end, hash, weight| {
            let (start, end) = (file_start + start, file_start + end);
            if unmasked || mask[start..end].iter().all(Option::is_none) {
                found(start, end, hash ^ salt, weight);
            }
        });
        file_start += stream.values.len();
    }
}

/// Number of tokens in a shape. Statements of a program often resemble each other, but rarely together with the next
/// one.
const SHAPE: usize = 12;

/// Number of times a shape in a file counts.
const COUNTED: u8 = 4;

/// Finds the tokens of a submission's files at which tables continue.
fn continued_tables<'a>(files: impl Iterator<Item = &'a [u64]>) -> Vec<bool> {
    let (mut goes_on, mut shapes) = (Vec::new(), Vec::new());
    let mut begun: SeededMap<u64, u8> = SeededMap::default();
    for values in files {
        let end = goes_on.len() + values.len();
        hash_kgrams(values, SHAPE, &mut shapes);
        begun.clear();
        begun.reserve(shapes.len());
        goes_on.extend(shapes.iter().map(|&shape| {
            let before = begun.entry(shape).or_default();
            let enough = *before == COUNTED;
            *before += u8::from(!enough);
            enough
        }));
        goes_on.resize(end, false);
    }
    goes_on
}
