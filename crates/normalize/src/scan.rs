//! The lexical front end: a scanner driven by a language's table. Linear, total, no recursion.

use std::ops::Range;

use crate::columns::is_deck;
use crate::lexis::{CHARACTER, Division, Escape, Lexis};
use crate::piece::{Code, Piece};
use crate::vocabulary::{
    COMMENT, IDENTIFIER_CODE, NUMBER_CODE, STRING_CODE, UNKNOWN_CODE, Vocabulary, WORD_CODE,
};

/// Appends the tokens and comments of a part of a text. Whatever is neither layout nor a line continuation ends
/// up in a piece; nothing reaches beyond the part. Both ends of the part lie between characters.
pub(crate) fn scan(
    lexis: &Lexis,
    vocabulary: &Vocabulary,
    text: &str,
    part: Range<usize>,
    pieces: &mut Vec<Piece>,
) {
    let text = &text[..part.end];
    let mut scanner = Scanner {
        lexis,
        vocabulary,
        text,
        bytes: text.as_bytes(),
        at: part.start,
        pieces,
        in_include: false,
        no_expression_before: 0,
        unclosed: 0,
        unbalanced: false,
        undelimited: 0,
        deck: lexis.cards.as_ref().is_some_and(|cards| is_deck(cards, text)),
    };
    if lexis.division == Division::Words {
        scanner.words();
    } else {
        scanner.program();
    }
}

/// Characters that show nothing: byte order marks, joiners, direction marks. Sprinkling them is a disguise.
fn invisible(character: char) -> bool {
    matches!(character, '\u{ad}' | '\u{200b}'..='\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2060}'..='\u{2064}' | '\u{feff}')
}

pub(crate) fn is_layout(character: char) -> bool {
    character.is_whitespace() || invisible(character)
}

pub(crate) struct Scanner<'a> {
    pub(crate) lexis: &'a Lexis,
    vocabulary: &'a Vocabulary,
    /// The text up to the end of the part: nothing can reach further.
    pub(crate) text: &'a str,
    pub(crate) bytes: &'a [u8],
    pub(crate) at: usize,
    pieces: &'a mut Vec<Piece>,
    /// The last token was `#include`: `<...>` is a string.
    in_include: bool,
    /// Up to here no regular expression can close (against `/[/[/[` read again and again to the line's end).
    no_expression_before: usize,
    /// A bit for each kind of block comment that nothing closes any more (against `/* /* /*` read again and again).
    unclosed: u32,
    /// Some block comments do not come out even: from here on they do not nest.
    unbalanced: bool,
    /// A bit for each delimiter that nothing closes any more.
    pub(crate) undelimited: u128,
    /// The text is a deck of cards.
    pub(crate) deck: bool,
}

impl Scanner<'_> {
    pub(crate) fn rest(&self) -> &[u8] {
        &self.bytes[self.at..]
    }

    fn character(&self) -> Option<char> {
        self.text[self.at..].chars().next()
    }

    fn push(&mut self, end: usize, code: Code) {
        self.pieces.push(Piece::new(self.at, end, code));
        self.at = end;
    }

    fn program(&mut self) {
        if self.at == 0 && self.rest().starts_with(b"#!") {
            self.push(self.line_end(self.at), COMMENT);
        }
        while let Some(&byte) = self.bytes.get(self.at) {
            match byte {
                b' ' | b'\t' | 0x0b | 0x0c => self.at += 1,
                _ if byte.is_ascii() && self.vocabulary.opens_literal(byte) && self.literal() => {}
                b'\n' | b'\r' => self.at += 1,
                b'a'..=b'z' | b'A'..=b'Z' | b'_' => self.word(),
                b'0'..=b'9' => self.number(),
                b'.' if self.bytes.get(self.at + 1).is_some_and(u8::is_ascii_digit)
                    && !self.after_value() =>
                {
                    self.number();
                }
                _ if byte.is_ascii() => self.symbol(byte),
                _ => self.beyond_ascii(),
            }
        }
    }

    fn words(&mut self) {
        while let Some(character) = self.character() {
            let end = self.word_end(self.at);
            if end > self.at {
                self.push(end, WORD_CODE);
            } else {
                self.at += character.len_utf8();
            }
        }
    }

    /// Where the word that begins here ends.
    pub(crate) fn word_end(&self, from: usize) -> usize {
        let mut end = from;
        while let Some(&byte) = self.bytes.get(end) {
            if byte.is_ascii() {
                if !(byte.is_ascii_alphanumeric() || byte == b'_' || self.word_character(byte)) {
                    break;
                }
                end += 1;
            } else {
                match self.text[end..].chars().next() {
                    Some(character) if character.is_alphanumeric() || combining(character) => {
                        end += character.len_utf8();
                    }
                    _ => break,
                }
            }
        }
        end
    }

    fn word_character(&self, byte: u8) -> bool {
        self.lexis.word_characters.as_bytes().contains(&byte)
    }

    fn word(&mut self) {
        let end = self.word_end(self.at);
        let word = &self.text[self.at..end];
        if matches!(self.bytes.get(end), Some(b'"' | b'\''))
            && self.lexis.prefixes.split_whitespace().any(|prefix| prefix.eq_ignore_ascii_case(word))
        {
            let raw = self.lexis.raw_strings && word.ends_with('R');
            let raw_end = raw.then(|| self.raw_string_end(end)).flatten();
            match raw_end.map(|end| (end, STRING_CODE)).or_else(|| self.quoted(end)) {
                Some((end, code)) => self.push(end, code),
                None => self.push(end, IDENTIFIER_CODE),
            }
        } else if let Some(end) = self.quoting_end(word, end) {
            self.push(end, STRING_CODE);
        } else if matches!(word.as_bytes(), [b'+' | b'-', b'0'..=b'9', ..]) {
            self.number();
        } else {
            let initial = self.vocabulary.initial(word).filter(|_| self.begins_line());
            match initial.or_else(|| self.vocabulary.word(word)).unwrap_or(IDENTIFIER_CODE) {
                COMMENT => self.push(self.line_end(self.at), COMMENT),
                code => self.push(end, code),
            }
        }
    }

    /// A number in the widest sense, with its suffixes and exponent: `0x1Fu`, `1e-9`, `1_000j`, `1'000`.
    fn number(&mut self) {
        let hexadecimal = matches!(self.rest(), [b'0', b'x' | b'X', ..]);
        let mut end = self.at + 1;
        while let Some(&byte) = self.bytes.get(end) {
            let before = self.bytes[end - 1];
            let next = self.bytes.get(end + 1);
            let belongs = match byte {
                b'.' if self.lexis.dot_before_digit => next.is_some_and(u8::is_ascii_digit),
                b'.' => next != Some(&b'.'),
                b'+' | b'-' => {
                    matches!(before, b'p' | b'P') || (!hexadecimal && matches!(before, b'e' | b'E'))
                }
                b'\'' => self.lexis.quoted_digits && next.is_some_and(u8::is_ascii_alphanumeric),
                _ => {
                    byte.is_ascii_alphanumeric()
                        || byte == b'_'
                        || self.lexis.number_characters.as_bytes().contains(&byte)
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
        } else if byte == b'#' && !self.lexis.directives.is_empty() && self.begins_line() {
            self.directive();
        } else if byte == b'<'
            && let Some(end) = self.included()
        {
            self.push(end, STRING_CODE);
        } else if byte == b'/'
            && let Some(end) = self.regular_expression()
        {
            self.push(end, STRING_CODE);
        } else if self.word_character(byte) && !self.is_lone_operator() {
            self.word();
        } else if let Some((code, size)) = self.vocabulary.operator(self.rest()) {
            self.push(self.at + size, code);
        } else {
            self.unknown(1);
        }
    }

    /// A character that words may begin with, but alone, and an operator alone.
    fn is_lone_operator(&self) -> bool {
        self.vocabulary
            .operator(self.rest())
            .is_some_and(|(_, size)| self.at + size >= self.word_end(self.at))
    }

    /// Takes the comment, the string, the character or the marked number that begins here. Whether there is one.
    fn literal(&mut self) -> bool {
        let comment = self.comment_end().or_else(|| self.carried_end()).map(|end| (end, COMMENT));
        let found = comment.or_else(|| self.marked()).or_else(|| self.quoted(self.at));
        if let Some((end, code)) = found {
            self.push(end, code);
        }
        found.is_some()
    }

    fn beyond_ascii(&mut self) {
        let character = self.character().expect("the scanner stops between characters, before the end");
        if is_layout(character) {
            self.at += character.len_utf8();
        } else if character.is_alphanumeric() {
            self.word();
        } else if let Some((code, size)) = self.vocabulary.operator(self.rest()) {
            self.push(self.at + size, code);
        } else {
            self.unknown(character.len_utf8());
        }
    }

    /// A run of characters without a meaning is one token, or a file of NULs were a million.
    fn unknown(&mut self, size: usize) {
        match self.pieces.last_mut() {
            Some(last) if last.code == UNKNOWN_CODE && last.end as usize == self.at => {
                last.end += size as u32;
                self.at += size;
            }
            _ => self.push(self.at + size, UNKNOWN_CODE),
        }
    }

    /// Bytes of a backslash with the line end it hides; 0 where there is none.
    fn continuation(&self, at: usize) -> usize {
        match &self.bytes[at..] {
            [b'\\', b'\r', b'\n', ..] => 3,
            [b'\\', b'\n' | b'\r', ..] => 2,
            _ => 0,
        }
    }

    /// The line end at or after a byte, or the end of the part.
    pub(crate) fn line_end(&self, from: usize) -> usize {
        self.bytes[from..]
            .iter()
            .position(|byte| matches!(byte, b'\n' | b'\r'))
            .map_or(self.bytes.len(), |n| from + n)
    }

    /// The end of the comment that begins here. One that nothing closes is none: what follows is read as code, by the
    /// grammars too.
    fn comment_end(&mut self) -> Option<usize> {
        self.column_comment_end().or_else(|| self.block_comment_end()).or_else(|| self.line_comment_end())
    }

    fn line_comment_end(&self) -> Option<usize> {
        self.lexis.line_comments.iter().find(|open| self.rest().starts_with(open.as_bytes()))?;
        let mut end = self.line_end(self.at);
        // With a preprocessor a backslash at its end carries a comment over to the next line.
        while !self.lexis.directives.is_empty() && end < self.bytes.len() && self.bytes[end - 1] == b'\\' {
            end = self.line_end(end - 1 + self.continuation(end - 1));
        }
        Some(end)
    }

    fn block_comment_end(&mut self) -> Option<usize> {
        let blocks = self.lexis.block_comments.iter();
        let (kind, (open, close)) =
            blocks.enumerate().find(|(_, (open, _))| self.rest().starts_with(open.as_bytes()))?;
        if self.unclosed & 1 << kind != 0 {
            return None;
        }
        if self.lexis.nested_comments && !self.unbalanced {
            let end = self.nested_end(open, close);
            self.unbalanced = end.is_none();
            if end.is_some() {
                return end;
            }
        }
        let inside = self.at + open.len();
        let end = self.text[inside..].find(close).map(|n| inside + n + close.len());
        self.unclosed |= u32::from(end.is_none()) << kind;
        end
    }

    /// The end and kind of the string or character whose quote stands at a byte.
    fn quoted(&self, at: usize) -> Option<(usize, Code)> {
        let quote =
            self.lexis.quotes.iter().find(|quote| self.bytes[at..].starts_with(quote.mark.as_bytes()))?;
        let (mark, close) = (quote.mark.as_bytes(), quote.close.as_bytes());
        if quote.not_after_value && self.touches_value(at) {
            return None;
        }
        let mut inside = self.text[at + mark.len()..].chars();
        if self.lexis.lifetimes
            && quote.name == CHARACTER
            && inside.next().is_some_and(|first| first.is_alphabetic() || first == '_')
            && inside.next() != Some('\'')
        {
            return None;
        }
        let mut end = at + mark.len();
        if quote.single {
            end += self.text.get(end..)?.chars().next()?.len_utf8();
            let closed = self.bytes[end..].starts_with(close);
            return closed.then(|| (end + close.len(), Vocabulary::quote(quote.name)));
        }
        while let Some(&byte) = self.bytes.get(end) {
            match byte {
                b'\\' if quote.escape == Escape::Backslash => end += self.continuation(end).max(2),
                b'\n' | b'\r' if !quote.multiline => break,
                _ if self.bytes[end..].starts_with(close) => {
                    end += close.len();
                    if quote.escape != Escape::Doubled || !self.bytes[end..].starts_with(close) {
                        break;
                    }
                    end += close.len();
                }
                _ => end += 1,
            }
        }
        // A backslash may have stepped over the end, or into the middle of a character.
        end = end.min(self.bytes.len());
        while !self.text.is_char_boundary(end) {
            end += 1;
        }
        Some((end, Vocabulary::quote(quote.name)))
    }

    /// The end of `"tag(...)tag"`, whose quote stands at a byte.
    fn raw_string_end(&self, at: usize) -> Option<usize> {
        /// The standard's limit for a tag.
        const MAX_TAG_LENGTH: usize = 16;
        let inside = &self.bytes[at + 1..];
        let tag = &inside[..inside.iter().take(MAX_TAG_LENGTH + 1).position(|&byte| byte == b'(')?];
        let close = format!("){}\"", std::str::from_utf8(tag).ok()?);
        let from = at + 1 + tag.len() + 1;
        Some(self.text[from..].find(&close).map_or(self.bytes.len(), |n| from + n + close.len()))
    }

    /// Whether only blanks and comments stand before this byte on its line.
    fn begins_line(&self) -> bool {
        let mut at = self.at;
        let mut pieces = self.pieces.iter().rev();
        loop {
            at -= self.bytes[..at].iter().rev().take_while(|byte| matches!(byte, b' ' | b'\t')).count();
            if at == 0 || matches!(self.bytes[at - 1], b'\n' | b'\r') {
                return true;
            }
            match pieces.next() {
                Some(piece) if piece.code == COMMENT && piece.end as usize == at => at = piece.start as usize,
                _ => return false,
            }
        }
    }

    fn directive(&mut self) {
        let blanks = self.bytes[self.at + 1..].iter().take_while(|byte| matches!(byte, b' ' | b'\t')).count();
        let start = self.at + 1 + blanks;
        let end = self.word_end(start);
        let word = &self.text[start..end];
        let code = self.vocabulary.directive(word);
        self.in_include = matches!(word, "include" | "include_next" | "import");
        // A `#` alone is a directive that does nothing; the blanks after it are layout.
        self.push(if word.is_empty() { self.at + 1 } else { end }, code);
    }

    /// The end of `<stdio.h>`, directly after `#include`.
    fn included(&self) -> Option<usize> {
        let last = self.last_token().filter(|_| self.in_include)?;
        if self.bytes[last.start as usize] != b'#' {
            return None;
        }
        let line = &self.bytes[self.at..self.line_end(self.at)];
        Some(self.at + line.iter().position(|&byte| byte == b'>')? + 1)
    }

    /// The end of the regular expression that begins here, where a value may stand.
    fn regular_expression(&mut self) -> Option<usize> {
        if !self.lexis.regular_expressions || self.at < self.no_expression_before || self.after_value() {
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

    pub(crate) fn last_token(&self) -> Option<Piece> {
        self.pieces.iter().rev().copied().find(|piece| piece.is_token())
    }

    /// Whether the last token ends a value, so that `/` divides and `.0` is its part.
    pub(crate) fn after_value(&self) -> bool {
        let Some(last) = self.last_token() else { return false };
        match last.of(self.text) {
            b")" | b"]" | b"}" | b"self" | b"this" | b"super" => true,
            _ => self.vocabulary.is_value(last.code),
        }
    }
}

/// Marks that change the letter before them.
fn combining(character: char) -> bool {
    matches!(character, '\u{300}'..='\u{36f}' | '\u{200c}' | '\u{200d}')
}
