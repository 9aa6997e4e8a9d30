//! What the definitions of languages are made of besides words and symbols: the syntax of strings, statements, annotations
//! and fixed form. It has no code except small constructors.

use crate::tokens::{CHARACTER_CODE, STRING_CODE, TokenCode};

/// Fixed source form, in which columns have a meaning. A text has this form if all its lines look like it.
#[derive(Debug, Clone, Copy)]
pub(crate) struct FixedForm {
    /// Characters that make a line a comment when they are in the first column.
    pub(crate) comments: &'static str,
    /// Number of columns for a label. Any character in the next column, except `0`, continues the line before.
    pub(crate) label: usize,
}

/// Words and symbols at which a statement begins, outside brackets. Lists are separated by blanks.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct StatementBoundaries {
    /// Whether every line begins a statement.
    pub(crate) lines: bool,
    /// Words that begin a statement.
    pub(crate) before: &'static str,
    /// Words after which a statement begins.
    pub(crate) after: &'static str,
    /// Words that do not begin a statement: it begins after them, as after a brace alone on its line.
    pub(crate) never: &'static str,
    /// Opening brackets that contain no statement.
    pub(crate) brackets: &'static str,
}

/// How the scanner's tokens are divided into statements.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum StatementDivision {
    /// At `;` and braces.
    Braces,
    /// At line ends outside brackets. A string alone on its line is documentation.
    Lines,
    /// At these words and symbols.
    Boundaries(StatementBoundaries),
    /// At bracketed forms: those at the top level, and those that begin with one of these words.
    SExpressions(&'static str),
    /// At line ends. The text is not a program, and its tokens are its words.
    Words,
}

/// How a language writes the heads of its statements.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum HeadStyle {
    /// The language has no rules, so its statements have no canonical forms.
    Unknown,
    /// `if (c)`, `for (a; b; c)`.
    Brackets,
    /// `if c {`, `if c:`; `for i in range(a, b):`.
    Bare,
}

/// How annotations that are not tokens are written.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum AnnotationSyntax {
    /// The language has no such annotations.
    None,
    /// `@Name`, `@a.Name(...)`.
    At,
    /// `[...]` at the beginning of a statement.
    Brackets,
    /// `#[...]`, `#![...]`.
    HashBrackets,
}

/// Syntax of a string or a character.
#[derive(Debug)]
#[expect(clippy::struct_excessive_bools, reason = "each says whether a language has one more rule")]
pub(crate) struct Quote {
    /// Its beginning.
    pub(crate) mark: &'static str,
    /// Its end.
    pub(crate) close: &'static str,
    /// The code of the token: [`STRING_CODE`] or [`CHARACTER_CODE`].
    pub(crate) code: TokenCode,
    /// Whether it may contain line ends. Otherwise the line end closes it.
    pub(crate) multiline: bool,
    /// How the closing mark is written inside.
    pub(crate) escape: QuoteEscape,
    /// Whether the mark is an operator directly after a value: `a'` (MATLAB), `X'First` (Ada).
    pub(crate) not_after_value: bool,
    /// Whether it contains exactly one character.
    pub(crate) single: bool,
    /// Whether the mark opens it only at the beginning of a word: `{^"}` contains none (Tcl).
    pub(crate) begins_word: bool,
    /// Beginnings of code inside, separated by blanks. The code ends at the bracket that closes the last character:
    /// `#{` (Ruby).
    pub(crate) interpolation: &'static str,
}

/// How the closing mark of a string is written inside it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum QuoteEscape {
    /// After a backslash.
    Backslash,
    /// Doubled.
    Doubled,
    /// Doubled, or after a backslash, which some dialects read as a character: `'don\'t'`, `'C:\'` (SQL). It is an escape
    /// if the text goes on directly after it.
    DoubledOrBackslash,
    /// Doubled, or after a backquote (PowerShell).
    DoubledOrBackquote,
    /// It cannot be written inside.
    None,
}

impl Quote {
    const fn new(mark: &'static str, code: TokenCode, multiline: bool) -> Self {
        Self {
            mark,
            close: mark,
            code,
            multiline,
            escape: QuoteEscape::Backslash,
            not_after_value: false,
            single: false,
            begins_word: false,
            interpolation: "",
        }
    }

    /// Returns a string that ends with its line at the latest.
    pub(crate) const fn line(mark: &'static str) -> Self {
        Self::new(mark, STRING_CODE, false)
    }

    /// Returns a string that may contain line ends.
    pub(crate) const fn block(mark: &'static str) -> Self {
        Self::new(mark, STRING_CODE, true)
    }

    /// Returns a character literal.
    pub(crate) const fn character(mark: &'static str) -> Self {
        Self::new(mark, CHARACTER_CODE, false)
    }

    /// Returns a string that ends with its line at the latest, in which the mark is doubled.
    pub(crate) const fn doubled(mark: &'static str) -> Self {
        Self { escape: QuoteEscape::Doubled, ..Self::line(mark) }
    }

    /// Returns [`Quote::doubled`], except that the mark is an operator directly after a value.
    pub(crate) const fn transpose(mark: &'static str) -> Self {
        Self { not_after_value: true, ..Self::doubled(mark) }
    }

    /// Returns a string that ends with its line at the latest and has no escapes.
    pub(crate) const fn raw(mark: &'static str) -> Self {
        Self { escape: QuoteEscape::None, ..Self::line(mark) }
    }

    /// Returns a string between two marks that may contain line ends and has no escapes: `[[...]]` (Lua).
    pub(crate) const fn between(mark: &'static str, close: &'static str) -> Self {
        Self { close, escape: QuoteEscape::None, ..Self::block(mark) }
    }

    /// Returns a string that may contain line ends, and code after each of these marks.
    pub(crate) const fn interpolated(mark: &'static str, interpolation: &'static str) -> Self {
        Self { interpolation, ..Self::block(mark) }
    }

    /// Returns a literal of exactly one character. The mark is an operator directly after a value.
    pub(crate) const fn tick(mark: &'static str) -> Self {
        Self { escape: QuoteEscape::None, not_after_value: true, single: true, ..Self::character(mark) }
    }
}

impl StatementBoundaries {
    /// No boundaries. The definitions start from this value.
    pub(crate) const NONE: Self = Self { lines: false, before: "", after: "", never: "", brackets: "" };
}
