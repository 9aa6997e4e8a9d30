//! Strings, characters, regular expressions, quote operators, and numbers and characters with a prefix. Linear: a
//! search that fails is not repeated.

use super::scanner::{Scanner, closing};
use crate::definition::{Quote, QuoteEscape, StatementDivision};
use crate::tokens::{CHARACTER_CODE, NUMBER_CODE, PRIMITIVE_TYPE_CODE, STRING_CODE, TokenCode};

impl Scanner<'_> {
    /// Returns the end and the code of the string or character whose quote is at this byte.
    pub(super) fn quote_end(&mut self, at: usize) -> Option<(usize, TokenCode)> {
        if self.stray.binary_search(&at).is_ok() {
            return None;
        }
        let quote = self.table.rules.quotes.iter().find(|quote| self.begins_with(at, quote.mark))?;
        let (mark, close) = (quote.mark, quote.close);
        if quote.not_after_value && self.touches_value(at) {
            return None;
        }
        let mut inside = self.text[at + mark.len()..].chars();
        if self.table.rules.lifetimes
            && quote.code == CHARACTER_CODE
            && inside.next().is_some_and(|first| first.is_alphabetic() || first == '_')
            && inside.next() != Some('\'')
        {
            return None;
        }
        let mut end = at + mark.len();
        if quote.single {
            end += self.text.get(end..)?.chars().next()?.len_utf8();
            let closed = self.begins_with(end, close);
            return closed.then(|| (end + close.len(), quote.code));
        }
        if quote.begins_word && !self.begins_word(at) {
            return None;
        }
        let mut closed = false;
        while let Some(&byte) = self.bytes.get(end) {
            match byte {
                b'\\' if quote.escape == QuoteEscape::Backslash && !self.interpolates(quote, end) => {
                    end += self.continuation(end).max(2);
                }
                b'\\' if quote.escape == QuoteEscape::DoubledOrBackslash => {
                    end += self.possible_escape(end, close);
                }
                b'`' if quote.escape == QuoteEscape::DoubledOrBackquote => end += 2,
                b'\n' | b'\r' if !quote.multiline => break,
                _ if self.begins_with(end, close) => {
                    end += close.len();
                    let doubles = !matches!(quote.escape, QuoteEscape::Backslash | QuoteEscape::None);
                    if !doubles || !self.begins_with(end, close) {
                        closed = true;
                        break;
                    }
                    end += close.len();
                }
                _ => match self.interpolation_end(quote, end) {
                    Some(code_end) => end = code_end,
                    None => end += 1,
                },
            }
        }
        // A backslash may have skipped the end, or moved into the middle of a character.
        let end = self.text.ceil_char_boundary(end);
        if quote.multiline {
            self.note_multiline(at..at + mark.len(), end, closed, false);
        }
        Some((end, quote.code))
    }

    /// Returns the bytes of a backslash in a string, with the closing mark after it if it is an escape.
    fn possible_escape(&self, at: usize, close: &str) -> usize {
        let after = at + 1 + close.len();
        let goes_on =
            |byte: &u8| byte.is_ascii_alphanumeric() || close.as_bytes().contains(byte) || *byte == b'\\';
        match self.bytes.get(at + 1) {
            Some(b'\\') => 2,
            _ if self.begins_with(at + 1, close) && self.bytes.get(after).is_some_and(goes_on) => {
                1 + close.len()
            }
            _ => 1,
        }
    }

    fn begins_word(&self, at: usize) -> bool {
        at == 0 || matches!(self.bytes[at - 1], b' ' | b'\t' | b'\n' | b'\r' | b'[' | b'{' | b'(' | b';')
    }

    fn interpolates(&self, quote: &Quote, at: usize) -> bool {
        quote.interpolation.split_whitespace().any(|open| self.begins_with(at, open))
    }

    /// Returns the end of the code in a string that begins at this byte. It may contain strings, which may contain code.
    fn interpolation_end(&mut self, quote: &'static Quote, at: usize) -> Option<usize> {
        /// Strings and brackets around a character of such code. More are an attack.
        const MAX_DEPTH: usize = 64;
        enum Around {
            String(&'static Quote),
            Bracket(u8),
        }
        if !self.reads_interpolation {
            return None;
        }
        let opens = |scanner: &Self, quote: &Quote, at: usize| {
            quote.interpolation.split_whitespace().find(|open| scanner.begins_with(at, open)).map(str::len)
        };
        let bracket = |mark: &[u8]| {
            Around::Bracket(
                mark.iter().copied().map(closing).find(|close| !mark.contains(close)).unwrap_or(mark[0]),
            )
        };
        let mut end = at + opens(self, quote, at)?;
        let mut around = vec![bracket(&self.bytes[at..end])];
        while let (Some(&byte), 1..=MAX_DEPTH) = (self.bytes.get(end), around.len()) {
            match around.last() {
                _ if matches!(byte, b'\n' | b'\r') && !quote.multiline => break,
                Some(Around::String(inner)) => {
                    if let Some(size) = opens(self, inner, end) {
                        around.push(bracket(&self.bytes[end..end + size]));
                        end += size;
                    } else if byte == b'\\' && inner.escape == QuoteEscape::Backslash {
                        end += 2;
                    } else if self.begins_with(end, inner.close) {
                        end += inner.close.len();
                        around.pop();
                    } else if matches!(byte, b'\n' | b'\r') && !inner.multiline {
                        break;
                    } else {
                        end += 1;
                    }
                }
                Some(Around::Bracket(close)) if byte == *close => {
                    end += 1;
                    around.pop();
                    if around.is_empty() {
                        return Some(end);
                    }
                }
                _ => {
                    let quotes = self.table.rules.quotes.iter();
                    let inner = quotes.filter(|inner| !inner.not_after_value && !inner.single);
                    let inner = inner.filter(|inner| inner.code == STRING_CODE);
                    if let Some(inner) = inner.into_iter().find(|inner| self.begins_with(end, inner.mark)) {
                        end += inner.mark.len();
                        around.push(Around::String(inner));
                    } else {
                        if closing(byte) != byte && byte != b'<' {
                            around.push(Around::Bracket(closing(byte)));
                        }
                        end += 1;
                    }
                }
            }
        }
        self.reads_interpolation = end < self.bytes.len() && around.len() <= MAX_DEPTH;
        None
    }

    /// Returns the end of `"tag(...)tag"`, whose quote is at this byte.
    pub(super) fn raw_string_end(&self, at: usize) -> Option<usize> {
        /// Limit of the C++ standard for a tag.
        const MAX_TAG_LENGTH: usize = 16;
        let inside = &self.bytes[at + 1..];
        let tag = &inside[..inside.iter().take(MAX_TAG_LENGTH + 1).position(|&byte| byte == b'(')?];
        let close = format!("){}\"", std::str::from_utf8(tag).ok()?);
        let from = at + 1 + tag.len() + 1;
        Some(self.text[from..].find(&close).map_or(self.bytes.len(), |n| from + n + close.len()))
    }

    /// Returns the end and the code of a number or a character that has a prefix.
    pub(super) fn prefixed_literal(&self) -> Option<(usize, TokenCode)> {
        let fits = |mark: &&str| {
            self.rest().get(..mark.len()).is_some_and(|start| start.eq_ignore_ascii_case(mark.as_bytes()))
        };
        let after = |mark: &str| (self.at + mark.len(), self.bytes.get(self.at + mark.len()).copied());
        for mark in self.table.rules.number_prefixes.split_whitespace().filter(fits) {
            if let (end, Some(b'0'..=b'9' | b'a'..=b'f' | b'A'..=b'F')) = after(mark) {
                return Some((self.word_end(end), NUMBER_CODE));
            }
        }
        let mark = self.table.rules.character_prefixes.split_whitespace().find(fits)?;
        let (inside, _) = after(mark);
        let first = self.text[inside..].chars().next()?;
        let mut end = inside + first.len_utf8();
        if first == '\\' && !mark.ends_with('\\') {
            end += self.text[end..].chars().next().map_or(0, char::len_utf8);
        }
        // `#\space` and `\space` are one character; `0'a` ends after the first.
        let word = first.is_alphanumeric() && mark.starts_with(['#', '\\']);
        Some((if word { self.word_end(end) } else { end }, CHARACTER_CODE))
    }

    /// Returns the end of the text that the word before `end` quotes: `qw(a b)`, `s/a/b/g`.
    pub(super) fn quote_operator_end(&mut self, word: &str, end: usize) -> Option<usize> {
        let (_, parts) = self.table.rules.quote_operators.iter().find(|(known, _)| *known == word)?;
        let mut at = end;
        let open = *self.bytes.get(at)?;
        if !open.is_ascii_punctuation()
            || matches!(open, b',' | b';' | b')' | b'=' | b'.' | b'-' | b'>' | b'}')
        {
            return None;
        }
        for part in 0..*parts {
            if part > 0 && closing(open) != open {
                at += self.blanks(at);
                if self.bytes.get(at) != Some(&open) {
                    return None;
                }
            }
            // The single mark between two parts closes the first and opens the second.
            let inside = if part > 0 && closing(open) == open { at } else { at + 1 };
            at = self.delimited_end(open, inside)?;
        }
        Some(self.word_end(at))
    }

    /// Returns the end of the text that a sigil here quotes: `%w[a b]`, `~r/a/i`.
    pub(super) fn sigil_end(&mut self) -> Option<usize> {
        /// Letters between the mark and the delimiter.
        const MAX_LETTERS: usize = 8;
        if !self.table.rules.sigils.as_bytes().contains(self.bytes.get(self.at)?) {
            return None;
        }
        let letters = self.bytes[self.at + 1..].iter().take_while(|byte| byte.is_ascii_alphabetic()).count();
        let at = self.at + 1 + letters;
        let open = *self.bytes.get(at).filter(|byte| byte.is_ascii_punctuation() && **byte != b'=')?;
        // `a %w[b]` is a list after a method, `a%w[b]` divides.
        let divides = if letters == 0 { self.after_value() } else { self.touches_value(self.at) };
        if divides || letters > MAX_LETTERS || (letters == 0 && !matches!(open, b'(' | b'[')) {
            return None;
        }
        let triple = [open; 3];
        let end = if self.bytes[at..].starts_with(&triple) && matches!(open, b'"' | b'\'') {
            let triple = if open == b'"' { "\"\"\"" } else { "'''" };
            at + 3 + self.text[at + 3..].find(triple)? + 3
        } else {
            self.delimited_end(open, at + 1)?
        };
        Some(self.word_end(end))
    }

    fn delimited_end(&mut self, open: u8, from: usize) -> Option<usize> {
        let bit = 1_u128 << open;
        if self.undelimited & bit != 0 {
            return None;
        }
        let close = closing(open);
        let (mut at, mut depth) = (from, 1_u32);
        while let Some(&byte) = self.bytes.get(at) {
            match byte {
                b'\\' => at += 1,
                _ if byte == close => depth -= 1,
                _ if byte == open => depth += 1,
                _ => {}
            }
            at += 1;
            if depth == 0 {
                return Some(at);
            }
        }
        self.undelimited |= bit;
        None
    }

    /// Returns the end of `<stdio.h>`, directly after `#include`.
    pub(super) fn include_path_end(&self) -> Option<usize> {
        let last = self.last_token().filter(|_| self.in_include)?;
        if self.bytes[last.start as usize] != b'#' {
            return None;
        }
        let line = &self.bytes[self.at..self.line_end(self.at)];
        Some(self.at + line.iter().position(|&byte| byte == b'>')? + 1)
    }

    /// Returns the end of the regular expression that begins here, where a value may be.
    pub(super) fn regular_expression(&mut self) -> Option<usize> {
        if !self.table.rules.regular_expressions || self.at < self.no_expression_before {
            return None;
        }
        // Where line ends divide statements, nothing before this line is divided.
        let lines = matches!(self.table.rules.division, StatementDivision::Boundaries(at) if at.lines);
        if self.after_value() && !(lines && self.begins_line()) {
            return None;
        }
        let (mut at, mut in_class) = (self.at + 1, false);
        while let Some(&byte) = self.bytes.get(at) {
            match byte {
                b'\n' | b'\r' => break,
                b'\\' if !matches!(self.bytes.get(at + 1), Some(b'\n' | b'\r')) => at += 1,
                b'[' => in_class = true,
                b']' => in_class = false,
                b'/' if !in_class => return Some(self.word_end(at + 1)),
                _ => {}
            }
            at += 1;
        }
        self.no_expression_before = at;
        None
    }

    /// Returns whether the last token ends a value and ends directly before this byte.
    fn touches_value(&self, at: usize) -> bool {
        let Some(last) = self.last_token().filter(|last| last.end as usize == at) else { return false };
        match last.code {
            STRING_CODE => false,
            PRIMITIVE_TYPE_CODE => true,
            _ => self.after_value() || last.of(self.text).ends_with(b"'"),
        }
    }
}
