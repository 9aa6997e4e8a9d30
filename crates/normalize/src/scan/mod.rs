//! The lexical front end: a scanner driven by a language's lexical rules, which takes one lexeme after the other. Linear,
//! total, no recursion.

mod comments;
mod literals;
mod scanner;

use std::ops::Range;

use crate::definition::StatementDivision;
use crate::scan::comments::is_fixed_form;
use crate::scan::scanner::Scanner;
use crate::tokens::{
    COMMENT, IDENTIFIER_CODE, IGNORED_SYMBOL, Lexeme, NUMBER_CODE, STRING_CODE, TokenTable, UNKNOWN_CODE,
    WORD_CODE,
};

pub(crate) use scanner::{closing, is_layout};

/// Appends the tokens and comments of a part of a text. Every character that is not layout or a line continuation is in
/// a lexeme. Nothing extends beyond the part. Both ends of the part are between characters.
pub(crate) fn scan(table: &TokenTable, text: &str, part: Range<usize>, lexemes: &mut Vec<Lexeme>) {
    let text = &text[..part.end];
    let mut scanner = Scanner {
        table,
        text,
        bytes: text.as_bytes(),
        at: part.start,
        lexemes,
        in_include: false,
        no_expression_before: 0,
        unclosed: 0,
        unbalanced: false,
        undelimited: 0,
        in_fixed_form: table.rules.fixed_form.is_some_and(|form| is_fixed_form(form, text)),
    };
    if table.rules.division == StatementDivision::Words {
        scanner.words();
    } else {
        scanner.program();
    }
}

impl Scanner<'_> {
    fn program(&mut self) {
        if self.at == 0 && self.rest().starts_with(b"#!") {
            self.push(self.line_end(self.at), COMMENT);
        }
        while let Some(&byte) = self.bytes.get(self.at) {
            match byte {
                b' ' | b'\t' | 0x0b | 0x0c => self.at += 1,
                _ if byte.is_ascii() && self.table.opens_literal[usize::from(byte)] && self.literal() => {}
                b'\n' | b'\r' => self.at += 1,
                b'a'..=b'z' | b'A'..=b'Z' | b'_' => self.word(),
                b'0'..=b'9' => self.number(),
                b'.' if self.bytes.get(self.at + 1).is_some_and(u8::is_ascii_digit)
                    && !self.after_value() =>
                {
                    self.number();
                }
                _ if byte.is_ascii() => self.symbol(byte),
                _ => self.non_ascii(),
            }
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
                Some((end, code)) => self.push(end, code),
                None => self.push(end, IDENTIFIER_CODE),
            }
        } else if let Some(end) = self.quote_operator_end(word, end) {
            self.push(end, STRING_CODE);
        } else if matches!(word.as_bytes(), [b'+' | b'-', b'0'..=b'9', ..]) {
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
        } else {
            self.unknown(1);
        }
    }

    /// Returns whether the character here is an operator, because it is not followed by a word that it could begin.
    fn is_lone_operator(&self) -> bool {
        self.table.operator(self.rest()).is_some_and(|(_, size)| self.at + size >= self.word_end(self.at))
    }

    /// Reads the comment, string, character or prefixed number that begins here. Returns whether there is one.
    fn literal(&mut self) -> bool {
        let comment = self.comment_end().or_else(|| self.continuation_end()).map(|end| (end, COMMENT));
        let found = comment.or_else(|| self.prefixed_literal()).or_else(|| self.quote_end(self.at));
        if let Some((end, code)) = found {
            self.push(end, code);
        }
        found.is_some()
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
