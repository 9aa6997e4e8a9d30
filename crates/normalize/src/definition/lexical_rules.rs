//! The words and symbols of a language, as data for the scanner. It has no code except small constructors.

use crate::tokens::{CHARACTER_CODE, STRING_CODE, TokenCode};

/// The words and symbols of a language. Lists are separated by blanks.
#[derive(Debug, Clone, Copy)]
#[expect(clippy::struct_excessive_bools, reason = "columns of a table, each on its own")]
pub(crate) struct LexicalRules {
    /// Words that keep their name. Any other word is an `identifier`.
    pub(crate) keywords: &'static str,
    /// Words that are keywords where a grammar says so and identifiers elsewhere. The scanner cannot tell which.
    pub(crate) soft_keywords: &'static str,
    /// Names and the words that are replaced by them, so that cheap exchanges change nothing: `(PRIMITIVE_TYPE, "float
    /// double")`, `("&&", "and")`.
    pub(crate) folds: &'static [(&'static str, &'static str)],
    /// Words that are not tokens, because a copier can add or remove them without effect.
    pub(crate) ignored_words: &'static str,
    /// Whether `;` is not a token, because a line end does the same.
    pub(crate) optional_semicolons: bool,
    /// Annotations that are not tokens.
    pub(crate) annotations: AnnotationSyntax,
    /// The word for the object of a method (`this.`), where the name of a member can stand without it.
    pub(crate) receiver: &'static str,
    /// Operators and punctuation, in any order. The scanner takes the longest that fits.
    pub(crate) operators: &'static str,
    /// Beginnings of comments that end with their line.
    pub(crate) line_comments: &'static [&'static str],
    /// Beginnings and ends of other comments.
    pub(crate) block_comments: &'static [(&'static str, &'static str)],
    /// Whether block comments can be nested.
    pub(crate) nested_comments: bool,
    /// Beginnings of comments in the first column, and the beginning of the line that ends each. If the end is empty,
    /// the comment ends with its own line.
    pub(crate) column_comments: &'static [(&'static str, &'static str)],
    /// The fixed source form (punched cards), if texts may have it.
    pub(crate) fixed_form: Option<FixedForm>,
    /// Marks at the end of a line that continue its statement on the next line.
    pub(crate) trailing_continuations: &'static str,
    /// Marks at the beginning of a line that continue the statement of the line before.
    pub(crate) leading_continuations: &'static str,
    /// Strings and characters. Longer beginnings come first.
    pub(crate) quotes: &'static [Quote],
    /// Words that belong to the string when they are directly before a quote (`u8"x"`). They are in lower case and
    /// match in any case.
    pub(crate) prefixes: &'static str,
    /// Characters that, before a name, make a line of a notebook a command of the notebook.
    pub(crate) magics: &'static str,
    /// The mark at the beginning of a notebook cell that gives the cell to another language, except before one of
    /// [`LexicalRules::own_magics`].
    pub(crate) cell_magic: &'static str,
    /// Names after [`LexicalRules::cell_magic`] that leave the cell in this language.
    pub(crate) own_magics: &'static str,
    /// Words after `#` at the start of a line. Empty if there is no preprocessor.
    pub(crate) directives: &'static str,
    /// Whether words mean the same in any case. They are in lower case here.
    pub(crate) case_insensitive: bool,
    /// ASCII characters that words may contain in addition to letters, digits and `_`. Such a character on its own may
    /// be an operator.
    pub(crate) word_characters: &'static str,
    /// Letters that give a line its meaning when its first word begins with one (Spice), in lower case.
    pub(crate) initials: &'static str,
    /// Words that quote the text up to the delimiter after them, and how many times: `s/a/b/` (Perl).
    pub(crate) quote_operators: &'static [(&'static str, u8)],
    /// Prefixes that make the letters and digits after them a number, in lower case: `$ff` (Pascal), `&Hff` (Basic).
    pub(crate) number_prefixes: &'static str,
    /// ASCII characters that numbers may contain: `16#ff#` (Ada).
    pub(crate) number_characters: &'static str,
    /// Whether a dot belongs to a number only before a digit: `X is 1.` (Prolog).
    pub(crate) dot_before_digit: bool,
    /// Prefixes that make the next character a character literal: `#\a` (Lisp).
    pub(crate) character_prefixes: &'static str,
    /// Whether a prefix that ends in `R` opens a raw string: `R"tag(...)tag"` (C++).
    pub(crate) raw_strings: bool,
    /// Whether quotes may separate digits: `1'000'000`.
    pub(crate) quoted_digits: bool,
    /// Whether `'a` is a character only if a quote closes it (Rust).
    pub(crate) lifetimes: bool,
    /// Whether `/.../` is a string where a value may be (JavaScript).
    pub(crate) regular_expressions: bool,
    /// How lines and brackets divide the tokens into statements, where there is no syntax tree.
    pub(crate) division: StatementDivision,
    /// How the heads of statements are written. The rules that rewrite statements need it.
    pub(crate) heads: HeadStyle,
}

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
}

/// How the closing mark of a string is written inside it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum QuoteEscape {
    /// After a backslash.
    Backslash,
    /// Doubled.
    Doubled,
    /// It cannot be written inside.
    None,
}

impl Quote {
    const fn new(mark: &'static str, code: TokenCode, multiline: bool) -> Self {
        let escape = QuoteEscape::Backslash;
        Self { mark, close: mark, code, multiline, escape, not_after_value: false, single: false }
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

    /// Returns a literal of exactly one character. The mark is an operator directly after a value.
    pub(crate) const fn tick(mark: &'static str) -> Self {
        Self { escape: QuoteEscape::None, not_after_value: true, single: true, ..Self::character(mark) }
    }
}

impl StatementBoundaries {
    /// No boundaries. The definitions start from this value.
    pub(crate) const NONE: Self = Self { lines: false, before: "", after: "", never: "", brackets: "" };
}

impl LexicalRules {
    /// No words and no symbols. The definitions start from this value.
    pub(crate) const EMPTY: Self = Self {
        heads: HeadStyle::Unknown,
        keywords: "",
        soft_keywords: "",
        folds: &[],
        ignored_words: "",
        optional_semicolons: false,
        annotations: AnnotationSyntax::None,
        receiver: "",
        operators: "",
        line_comments: &[],
        block_comments: &[],
        nested_comments: false,
        column_comments: &[],
        fixed_form: None,
        trailing_continuations: "",
        leading_continuations: "",
        quotes: &[],
        prefixes: "",
        magics: "",
        cell_magic: "",
        own_magics: "",
        directives: "",
        case_insensitive: false,
        word_characters: "",
        initials: "",
        quote_operators: &[],
        number_prefixes: "",
        number_characters: "",
        dot_before_digit: false,
        character_prefixes: "",
        raw_strings: false,
        quoted_digits: false,
        lifetimes: false,
        regular_expressions: false,
        division: StatementDivision::Braces,
    };

    /// The comments and the heads of C. The definitions of languages that took them over start from this value.
    pub(crate) const LIKE_C: Self = Self {
        line_comments: &["//"],
        block_comments: &[("/*", "*/")],
        heads: HeadStyle::Brackets,
        ..Self::EMPTY
    };
}
