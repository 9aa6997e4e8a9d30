//! What both front ends make of a text: pieces in order. Values only.

use super::code::{COMMENT, IGNORED_META, IGNORED_REPEAT, IGNORED_SYMBOL, IGNORED_WORD, TokenCode};

/// A token or a comment with its place.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Lexeme {
    /// First byte.
    pub(crate) start: u32,
    /// One past the last byte.
    pub(crate) end: u32,
    /// What it is.
    pub(crate) code: TokenCode,
    /// Whether a statement begins here.
    pub(crate) begins_statement: bool,
}

impl Lexeme {
    pub(crate) const fn new(start: usize, end: usize, code: TokenCode) -> Self {
        Self { start: start as u32, end: end as u32, code, begins_statement: false }
    }

    /// Whether others see it: not a comment, nor anything else that says nothing.
    pub(crate) const fn is_token(self) -> bool {
        !matches!(self.code, COMMENT | IGNORED_WORD | IGNORED_META | IGNORED_SYMBOL | IGNORED_REPEAT)
    }

    /// Its characters in the text it comes from.
    pub(crate) fn of(self, text: &str) -> &[u8] {
        &text.as_bytes()[self.start as usize..self.end as usize]
    }
}
