//! What a language's words and symbols are, as data for the scanner. No code but small constructors.

/// The words and symbols of a language. Lists are separated by blanks.
#[derive(Debug)]
#[expect(clippy::struct_excessive_bools, reason = "languages have these habits in any combination")]
pub(crate) struct Lexis {
    /// Words that keep their name. Everything else that looks like a word is an `identifier`.
    pub(crate) keywords: &'static str,
    /// Words that are keywords where a grammar says so and identifiers elsewhere: the scanner cannot tell.
    pub(crate) soft_keywords: &'static str,
    /// Names and the words that go by them, so that cheap exchanges change nothing:
    /// `(PRIMITIVE_TYPE, "float double")`, `("&&", "and")`.
    pub(crate) folds: &'static [(&'static str, &'static str)],
    /// Words that say nothing and are no tokens: what a copier adds or leaves out for nothing.
    pub(crate) vanishing: &'static str,
    /// `;` says nothing: a line end does as well.
    pub(crate) optional_semicolons: bool,
    /// Annotations that say nothing.
    pub(crate) annotations: Annotations,
    /// The word for the object whose method this is, where a member's name does without it (`this.`).
    pub(crate) receiver: &'static str,
    /// Operators and punctuation, in any order: the longest that fits is taken.
    pub(crate) operators: &'static str,
    /// What opens a comment that ends with its line.
    pub(crate) line_comments: &'static [&'static str],
    /// What opens and what closes other comments. Not nested.
    pub(crate) block_comments: &'static [(&'static str, &'static str)],
    /// Strings and characters, longest opening first.
    pub(crate) quotes: &'static [Quote],
    /// Words that, directly before a quote, belong to the string (`u8"x"`); in lower case, read in any case.
    pub(crate) prefixes: &'static str,
    /// Words after `#` at the start of a line; empty where there is no preprocessor.
    pub(crate) directives: &'static str,
    /// ASCII characters that words may contain besides letters, digits and `_`.
    pub(crate) word_characters: &'static str,
    /// `R"tag(...)tag"` (C++): a prefix that ends in `R` opens a raw string.
    pub(crate) raw_strings: bool,
    /// `1'000'000` is one number.
    pub(crate) quoted_digits: bool,
    /// `'a` is no character unless a quote closes it (Rust).
    pub(crate) lifetimes: bool,
    /// `/.../` is a string where a value may stand (JavaScript).
    pub(crate) regular_expressions: bool,
    /// How lines and brackets divide the tokens into statements, where no tree tells.
    pub(crate) division: Division,
}

/// How the scanner's tokens are divided into statements.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Division {
    /// By `;` and braces.
    Braces,
    /// By line ends outside brackets. A string alone on its line is documentation.
    Lines,
    /// The text is not a program: tokens are its words, statements its lines.
    Words,
}

/// How annotations that vanish are written.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Annotations {
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
    /// What it begins and ends with. A backslash keeps the next character from ending it.
    pub(crate) mark: &'static str,
    /// The name of the token: [`STRING`] or [`CHARACTER`].
    pub(crate) name: &'static str,
    /// Whether it may go on over line ends. If not, the line end closes what nothing else did.
    pub(crate) multiline: bool,
}

impl Quote {
    /// A string that ends with its line at the latest.
    pub(crate) const fn line(mark: &'static str) -> Self {
        Self { mark, name: STRING, multiline: false }
    }

    /// A string that may hold line ends.
    pub(crate) const fn block(mark: &'static str) -> Self {
        Self { mark, name: STRING, multiline: true }
    }

    /// A character.
    pub(crate) const fn character(mark: &'static str) -> Self {
        Self { mark, name: CHARACTER, multiline: false }
    }
}

impl Lexis {
    /// No words, no symbols: what the rows of the table start from.
    pub(crate) const EMPTY: Self = Self {
        keywords: "",
        soft_keywords: "",
        folds: &[],
        vanishing: "",
        optional_semicolons: false,
        annotations: Annotations::None,
        receiver: "",
        operators: "",
        line_comments: &[],
        block_comments: &[],
        quotes: &[],
        prefixes: "",
        directives: "",
        word_characters: "",
        raw_strings: false,
        quoted_digits: false,
        lifetimes: false,
        regular_expressions: false,
        division: Division::Braces,
    };
}

/// Any name the program's author chose: variables, functions, types, fields, labels, macros.
pub(crate) const IDENTIFIER: &str = "identifier";
/// Any number.
pub(crate) const NUMBER: &str = "number";
/// Any string.
pub(crate) const STRING: &str = "string";
/// Any character literal.
pub(crate) const CHARACTER: &str = "character";
/// A truth value, in languages where it is not a number.
pub(crate) const BOOLEAN: &str = "boolean";
/// A built-in arithmetic type. A run of them (`unsigned long int`) is one token.
pub(crate) const PRIMITIVE_TYPE: &str = "primitive_type";
/// A preprocessor directive that the language does not know.
pub(crate) const DIRECTIVE: &str = "directive";
/// A run of characters that the language gives no meaning.
pub(crate) const UNKNOWN: &str = "unknown";
