//! Finds tables of constants: code that repeats its shape. Only its first lines count as features.
//!
//! Two students who copy the same two thousand entries of a table from a book share thousands of texts and hundreds of
//! lines that nobody else has, but they copied only one thing. After normalization, the rows of a table are all alike,
//! so it can be recognized: a position continues a table if its [`SHAPE`] tokens already began [`COUNTED`] times in the
//! file. The same applies to long sequences of assignments of numbers, or of calls that print a string each.

use chaffinch_fingerprint::hash_kgrams;

use crate::index::seeded::SeededMap;

/// Number of tokens in a shape. Statements of a program often resemble each other, but rarely together with the next
/// one.
const SHAPE: usize = 12;

/// Number of times a shape in a file counts.
const COUNTED: u8 = 4;

/// Finds the tokens of a submission's files at which tables continue.
pub(crate) fn find<'a>(files: impl Iterator<Item = &'a [u64]>) -> Vec<bool> {
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
