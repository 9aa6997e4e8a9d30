//! The state of the scanner, and questions about the text around its position. Linear: a search that fails is not
//! repeated.

use std::ops::Range;

use super::fixed_form::is_fixed_form;
use crate::tokens::{COMMENT, Lexeme, TokenCode, TokenTable};

/// A string or comment that was read and contains a line end, or whose mark nothing closes.
pub(super) struct MultiLine {
    /// Its first byte. Before the mark, it may have a prefix.
    pub(super) start: usize,
    pub(super) mark: Range<usize>,
    pub(super) closed: bool,
    /// Whether it is a comment.
    pub(super) comment: bool,
    /// Whether it contains its own mark.
    pub(super) contains_mark: bool,
}

#[expect(
    clippy::struct_excessive_bools,
    reason = "each says what the scanner has met, or what a language has"
)]
pub(super) struct Scanner<'a> {
    pub(super) table: &'a TokenTable,
    /// The text up to the end of the part, so that nothing can extend further.
    pub(super) text: &'a str,
    pub(super) bytes: &'a [u8],
    pub(super) at: usize,
    pub(super) lexemes: &'a mut Vec<Lexeme>,
    /// Whether the last token was `#include`, after which `<...>` is a string.
    pub(super) in_include: bool,
    /// Up to this byte, no regular expression can close. Against `/[/[/[`, which would be read to the line's end again
    /// and again.
    pub(super) no_expression_before: usize,
    /// One bit for each kind of block comment that nothing closes any more. Against `/* /* /*`, which would be read
    /// again and again.
    pub(super) unclosed: u32,
    /// Whether the marks of nested comments are not balanced: from here on, comments do not nest.
    pub(super) unbalanced: bool,
    /// One bit for each delimiter that nothing closes any more.
    pub(super) undelimited: u128,
    /// Whether the text is in fixed form.
    pub(super) in_fixed_form: bool,
    /// The end of the line with the mark of a here-document, and the end of its lines.
    pub(super) here_document: Option<(usize, usize)>,
    /// Number of closing words that were not found.
    pub(super) failed_searches: u8,
    /// Whether code inside of strings is searched for. Against `"#{ "#{ "#{`, which would be read again and again.
    pub(super) reads_interpolation: bool,
    /// Marks that are signs, in order.
    pub(super) stray: &'a [usize],
    /// The last string or comment over several lines.
    pub(super) multiline: Option<MultiLine>,
    /// Whether there was one.
    pub(super) has_multiline: bool,
}

impl<'a> Scanner<'a> {
    pub(super) fn new(table: &'a TokenTable, text: &'a str, at: usize, lexemes: &'a mut Vec<Lexeme>) -> Self {
        Self {
            table,
            text,
            bytes: text.as_bytes(),
            at,
            lexemes,
            in_include: false,
            no_expression_before: 0,
            unclosed: 0,
            unbalanced: false,
            undelimited: 0,
            in_fixed_form: table.rules.fixed_form.is_some_and(|form| is_fixed_form(form, text)),
            here_document: None,
            failed_searches: 0,
            reads_interpolation: true,
            stray: &[],
            multiline: None,
            has_multiline: false,
        }
    }
}

impl Scanner<'_> {
    /// Reads one lexeme. Returns it if it is a string or comment over several lines that may be none.
    pub(super) fn multiline_step(&mut self) -> Option<MultiLine> {
        self.multiline = None;
        self.step();
        self.multiline.take()
    }

    /// Notes that the string or comment from `start` to `end` was read.
    pub(super) fn note_multiline(&mut self, mark: Range<usize>, end: usize, closed: bool, comment: bool) {
        let inside = &self.text[mark.end..end];
        if !closed || inside.contains(['\n', '\r']) {
            let contains_mark = inside.contains(&self.text[mark.clone()]);
            self.has_multiline = true;
            self.multiline = Some(MultiLine { start: self.at, mark, closed, comment, contains_mark });
        }
    }

    pub(super) fn rest(&self) -> &[u8] {
        &self.bytes[self.at..]
    }

    /// Returns whether a mark is at this byte.
    pub(super) fn begins_with(&self, at: usize, mark: &str) -> bool {
        self.bytes[at..].starts_with(mark.as_bytes())
    }

    pub(super) fn character(&self) -> Option<char> {
        self.text[self.at..].chars().next()
    }

    pub(super) fn push(&mut self, end: usize, code: TokenCode) {
        self.lexemes.push(Lexeme::new(self.at, end, code));
        self.at = end;
    }

    /// Returns the end of the word that begins at this byte.
    pub(super) fn word_end(&self, from: usize) -> usize {
        let mut end = from;
        while let Some(&byte) = self.bytes.get(end) {
            if byte.is_ascii() {
                let ends = end > from
                    && self.table.rules.word_endings.as_bytes().contains(&byte)
                    && self.bytes.get(end + 1) != Some(&b'=');
                if ends {
                    return end + 1;
                }
                if !(byte.is_ascii_alphanumeric()
                    || byte == b'_'
                    || self.word_character(byte)
                    || (end > from && self.joins_words(end)))
                {
                    break;
                }
                end += 1;
            } else {
                match self.text[end..].chars().next() {
                    Some(character) if character.is_alphanumeric() || is_combining(character) => {
                        end += character.len_utf8();
                    }
                    _ => break,
                }
            }
        }
        end
    }

    /// Returns whether the byte here joins the letters around it to one word.
    fn joins_words(&self, at: usize) -> bool {
        self.table.rules.word_joiners.as_bytes().contains(&self.bytes[at])
            && self.bytes.get(at + 1).is_some_and(u8::is_ascii_alphabetic)
    }

    pub(super) fn word_character(&self, byte: u8) -> bool {
        self.table.rules.word_characters.as_bytes().contains(&byte)
    }

    /// Returns the line end at or after a byte, or the end of the part.
    pub(super) fn line_end(&self, from: usize) -> usize {
        self.bytes[from..]
            .iter()
            .position(|byte| matches!(byte, b'\n' | b'\r'))
            .map_or(self.bytes.len(), |n| from + n)
    }

    /// Returns the size of a backslash with the line end it hides, in bytes; 0 if there is none.
    pub(super) fn continuation(&self, at: usize) -> usize {
        match &self.bytes[at..] {
            [b'\\', b'\r', b'\n', ..] => 3,
            [b'\\', b'\n' | b'\r', ..] => 2,
            _ => 0,
        }
    }

    pub(super) fn blanks(&self, from: usize) -> usize {
        self.bytes[from..].iter().take_while(|byte| matches!(byte, b' ' | b'\t')).count()
    }

    /// Returns whether only blanks and comments are before this byte on its line.
    pub(super) fn begins_line(&self) -> bool {
        let mut at = self.at;
        let mut lexemes = self.lexemes.iter().rev();
        loop {
            at -= self.bytes[..at].iter().rev().take_while(|byte| matches!(byte, b' ' | b'\t')).count();
            if at == 0 || matches!(self.bytes[at - 1], b'\n' | b'\r') {
                return true;
            }
            match lexemes.next() {
                Some(lexeme) if lexeme.code == COMMENT && lexeme.end as usize == at => {
                    at = lexeme.start as usize;
                }
                _ => return false,
            }
        }
    }

    pub(super) fn last_token(&self) -> Option<Lexeme> {
        self.lexemes.iter().rev().copied().find(|lexeme| lexeme.is_token())
    }

    /// Returns whether the last token ends a value. Then `/` divides, and `.0` belongs to the value.
    pub(super) fn after_value(&self) -> bool {
        let Some(last) = self.last_token() else { return false };
        match last.of(self.text) {
            b")" | b"]" | b"}" | b"self" | b"this" | b"super" => true,
            _ => self.table.is_value(last.code),
        }
    }
}

/// Returns whether the character combines with the letter before it.
fn is_combining(character: char) -> bool {
    matches!(character, '\u{300}'..='\u{36f}' | '\u{200c}' | '\u{200d}')
}

/// Returns whether a character is not visible: byte order marks, joiners, direction marks. They are inserted as a
/// disguise.
fn is_invisible(character: char) -> bool {
    matches!(character, '\u{ad}' | '\u{200b}'..='\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2060}'..='\u{2064}' | '\u{feff}')
}

pub(crate) fn is_layout(character: char) -> bool {
    character.is_whitespace() || is_invisible(character)
}

/// Returns the closing bracket for an opening one. Any other byte closes itself.
pub(crate) fn closing(open: u8) -> u8 {
    match open {
        b'(' => b')',
        b'[' => b']',
        b'{' => b'}',
        b'<' => b'>',
        other => other,
    }
}
