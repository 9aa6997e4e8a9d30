//! Lexemes: what both front ends make of a text, in order. Values only.

use super::code::{COMMENT, IGNORED_META, IGNORED_REPEAT, IGNORED_SYMBOL, IGNORED_WORD, TokenCode};

/// A token or a comment with its place in the text.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Lexeme {
    /// Its first byte.
    pub(crate) start: u32,
    /// The byte after its last.
    pub(crate) end: u32,
    /// Its name in the token table.
    pub(crate) code: TokenCode,
    /// Whether a statement begins here.
    pub(crate) begins_statement: bool,
}

impl Lexeme {
    pub(crate) const fn new(start: usize, end: usize, code: TokenCode) -> Self {
        Self { start: start as u32, end: end as u32, code, begins_statement: false }
    }

    /// Returns whether it is a token: not a comment or another lexeme that is ignored.
    pub(crate) const fn is_token(self) -> bool {
        !matches!(self.code, COMMENT | IGNORED_WORD | IGNORED_META | IGNORED_SYMBOL | IGNORED_REPEAT)
    }

    /// Returns its bytes in the text that it comes from.
    pub(crate) fn of(self, text: &str) -> &[u8] {
        &text.as_bytes()[self.start as usize..self.end as usize]
    }
}
