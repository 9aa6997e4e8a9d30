//! Finds tables of constants: code that repeats its shape. Only its first lines count as features.
//!
//! Two students who copy the same two thousand entries of a table from a book share thousands of texts and hundreds of
//! lines that nobody else has, but they copied only one thing. After normalization, the rows of a table are all alike,
//! so it can be recognized: a position continues a table if its [`SHAPE`] tokens already began [`COUNTED`] times in the
//! file. The same applies to long sequences of assignments of numbers, or of calls that print a string each.

use chaffinch_fingerprint::hash_kgrams;
use chaffinch_submission::TokenizedSubmission;
use rayon::prelude::*;

use crate::index::seeded::SeededMap;

/// Number of tokens in a shape. Statements of a program often resemble each other, but rarely together with the next
/// one.
const SHAPE: usize = 12;

/// Number of times a shape in a file counts.
const COUNTED: u8 = 4;

/// For each submission and token, through its files in order: whether a table continues there.
pub(crate) type Tables = Vec<Vec<bool>>;

/// Finds the tokens at which tables continue.
pub(crate) fn find(submissions: &[TokenizedSubmission]) -> Tables {
    let of_submission = |submission: &TokenizedSubmission| {
        let (mut goes_on, mut shapes) = (Vec::new(), Vec::new());
        let mut begun: SeededMap<u64, u8> = SeededMap::default();
        for file in &submission.files {
            let end = goes_on.len() + file.stream.values.len();
            hash_kgrams(&file.stream.values, SHAPE, &mut shapes);
            begun.clear();
            goes_on.extend(shapes.iter().map(|&shape| {
                let before = begun.entry(shape).or_default();
                let enough = *before == COUNTED;
                *before += u8::from(!enough);
                enough
            }));
            goes_on.resize(end, false);
        }
        goes_on
    };
    submissions.par_iter().map(of_submission).collect()
}
