//! Strings, characters, regular expressions, quote operators, and numbers and characters with a prefix. Linear: a
//! search that fails is not repeated.

use super::scanner::{Scanner, closing};
use crate::definition::QuoteEscape;
use crate::tokens::{CHARACTER_CODE, NUMBER_CODE, PRIMITIVE_TYPE_CODE, STRING_CODE, TokenCode};

impl Scanner<'_> {
    /// Returns the end and the code of the string or character whose quote is at this byte.
    pub(super) fn quote_end(&self, at: usize) -> Option<(usize, TokenCode)> {
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
        while let Some(&byte) = self.bytes.get(end) {
            match byte {
                b'\\' if quote.escape == QuoteEscape::Backslash => end += self.continuation(end).max(2),
                b'\n' | b'\r' if !quote.multiline => break,
                _ if self.begins_with(end, close) => {
                    end += close.len();
                    if quote.escape != QuoteEscape::Doubled || !self.begins_with(end, close) {
                        break;
                    }
                    end += close.len();
                }
                _ => end += 1,
            }
        }
        // A backslash may have skipped the end, or moved into the middle of a character.
        Some((self.text.ceil_char_boundary(end), quote.code))
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
        let end = inside + first.len_utf8();
        // `#\space` is one character; `0'a` ends after the first.
        let word = first.is_alphanumeric() && mark.starts_with('#');
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
        if !self.table.rules.regular_expressions || self.at < self.no_expression_before || self.after_value()
        {
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
