//! What a column holds in place of its rows: numbers in a table of the distinct ones, small numbers for small
//! differences either way.

use std::hash::Hash;

use rustc_hash::FxHashMap;

use crate::Span;

/// What equal tokens have in common.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(super) struct Word {
    pub(super) value: u64,
    /// 0 where texts are not kept.
    pub(super) text: u32,
    /// Bytes.
    pub(super) length: u32,
}

/// A file's tokens by word, and its words by value.
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

/// 0 for the first of its kind, which becomes the next row of the table; one more than its row for another.
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

/// What [`code`] numbered, again.
pub(super) struct Decoder<'a, Row> {
    table: &'a [Row],
    /// Rows that came up.
    seen: usize,
}

impl<'a, Row: Copy> Decoder<'a, Row> {
    pub(super) fn new(table: &'a [Row]) -> Self {
        Self { table, seen: 0 }
    }

    /// The row of a code; none if there is none.
    pub(super) fn row(&mut self, code: u32) -> Option<Row> {
        let at = match code as usize {
            0 => {
                self.seen += 1;
                self.seen
            }
            number if number <= self.seen => number,
            _ => return None,
        };
        self.table.get(at - 1).copied()
    }
}

/// 0, 1, 2, 3, ... for 0, -1, 1, -2, ...
pub(super) const fn zigzag(difference: u32) -> u32 {
    difference << 1 ^ (difference.cast_signed() >> 31).cast_unsigned()
}

/// The inverse of [`zigzag`].
pub(super) const fn unzigzag(number: u32) -> u32 {
    number >> 1 ^ (number & 1).wrapping_neg()
}
