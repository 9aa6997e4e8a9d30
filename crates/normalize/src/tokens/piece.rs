//! What both front ends make of a text: pieces in order. Values only.

use super::code::{COMMENT, Code, VANISHED_META, VANISHED_REPEAT, VANISHED_SYMBOL, VANISHED_WORD};

/// A token or a comment with its place.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Piece {
    /// First byte.
    pub(crate) start: u32,
    /// One past the last byte.
    pub(crate) end: u32,
    /// What it is.
    pub(crate) code: Code,
    /// Whether a statement begins here.
    pub(crate) opens: bool,
}

impl Piece {
    pub(crate) const fn new(start: usize, end: usize, code: Code) -> Self {
        Self { start: start as u32, end: end as u32, code, opens: false }
    }

    /// Whether others see it: not a comment, nor anything else that says nothing.
    pub(crate) const fn is_token(self) -> bool {
        !matches!(self.code, COMMENT | VANISHED_WORD | VANISHED_META | VANISHED_SYMBOL | VANISHED_REPEAT)
    }

    /// Its characters in the text it comes from.
    pub(crate) fn of(self, text: &str) -> &[u8] {
        &text.as_bytes()[self.start as usize..self.end as usize]
    }
}
