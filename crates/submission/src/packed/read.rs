//! Reads numbers, texts and columns from bytes, or returns an error. Attack: a count that promises more rows than there
//! are bytes, so that too much memory is allocated. Each row of a column takes at least one byte, which bounds the
//! count.

use super::format::{Damaged, NameOf};
use crate::{Passage, Scheme, Span, TokenStream};

/// The bytes that are not read yet.
pub(crate) struct Reader<'a> {
    pub(crate) rest: &'a [u8],
}

/// The error of impossible tokens.
const TOKENS: Damaged = Damaged::Impossible { what: "tokens" };

/// The values, texts and spans of tokens.
type Tokens = (Vec<u64>, Vec<u32>, Vec<Span>);

impl<'a> Reader<'a> {
    pub(super) fn byte(&mut self) -> Result<u8, Damaged> {
        let (&byte, rest) = self.rest.split_first().ok_or(Damaged::Torn)?;
        self.rest = rest;
        Ok(byte)
    }

    pub(super) fn flag(&mut self) -> Result<bool, Damaged> {
        match self.byte()? {
            0 => Ok(false),
            1 => Ok(true),
            _ => Err(Damaged::Impossible { what: "flag" }),
        }
    }

    pub(super) fn array<const N: usize>(&mut self) -> Result<[u8; N], Damaged> {
        let (&array, rest) = self.rest.split_first_chunk().ok_or(Damaged::Torn)?;
        self.rest = rest;
        Ok(array)
    }

    pub(super) fn number(&mut self) -> Result<u32, Damaged> {
        let mut number = 0;
        for shift in (0..35).step_by(7) {
            let byte = self.byte()?;
            number |= u64::from(byte & 0x7f) << shift;
            if byte < 0x80 {
                return u32::try_from(number).map_err(|_| Damaged::Impossible { what: "number" });
            }
        }
        Err(Damaged::Impossible { what: "number" })
    }

    pub(super) fn short(&mut self) -> Result<u16, Damaged> {
        u16::try_from(self.number()?).map_err(|_| Damaged::Impossible { what: "number" })
    }

    /// Reads a number of rows, each of which takes at least `bytes_of_row` bytes.
    fn count(&mut self, bytes_of_row: usize) -> Result<usize, Damaged> {
        let count = self.number()? as usize;
        if self.rest.len() / bytes_of_row < count { Err(Damaged::Torn) } else { Ok(count) }
    }

    pub(super) fn str(&mut self) -> Result<&'a str, Damaged> {
        let size = self.count(1)?;
        let (text, rest) = self.rest.split_at(size);
        self.rest = rest;
        std::str::from_utf8(text).map_err(|_| Damaged::Impossible { what: "text" })
    }

    pub(super) fn texts(&mut self) -> Result<Vec<String>, Damaged> {
        (0..self.count(1)?).map(|_| Ok(self.str()?.to_owned())).collect()
    }

    /// Reads a name and returns the program's static copy of it.
    pub(super) fn name(
        &mut self,
        kind: NameOf,
        known: impl FnOnce(&str) -> Option<&'static str>,
    ) -> Result<&'static str, Damaged> {
        let name = self.str()?;
        known(name).ok_or_else(|| Damaged::Unknown { kind, name: name.to_owned() })
    }

    fn column(&mut self, count: usize) -> Result<Vec<u32>, Damaged> {
        if self.rest.len() < count {
            return Err(Damaged::Torn);
        }
        let mut column = Vec::with_capacity(count);
        while column.len() < count {
            // Nearly all numbers of a column take one byte.
            let left = &self.rest[..self.rest.len().min(count - column.len())];
            let small = left.iter().position(|&byte| 0x80 <= byte).unwrap_or(left.len());
            let (numbers, rest) = self.rest.split_at(small);
            column.extend(numbers.iter().map(|&byte| u32::from(byte)));
            self.rest = rest;
            if column.len() < count {
                column.push(self.number()?);
            }
        }
        Ok(column)
    }

    fn hashes(&mut self) -> Result<Vec<u64>, Damaged> {
        let count = self.count(size_of::<u64>())?;
        (0..count).map(|_| self.array().map(u64::from_le_bytes)).collect()
    }

    pub(super) fn rising(&mut self) -> Result<Vec<u32>, Damaged> {
        let count = self.count(1)?;
        let mut numbers = self.column(count)?;
        let mut before = 0_u32;
        for number in &mut numbers {
            before = before.checked_add(*number).ok_or(Damaged::Impossible { what: "position" })?;
            *number = before;
        }
        Ok(numbers)
    }

    fn spans(&mut self) -> Result<Vec<Span>, Damaged> {
        let count = self.count(1)?;
        let gaps = self.column(count)?;
        let lengths = self.column(count)?;
        let mut end = 0;
        gaps.into_iter().zip(lengths).map(|(gap, length)| span(&mut end, gap, length)).collect()
    }

    /// Reads the columns that follow these parts of a stream. `of_text` is the size of the text.
    pub(crate) fn columns(
        &mut self,
        of_text: u32,
        language: &'static str,
        scheme: Scheme,
        lexical: u128,
        notes: Vec<String>,
    ) -> Result<TokenStream, Damaged> {
        let (values, texts, spans) = self.tokens()?;
        let comments = self.spans()?;
        if [spans.last(), comments.last()].into_iter().flatten().any(|last| of_text < last.end) {
            return Err(Damaged::Impossible { what: "spans" });
        }
        let tokens = values.len() as u32;
        let statements = self.rising()?;
        let rise = statements.is_sorted_by(|a, b| a < b);
        let begin = statements.first() == (tokens > 0).then_some(&0);
        if !rise || !begin || statements.last().is_some_and(|&last| tokens <= last) {
            return Err(Damaged::Impossible { what: "statements" });
        }
        let (forms, lines) = (self.passages(tokens)?, self.passages(tokens)?);
        Ok(TokenStream {
            language,
            scheme,
            values,
            spans,
            texts,
            comments,
            statements,
            forms,
            lines,
            lexical,
            notes,
        })
    }

    /// Reads tokens by word.
    fn tokens(&mut self) -> Result<Tokens, Damaged> {
        let words = self.words()?;
        let codes = self.codes(words.values.len())?;
        let gaps = self.column(codes.len())?;
        let of_words = |column: &[u32]| codes.iter().map(|&code| column[code as usize]).collect::<Vec<u32>>();
        let texts = words.texts.as_deref().map(of_words).unwrap_or_default();
        let mut spans = Vec::with_capacity(codes.len());
        let mut end = 0;
        for (&code, gap) in codes.iter().zip(gaps) {
            spans.push(span(&mut end, gap, words.lengths[code as usize])?);
        }
        Ok((words.of(&codes), texts, spans))
    }

    /// Reads the values of tokens, and nothing after them.
    pub(crate) fn values(&mut self) -> Result<Vec<u64>, Damaged> {
        let words = self.words()?;
        let codes = self.codes(words.values.len())?;
        Ok(words.of(&codes))
    }

    fn words(&mut self) -> Result<Words, Damaged> {
        let with_texts = self.flag()?;
        let values = self.hashes()?;
        let words = self.count(1)?;
        let mut codes = self.column(words)?;
        decode(&mut codes, values.len(), TOKENS)?;
        let values = codes.into_iter().map(|code| values[code as usize]).collect();
        let texts = if with_texts {
            let texts = self.rest.get(..words * size_of::<u32>()).ok_or(Damaged::Torn)?;
            self.rest = &self.rest[texts.len()..];
            Some(texts.as_chunks().0.iter().map(|&text| u32::from_le_bytes(text)).collect())
        } else {
            None
        };
        Ok(Words { values, texts, lengths: self.column(words)? })
    }

    /// Reads the index of each token's word.
    fn codes(&mut self, words: usize) -> Result<Vec<u32>, Damaged> {
        let count = self.count(1)?;
        let mut codes = self.column(count)?;
        decode(&mut codes, words, TOKENS)?;
        Ok(codes)
    }

    /// Reads passages of a file with this number of tokens.
    fn passages(&mut self, tokens: u32) -> Result<Vec<Passage>, Damaged> {
        const PASSAGE: Damaged = Damaged::Impossible { what: "passages" };
        let hashes = self.hashes()?;
        let count = self.count(1)?;
        let mut codes = self.column(count)?;
        decode(&mut codes, hashes.len(), PASSAGE)?;
        let gaps = self.column(count)?;
        let taken = self.column(count)?;
        let differences = self.column(count)?;
        let mut passages = Vec::with_capacity(count);
        let mut end = 0_u32;
        for (((code, gap), taken), difference) in codes.into_iter().zip(gaps).zip(taken).zip(differences) {
            let start = end.wrapping_add(unzigzag(gap));
            end = start.checked_add(taken).ok_or(PASSAGE)?;
            let length = taken.wrapping_add(unzigzag(difference));
            passages.push(Passage { hash: hashes[code as usize], tokens: start..end, length });
        }
        let inside =
            |passage: &Passage| passage.tokens.start < passage.tokens.end && passage.tokens.end <= tokens;
        let in_order = passages.is_sorted_by_key(|passage| passage.tokens.start);
        if in_order && passages.iter().all(inside) { Ok(passages) } else { Err(PASSAGE) }
    }
}

/// The distinct words of a file, by number.
struct Words {
    values: Vec<u64>,
    texts: Option<Vec<u32>>,
    lengths: Vec<u32>,
}

impl Words {
    /// Returns the values of tokens with these words.
    fn of(&self, codes: &[u32]) -> Vec<u64> {
        codes.iter().map(|&code| self.values[code as usize]).collect()
    }
}

/// Returns the span that begins `gap` bytes after the end of the one before. A span is never empty.
fn span(end: &mut u32, gap: u32, length: u32) -> Result<Span, Damaged> {
    let span = || {
        let start = end.checked_add(gap)?;
        Some(Span { start, end: start.checked_add(length)? })
    };
    match span() {
        Some(span) if span.start < span.end => {
            *end = span.end;
            Ok(span)
        }
        _ => Err(Damaged::Impossible { what: "spans" }),
    }
}

/// Replaces the codes that writing gave to rows by indexes in a table of `rows` rows. Returns `error` if a code is invalid.
fn decode<Error>(codes: &mut [u32], rows: usize, error: Error) -> Result<(), Error> {
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

/// Maps 0, 1, 2, 3, ... to 0, -1, 1, -2, ...
const fn unzigzag(number: u32) -> u32 {
    number >> 1 ^ (number & 1).wrapping_neg()
}
