//! What a language's words and symbols are, as data for the scanner. No code but small constructors.

use super::token_names::{CHARACTER, STRING};

/// The words and symbols of a language. Lists are separated by blanks.
#[derive(Debug)]
#[expect(clippy::struct_excessive_bools, reason = "columns of a table, each on its own")]
pub(crate) struct LexicalRules {
    /// Words that keep their name. Everything else that looks like a word is an `identifier`.
    pub(crate) keywords: &'static str,
    /// Words that are keywords where a grammar says so and identifiers elsewhere: the scanner cannot tell.
    pub(crate) soft_keywords: &'static str,
    /// Names and the words that go by them, so that cheap exchanges change nothing:
    /// `(PRIMITIVE_TYPE, "float double")`, `("&&", "and")`.
    pub(crate) folds: &'static [(&'static str, &'static str)],
    /// Words that say nothing and are no tokens: what a copier adds or leaves out for nothing.
    pub(crate) ignored_words: &'static str,
    /// `;` says nothing: a line end does as well.
    pub(crate) optional_semicolons: bool,
    /// Annotations that say nothing.
    pub(crate) annotations: AnnotationSyntax,
    /// The word for the object whose method this is, where a member's name does without it (`this.`).
    pub(crate) receiver: &'static str,
    /// Operators and punctuation, in any order: the longest that fits is taken.
    pub(crate) operators: &'static str,
    /// What opens a comment that ends with its line.
    pub(crate) line_comments: &'static [&'static str],
    /// What opens and what closes other comments.
    pub(crate) block_comments: &'static [(&'static str, &'static str)],
    /// Block comments may hold block comments.
    pub(crate) nested_comments: bool,
    /// What, at the very beginning of a line, opens a comment, and the beginning of the line that ends it; nothing: it
    /// ends with its own line.
    pub(crate) column_comments: &'static [(&'static str, &'static str)],
    /// Lines may be punched cards.
    pub(crate) fixed_form: Option<FixedForm>,
    /// What, at the end of a line, carries the statement over to the next.
    pub(crate) trailing_continuations: &'static str,
    /// What, at the beginning of a line, carries on the statement of the line before.
    pub(crate) leading_continuations: &'static str,
    /// Strings and characters, longest opening first.
    pub(crate) quotes: &'static [Quote],
    /// Words that, directly before a quote, belong to the string (`u8"x"`); in lower case, read in any case.
    pub(crate) prefixes: &'static str,
    /// What, before a name, makes a line of a notebook none of the language's.
    pub(crate) magics: &'static str,
    /// What, at its beginning, hands a cell of a notebook over, unless to one of [`LexicalRules::own_magics`].
    pub(crate) cell_magic: &'static str,
    /// Names after [`LexicalRules::cell_magic`] that leave the cell to the language.
    pub(crate) own_magics: &'static str,
    /// Words after `#` at the start of a line; empty where there is no preprocessor.
    pub(crate) directives: &'static str,
    /// Words mean the same in any case; they stand in lower case here.
    pub(crate) case_insensitive: bool,
    /// ASCII characters that words may contain besides letters, digits and `_`. Alone, one may be an operator.
    pub(crate) word_characters: &'static str,
    /// Letters that tell what a line is about when its first word begins with one (Spice), in lower case.
    pub(crate) initials: &'static str,
    /// Words that quote what follows, up to the delimiter that follows them, so many times: `s/a/b/` (Perl).
    pub(crate) quote_operators: &'static [(&'static str, u8)],
    /// What makes a number of the letters and digits behind it, in lower case: `$ff` (Pascal), `&Hff` (Basic).
    pub(crate) number_prefixes: &'static str,
    /// ASCII characters that numbers may contain: `16#ff#` (Ada).
    pub(crate) number_characters: &'static str,
    /// A dot belongs to a number only before a digit: `X is 1.` (Prolog).
    pub(crate) dot_before_digit: bool,
    /// What makes a character of the one behind it: `#\a` (Lisp).
    pub(crate) character_prefixes: &'static str,
    /// `R"tag(...)tag"` (C++): a prefix that ends in `R` opens a raw string.
    pub(crate) raw_strings: bool,
    /// `1'000'000` is one number.
    pub(crate) quoted_digits: bool,
    /// `'a` is no character unless a quote closes it (Rust).
    pub(crate) lifetimes: bool,
    /// `/.../` is a string where a value may stand (JavaScript).
    pub(crate) regular_expressions: bool,
    /// How lines and brackets divide the tokens into statements, where no tree tells.
    pub(crate) division: StatementDivision,
    /// How the heads of statements are written, for the rules that rewrite them.
    pub(crate) heads: HeadStyle,
    /// What else divides them, if [`StatementDivision::Boundaries`] or [`StatementDivision::SExpressions`].
    pub(crate) boundaries: StatementBoundaries,
}

/// Lines in which columns mean something. A text is read so if all its lines look like it.
#[derive(Debug)]
pub(crate) struct FixedForm {
    /// Characters that in the first column make a comment of the card.
    pub(crate) comments: &'static str,
    /// Columns for a label. Whatever stands in the next one, except `0`, carries on the card before.
    pub(crate) label: usize,
}

/// Words and symbols between which a statement begins, outside brackets. Separated by blanks.
#[derive(Debug)]
pub(crate) struct StatementBoundaries {
    /// Every line begins one.
    pub(crate) lines: bool,
    /// It begins with these.
    pub(crate) before: &'static str,
    /// It begins after these.
    pub(crate) after: &'static str,
    /// It does not begin with these but behind them, as with a brace alone on its line.
    pub(crate) never: &'static str,
    /// Opening brackets inside which none begins.
    pub(crate) brackets: &'static str,
}

/// How the scanner's tokens are divided into statements.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum StatementDivision {
    /// By `;` and braces.
    Braces,
    /// By line ends outside brackets. A string alone on its line is documentation.
    Lines,
    /// As [`LexicalRules::boundaries`] says.
    Boundaries,
    /// By bracketed forms: those that nothing encloses, and those that begin with one of [`StatementBoundaries::before`].
    SExpressions,
    /// The text is not a program: tokens are its words, statements its lines.
    Words,
}

/// How a language writes the heads of its statements.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum HeadStyle {
    /// There are no rules for this language: it has no forms.
    Unknown,
    /// `if (c)`, `for (a; b; c)`.
    Brackets,
    /// `if c {`, `if c:`; `for i in range(a, b):`.
    Bare,
}

/// How annotations that vanish are written.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum AnnotationSyntax {
    /// There are none.
    None,
    /// `@Name`, `@a.Name(...)`.
    At,
    /// `[...]` where a statement begins.
    Brackets,
    /// `#[...]`, `#![...]`.
    HashBrackets,
}

/// A way to write a string or a character.
#[derive(Debug)]
pub(crate) struct Quote {
    /// What it begins with.
    pub(crate) mark: &'static str,
    /// What it ends with.
    pub(crate) close: &'static str,
    /// The name of the token: [`STRING`] or [`CHARACTER`].
    pub(crate) name: &'static str,
    /// Whether it may go on over line ends. If not, the line end closes what nothing else did.
    pub(crate) multiline: bool,
    /// How the mark is written inside.
    pub(crate) escape: QuoteEscape,
    /// Directly after a value the mark is an operator: `a'` (MATLAB), `X'First` (Ada).
    pub(crate) not_after_value: bool,
    /// There is exactly one character in it.
    pub(crate) single: bool,
}

/// How the mark of a string is written inside it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum QuoteEscape {
    /// A backslash keeps the next character from ending it.
    Backslash,
    /// Twice.
    Doubled,
    /// Not at all.
    None,
}

impl Quote {
    const fn new(mark: &'static str, name: &'static str, multiline: bool) -> Self {
        let escape = QuoteEscape::Backslash;
        Self { mark, close: mark, name, multiline, escape, not_after_value: false, single: false }
    }

    /// A string that ends with its line at the latest.
    pub(crate) const fn line(mark: &'static str) -> Self {
        Self::new(mark, STRING, false)
    }

    /// A string that may hold line ends.
    pub(crate) const fn block(mark: &'static str) -> Self {
        Self::new(mark, STRING, true)
    }

    /// A character.
    pub(crate) const fn character(mark: &'static str) -> Self {
        Self::new(mark, CHARACTER, false)
    }

    /// A string that ends with its line at the latest, in which the mark is written twice.
    pub(crate) const fn doubled(mark: &'static str) -> Self {
        Self { escape: QuoteEscape::Doubled, ..Self::line(mark) }
    }

    /// As [`Quote::doubled`]; directly after a value the mark is an operator.
    pub(crate) const fn transpose(mark: &'static str) -> Self {
        Self { not_after_value: true, ..Self::doubled(mark) }
    }

    /// A string that ends with its line at the latest and in which every character is itself.
    pub(crate) const fn raw(mark: &'static str) -> Self {
        Self { escape: QuoteEscape::None, ..Self::line(mark) }
    }

    /// A string that may hold line ends, in which every character is itself, between two marks: `[[...]]` (Lua).
    pub(crate) const fn between(mark: &'static str, close: &'static str) -> Self {
        Self { close, escape: QuoteEscape::None, ..Self::block(mark) }
    }

    /// Exactly one character; directly after a value the mark is an operator.
    pub(crate) const fn tick(mark: &'static str) -> Self {
        Self { escape: QuoteEscape::None, not_after_value: true, single: true, ..Self::character(mark) }
    }
}

impl StatementBoundaries {
    /// No borders: what the rows of the table start from.
    pub(crate) const NONE: Self = Self { lines: false, before: "", after: "", never: "", brackets: "" };
}

impl LexicalRules {
    /// No words, no symbols: what the rows of the table start from.
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
        boundaries: StatementBoundaries::NONE,
    };
}
