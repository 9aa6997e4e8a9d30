//! Writes numbers, texts and columns as bytes. Writing never fails: a stream that breaks an invariant is written, and
//! refused on reading.

use std::hash::Hash;

use rustc_hash::FxHashMap;

use crate::{Passage, Span, TokenStream};

/// Collects the bytes.
pub(crate) struct Writer {
    pub(crate) bytes: Vec<u8>,
}

impl Writer {
    /// Writes the columns of a stream: what it has of each token, comment and passage.
    pub(crate) fn columns(&mut self, stream: &TokenStream) {
        let TokenStream { values, texts, spans, comments, statements, forms, lines, .. } = stream;
        self.tokens(values, texts, spans);
        self.spans(comments);
        self.rising(statements);
        self.passages(forms);
        self.passages(lines);
    }

    pub(super) fn byte(&mut self, byte: u8) {
        self.bytes.push(byte);
    }

    pub(super) fn bytes(&mut self, bytes: &[u8]) {
        self.bytes.extend_from_slice(bytes);
    }

    pub(super) fn number(&mut self, mut number: u32) {
        while 0x80 <= number {
            self.bytes.push(number as u8 | 0x80);
            number >>= 7;
        }
        self.bytes.push(number as u8);
    }

    /// Writes a count. Texts have fewer than 2^32 bytes and columns fewer than 2^32 rows, because all positions are 32
    /// bits wide.
    fn count(&mut self, count: usize) {
        self.number(count as u32);
    }

    pub(super) fn text(&mut self, text: &str) {
        self.count(text.len());
        self.bytes(text.as_bytes());
    }

    pub(super) fn texts(&mut self, texts: &[String]) {
        self.count(texts.len());
        for text in texts {
            self.text(text);
        }
    }

    fn column(&mut self, numbers: impl Iterator<Item = u32>) {
        for number in numbers {
            self.number(number);
        }
    }

    fn hashes(&mut self, hashes: &[u64]) {
        self.count(hashes.len());
        for hash in hashes {
            self.bytes(&hash.to_le_bytes());
        }
    }

    /// Writes numbers in ascending order (equal ones allowed) as differences.
    pub(super) fn rising(&mut self, numbers: &[u32]) {
        self.count(numbers.len());
        let before = std::iter::once(0).chain(numbers.iter().copied());
        self.column(numbers.iter().zip(before).map(|(number, before)| number.wrapping_sub(before)));
    }

    /// Writes the distance of each span from the end of the one before.
    fn gaps(&mut self, spans: &[Span]) {
        let ends = std::iter::once(0).chain(spans.iter().map(|span| span.end));
        self.column(spans.iter().zip(ends).map(|(span, end)| span.start.wrapping_sub(end)));
    }

    fn spans(&mut self, spans: &[Span]) {
        self.count(spans.len());
        self.gaps(spans);
        self.column(spans.iter().map(|span| span.end.wrapping_sub(span.start)));
    }

    /// Writes tokens by word, and the words by value.
    fn tokens(&mut self, values: &[u64], texts: &[u32], spans: &[Span]) {
        let (mut words, mut known) = (Vec::new(), FxHashMap::default());
        let known_texts = texts.iter().copied().chain(std::iter::repeat(0));
        let of_token: Vec<u32> = (values.iter().zip(known_texts).zip(spans))
            .map(|((&value, text), span)| {
                let word = Word { value, text, length: span.end.wrapping_sub(span.start) };
                code(word, &mut known, &mut words)
            })
            .collect();
        let (mut values, mut known) = (Vec::new(), FxHashMap::default());
        let of_word: Vec<u32> = words.iter().map(|word| code(word.value, &mut known, &mut values)).collect();
        self.byte(u8::from(!texts.is_empty()));
        self.hashes(&values);
        self.count(words.len());
        self.column(of_word.into_iter());
        if !texts.is_empty() {
            for word in &words {
                self.bytes(&word.text.to_le_bytes());
            }
        }
        self.column(words.iter().map(|word| word.length));
        self.count(of_token.len());
        self.column(of_token.into_iter());
        self.gaps(spans);
    }

    fn passages(&mut self, passages: &[Passage]) {
        let mut table = Vec::new();
        let mut known = FxHashMap::default();
        let hashes = passages.iter().map(|passage| passage.hash);
        let codes: Vec<u32> = hashes.map(|hash| code(hash, &mut known, &mut table)).collect();
        self.hashes(&table);
        self.count(codes.len());
        self.column(codes.into_iter());
        let ends = std::iter::once(0).chain(passages.iter().map(|passage| passage.tokens.end));
        self.column(
            passages.iter().zip(ends).map(|(passage, end)| zigzag(passage.tokens.start.wrapping_sub(end))),
        );
        let taken = |passage: &Passage| passage.tokens.end.wrapping_sub(passage.tokens.start);
        self.column(passages.iter().map(taken));
        self.column(passages.iter().map(|passage| zigzag(passage.length.wrapping_sub(taken(passage)))));
    }
}

/// The properties that equal tokens share.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
struct Word {
    value: u64,
    /// A hash of the text, or 0 if texts are not kept.
    text: u32,
    /// The length in bytes.
    length: u32,
}

/// Returns 0 for a row that is new, which is then appended to the table. Returns its index in the table plus one for a
/// known row.
fn code<Row: Copy + Eq + Hash>(row: Row, known: &mut FxHashMap<Row, u32>, table: &mut Vec<Row>) -> u32 {
    let next = table.len() as u32 + 1;
    let number = *known.entry(row).or_insert(next);
    if number == next {
        table.push(row);
        0
    } else {
        number
    }
}

/// Maps 0, -1, 1, -2, ... to 0, 1, 2, 3, ...
const fn zigzag(difference: u32) -> u32 {
    difference << 1 ^ (difference.cast_signed() >> 31).cast_unsigned()
}
