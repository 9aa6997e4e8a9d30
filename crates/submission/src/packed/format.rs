//! The form of packed bytes: their version, the errors of reading them, and the encoding of columns as codes in a table of
//! distinct values and as small numbers for small differences of either sign.

use std::hash::Hash;

use rustc_hash::FxHashMap;

use crate::Span;

/// The version of the packed format. It is raised whenever the bytes of the same file change.
pub const VERSION: u8 = 2;

/// The version before. The digest [`crate::TokenStream::lexical`] did not contain what matching ignores, so it is not
/// read. Everything else is the same.
pub(super) const WITHOUT_IGNORED: u8 = 1;

/// The kind of a name.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum NameOf {
    /// The name of a language.
    Language,
    /// The name of a language family.
    Family,
    /// The name of an encoding.
    Encoding,
}

/// Why bytes cannot be read as a file.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum Damaged {
    /// The bytes were written by another version of this program, or are something else.
    #[error("packed as version {found}, which is not version {VERSION}")]
    Version {
        /// The version in the bytes.
        found: u8,
    },
    /// The bytes appear undamaged, but this program does not know their language, family or encoding.
    #[error("{name:?} is not a known {kind:?}")]
    Unknown {
        /// The kind of the name.
        kind: NameOf,
        /// The unknown name.
        name: String,
    },
    /// Bytes are missing, or there are too many.
    #[error("shorter or longer than it says")]
    Torn,
    /// The bytes describe something that no file can have.
    #[error("{what} without a file")]
    Impossible {
        /// The part that is impossible.
        what: &'static str,
    },
}

/// The properties that equal tokens share.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(super) struct Word {
    pub(super) value: u64,
    /// A hash of the text, or 0 if texts are not kept.
    pub(super) text: u32,
    /// The length in bytes.
    pub(super) length: u32,
}

/// The tokens of a file by word, and its words by value.
pub(super) struct Tokens {
    pub(super) words: Vec<Word>,
    pub(super) values: Vec<u64>,
    /// The code of each token's word.
    pub(super) of_token: Vec<u32>,
    /// The code of each word's value.
    pub(super) of_word: Vec<u32>,
}

impl Tokens {
    pub(super) fn number(values: &[u64], texts: &[u32], spans: &[Span]) -> Self {
        let (mut words, mut known) = (Vec::new(), FxHashMap::default());
        let texts = texts.iter().copied().chain(std::iter::repeat(0));
        let of_token = (values.iter().zip(texts).zip(spans))
            .map(|((&value, text), span)| {
                let word = Word { value, text, length: span.end.wrapping_sub(span.start) };
                code(word, &mut known, &mut words)
            })
            .collect();
        let (mut distinct, mut known) = (Vec::new(), FxHashMap::default());
        let of_word = words.iter().map(|word| code(word.value, &mut known, &mut distinct)).collect();
        Self { words, values: distinct, of_token, of_word }
    }
}

/// Returns 0 for a row that is new, which is then appended to the table. Returns its index in the table plus one for a
/// known row.
pub(super) fn code<Row: Copy + Eq + Hash>(
    row: Row,
    known: &mut FxHashMap<Row, u32>,
    table: &mut Vec<Row>,
) -> u32 {
    let next = table.len() as u32 + 1;
    let number = *known.entry(row).or_insert(next);
    if number == next {
        table.push(row);
        0
    } else {
        number
    }
}

/// Replaces what [`code`] returned by indexes in a table of `rows` rows. Returns `error` if a code is invalid.
pub(super) fn decode<Error>(codes: &mut [u32], rows: usize, error: Error) -> Result<(), Error> {
    let mut seen = 0;
    for code in codes {
        match *code {
            0 => {
                *code = seen;
                seen += 1;
            }
            number if number <= seen => *code -= 1,
            _ => return Err(error),
        }
    }
    if rows < seen as usize { Err(error) } else { Ok(()) }
}

/// Maps 0, -1, 1, -2, ... to 0, 1, 2, 3, ...
pub(super) const fn zigzag(difference: u32) -> u32 {
    difference << 1 ^ (difference.cast_signed() >> 31).cast_unsigned()
}

/// The inverse of [`zigzag`].
pub(super) const fn unzigzag(number: u32) -> u32 {
    number >> 1 ^ (number & 1).wrapping_neg()
}
