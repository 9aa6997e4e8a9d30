//! Tables of constants: code whose shape repeats, and of which only the first lines tell anything.
//!
//! Two students who take the same two thousand entries of a table from a book share thousands of texts and hundreds of typed
//! lines, none of which anybody else has, and yet took one thing. What is normalised of a table is the same over
//! and over, and that is how it is known: whatever begins with [`SHAPE`] tokens with which enough began before goes on with a
//! table. So do long rows of assignments of numbers, or of calls that print a string each.

use chaffinch_fingerprint::hash_kgrams;
use chaffinch_submission::TokenizedSubmission;
use rayon::prelude::*;

use crate::index::seeded::SeededMap;

/// Tokens that make a shape: statements of a program resemble each other, but not often with the next one.
const SHAPE: usize = 12;

/// Beginnings of a shape in a file that count.
const COUNTED: u8 = 4;

/// Per submission and token, through the files one after the other: whether a table goes on there.
pub(crate) type Tables = Vec<Vec<bool>>;

/// Where tables go on.
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
