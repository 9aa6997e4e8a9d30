//! The lexical front end: a scanner driven by a language's lexical rules, which takes one lexeme after the other. Linear,
//! total, no recursion.

mod comments;
mod fixed_form;
mod here_documents;
mod literals;
mod scanner;
mod stray;

use std::ops::Range;

use crate::definition::StatementDivision;
use crate::scan::scanner::Scanner;
use crate::tokens::{
    COMMENT, IDENTIFIER_CODE, IGNORED_SYMBOL, Lexeme, NUMBER_CODE, STRING_CODE, TokenTable, UNKNOWN_CODE,
    WORD_CODE,
};

pub(crate) use scanner::{closing, is_layout};
pub(crate) use stray::find as stray_quotes;

/// Appends the tokens and comments of a part of a text. Every character that is not layout or a line continuation is in
/// a lexeme. Nothing extends beyond the part. Both ends of the part are between characters.
pub(crate) fn scan(table: &TokenTable, text: &str, part: Range<usize>, lexemes: &mut Vec<Lexeme>) {
    let mut scanner = Scanner::new(table, &text[..part.end], part.start, lexemes);
    scanner.all();
}

/// Returns the tokens and comments of a whole text. Quotes that open nothing are read as signs.
pub(crate) fn scan_whole(table: &TokenTable, text: &str) -> Vec<Lexeme> {
    let mut lexemes = Vec::new();
    let mut scanner = Scanner::new(table, text, 0, &mut lexemes);
    scanner.outside_code();
    scanner.all();
    if scanner.has_multiline {
        let stray = stray::find(table, text);
        if !stray.is_empty() {
            lexemes.clear();
            let mut scanner = Scanner::new(table, text, 0, &mut lexemes);
            scanner.stray = &stray;
            scanner.outside_code();
            scanner.all();
        }
    }
    lexemes
}

impl Scanner<'_> {
    fn all(&mut self) {
        if self.table.rules.division == StatementDivision::Words {
            self.words();
        } else {
            while self.at < self.bytes.len() {
                self.step();
            }
        }
    }

    /// Reads the text up to the next code as a string, at the beginning and after code that ends.
    fn outside_code(&mut self) {
        let Some((open, close)) = self.table.rules.code_marks else { return };
        if self.at == 0 || self.text[..self.at].ends_with(close) {
            let end = self.text[self.at..].find(open).map_or(self.bytes.len(), |at| self.at + at);
            if !self.text[self.at..end].trim().is_empty() {
                self.push(end, STRING_CODE);
            }
            self.at = end;
        }
    }

    /// Reads one lexeme, or one character of layout. There must be one.
    fn step(&mut self) {
        let byte = self.bytes[self.at];
        match byte {
            b' ' | b'\t' | 0x0b | 0x0c => self.at += 1,
            b'#' if self.at == 0 && self.rest().starts_with(b"#!") => self.push(self.line_end(0), COMMENT),
            _ if byte.is_ascii() && self.table.opens_literal[usize::from(byte)] && self.literal() => {}
            b'\n' | b'\r' => self.line_break(),
            b'a'..=b'z' | b'A'..=b'Z' | b'_' => self.word(),
            b'0'..=b'9' if self.table.rules.digits_begin_words && self.has_letter() => self.word(),
            b'0'..=b'9' => self.number(),
            b'.' if self.bytes.get(self.at + 1).is_some_and(u8::is_ascii_digit) && !self.after_value() => {
                self.number();
            }
            _ if byte.is_ascii() => self.symbol(byte),
            _ => self.non_ascii(),
        }
    }

    fn words(&mut self) {
        while let Some(character) = self.character() {
            let end = self.word_end(self.at);
            let next = self.at + character.len_utf8();
            if end > self.at {
                self.push(end, WORD_CODE);
            } else if is_layout(character) {
                self.at = next;
            } else if let Some(end) = self.comment_end().filter(|_| !self.text[..self.at].ends_with('\\')) {
                self.push(end, COMMENT);
            } else {
                self.push(next, IGNORED_SYMBOL);
            }
        }
    }

    fn word(&mut self) {
        let end = self.word_end(self.at);
        let word = &self.text[self.at..end];
        if matches!(self.bytes.get(end), Some(b'"' | b'\''))
            && self.table.rules.prefixes.split_whitespace().any(|prefix| prefix.eq_ignore_ascii_case(word))
        {
            let raw = self.table.rules.raw_strings && word.ends_with('R');
            let raw_end = raw.then(|| self.raw_string_end(end)).flatten();
            match raw_end.map(|end| (end, STRING_CODE)).or_else(|| self.quote_end(end)) {
                Some((end, code)) if self.table.rules.flags => self.push(self.word_end(end), code),
                Some((end, code)) => self.push(end, code),
                None => self.push(end, IDENTIFIER_CODE),
            }
        } else if let Some(end) = self.quote_operator_end(word, end) {
            self.push(end, STRING_CODE);
        } else if matches!(word.as_bytes(), [b'+' | b'-' | b'@', b'0'..=b'9', ..]) {
            self.number();
        } else {
            let initial = self.table.initial(word).filter(|_| self.begins_line());
            match initial.or_else(|| self.table.word(word)).unwrap_or(IDENTIFIER_CODE) {
                COMMENT => self.push(self.line_end(self.at), COMMENT),
                code => self.push(end, code),
            }
        }
    }

    /// Reads a number in the widest sense, with its suffixes and exponent: `0x1Fu`, `1e-9`, `1_000j`, `1'000`.
    fn number(&mut self) {
        let hexadecimal = matches!(self.rest(), [b'0', b'x' | b'X', ..]);
        let prefixed = matches!(self.rest(), [b'0', b'x' | b'o' | b'b', ..]);
        let mut end = self.at + 1;
        while let Some(&byte) = self.bytes.get(end) {
            let before = self.bytes[end - 1];
            let next = self.bytes.get(end + 1);
            let belongs = match byte {
                b'.' if self.table.rules.dot_before_digit => next.is_some_and(u8::is_ascii_digit),
                b'.' => next != Some(&b'.'),
                b'+' | b'-' => {
                    matches!(before, b'p' | b'P') || (!hexadecimal && matches!(before, b'e' | b'E'))
                }
                b'\'' => self.table.rules.quoted_digits && next.is_some_and(u8::is_ascii_alphanumeric),
                _ if byte.is_ascii_alphabetic() && self.table.rules.juxtaposed_numbers => {
                    prefixed
                        || (matches!(byte, b'e' | b'E' | b'f')
                            && next.is_some_and(|next| next.is_ascii_digit() || matches!(next, b'+' | b'-')))
                }
                _ => {
                    byte.is_ascii_alphanumeric()
                        || byte == b'_'
                        || self.table.rules.number_characters.as_bytes().contains(&byte)
                }
            };
            if !belongs {
                break;
            }
            end += 1;
        }
        self.push(end, NUMBER_CODE);
    }

    fn symbol(&mut self, byte: u8) {
        if byte == b'\\' && self.continuation(self.at) > 0 {
            self.at += self.continuation(self.at);
        } else if byte == b'\\' && self.table.rules.escapes_outside {
            let escaped = self.text[self.at + 1..].chars().next().map_or(0, char::len_utf8);
            self.push(self.at + 1 + escaped, UNKNOWN_CODE);
        } else if byte == b'#' && !self.table.rules.directives.is_empty() && self.begins_line() {
            self.directive();
        } else if byte == b'<'
            && let Some(end) = self.include_path_end()
        {
            self.push(end, STRING_CODE);
        } else if byte == b'/'
            && let Some(end) = self.regular_expression()
        {
            self.push(end, STRING_CODE);
        } else if self.word_character(byte) && !self.is_lone_operator() {
            self.word();
        } else if let Some((code, size)) = self.table.operator(self.rest()) {
            self.push(self.at + size, code);
            self.outside_code();
        } else {
            self.unknown(1);
        }
    }

    /// Returns whether the word here contains a letter.
    fn has_letter(&self) -> bool {
        self.text[self.at..self.word_end(self.at)].contains(char::is_alphabetic)
    }

    /// Returns whether the character here is an operator, because it is not followed by a word that it could begin.
    fn is_lone_operator(&self) -> bool {
        self.table.operator(self.rest()).is_some_and(|(_, size)| self.at + size >= self.word_end(self.at))
    }

    /// Reads the comment, string, character or prefixed number that begins here. Returns whether there is one.
    fn literal(&mut self) -> bool {
        let comment = self.comment_end().or_else(|| self.continuation_end()).map(|end| (end, COMMENT));
        let found = comment.or_else(|| self.prefixed_literal()).or_else(|| self.quote_end(self.at));
        let found = found.or_else(|| {
            let end = self.dollar_quote_end().or_else(|| self.sigil_end())?;
            Some((end, STRING_CODE))
        });
        if let Some((end, code)) = found {
            self.push(end, code);
        }
        found.is_some() || self.here_document()
    }

    fn non_ascii(&mut self) {
        let character = self.character().expect("the scanner stops between characters, before the end");
        if is_layout(character) {
            self.at += character.len_utf8();
        } else if character.is_alphanumeric() {
            self.word();
        } else if let Some((code, size)) = self.table.operator(self.rest()) {
            self.push(self.at + size, code);
        } else {
            self.unknown(character.len_utf8());
        }
    }

    /// Reads characters without a meaning. A sequence of them is one token: otherwise a file of NULs would be a
    /// million.
    fn unknown(&mut self, size: usize) {
        match self.lexemes.last_mut() {
            Some(last) if last.code == UNKNOWN_CODE && last.end as usize == self.at => {
                last.end += size as u32;
                self.at += size;
            }
            _ => self.push(self.at + size, UNKNOWN_CODE),
        }
    }

    fn directive(&mut self) {
        let blanks = self.bytes[self.at + 1..].iter().take_while(|byte| matches!(byte, b' ' | b'\t')).count();
        let start = self.at + 1 + blanks;
        let end = self.word_end(start);
        let word = &self.text[start..end];
        let code = self.table.directive(word);
        self.in_include = matches!(word, "include" | "include_next" | "import");
        // A `#` alone is a directive without effect. The blanks after it are layout.
        self.push(if word.is_empty() { self.at + 1 } else { end }, code);
    }
}
