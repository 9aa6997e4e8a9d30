//! The definition of a language as data: the files under `languages/` fill these types. No text is read or parsed here.

mod syntax;

use tree_sitter_language::LanguageFn;

pub(crate) use syntax::{
    AnnotationSyntax, FixedForm, HeadStyle, Quote, QuoteEscape, StatementBoundaries, StatementDivision,
};

/// What the definitions of languages are written with.
pub(crate) mod prelude {
    pub(crate) use super::{
        AnnotationSyntax, BOOLEAN, COMMENT_WORD, FixedForm, Grammar, HeadStyle, LanguageDefinition, NUMBER,
        PARSE_COSTS, PRIMITIVE_TYPE, ParseCosts, Quote, QuoteEscape, REGISTER, StatementBoundaries,
        StatementDivision,
    };
}

/// Version of the normalizer. Increase it when the same text may give other tokens.
pub(crate) const NORMALIZER: u16 = 5;

/// The definition of a language, as the files under `languages/` write it. Lists are separated by blanks. Every language
/// has words and symbols for the scanner, which reads what no grammar explains.
#[derive(Clone, Copy)]
#[expect(clippy::struct_excessive_bools, reason = "columns of a table, each on its own")]
pub(crate) struct LanguageDefinition {
    /// See [`crate::Language::aliases`].
    pub(crate) aliases: &'static [&'static str],
    /// See [`crate::Language::endings`].
    pub(crate) endings: &'static [&'static str],
    /// The family of the [`Scheme`](chaffinch_submission::Scheme), which is the same for all languages that are compared
    /// with each other. If empty, the language is a family of its own.
    pub(crate) family: &'static str,
    /// Tokens in a k-gram. Default 5.
    pub(crate) k: u16,
    /// The grammar, if there is one.
    pub(crate) grammar: Option<Grammar>,
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
    /// The word for the object of a method (`this.`), or for a namespace that is usually opened (`std::`), where a name can
    /// stand without it.
    pub(crate) receiver: &'static str,
    /// The class whose objects hold one value or none, and are read as this value: `Optional.of(x)`, `o.get()` (Java).
    pub(crate) wrapper: &'static str,
    /// Whether `*(a + i)` is `a[i]`.
    pub(crate) pointers_are_arrays: bool,
    /// Whether strings that follow each other are one.
    pub(crate) adjacent_strings: bool,
    /// Operators and punctuation, in any order. The scanner takes the longest that fits.
    pub(crate) operators: &'static str,
    /// Beginnings of comments that end with their line.
    pub(crate) line_comments: &'static [&'static str],
    /// Marks that, alone at the beginning of a line, open a comment that ends with the line.
    pub(crate) leading_comments: &'static str,
    /// Beginnings and ends of other comments.
    pub(crate) block_comments: &'static [(&'static str, &'static str)],
    /// Whether block comments can be nested.
    pub(crate) nested_comments: bool,
    /// Beginnings of comments in the first column, and the beginning of the line that ends each. If the end is empty,
    /// the comment ends with its own line.
    pub(crate) column_comments: &'static [(&'static str, &'static str)],
    /// The fixed source form (punched cards), if texts may have it.
    pub(crate) fixed_form: Option<FixedForm>,
    /// Columns at the beginning of a line that may contain the number of a punched card, which is a comment. After them,
    /// `*` and `/` make the line one. 0 if there are none.
    pub(crate) card_numbers: usize,
    /// Marks at the end of a line that continue its statement on the next line.
    pub(crate) trailing_continuations: &'static str,
    /// Marks at the beginning of a line that continue the statement of the line before.
    pub(crate) leading_continuations: &'static str,
    /// Strings and characters. Longer beginnings come first.
    pub(crate) quotes: &'static [Quote],
    /// Words that belong to the string when they are directly before a quote (`u8"x"`). They are in lower case and
    /// match in any case.
    pub(crate) prefixes: &'static str,
    /// Whether letters directly after a string with a prefix belong to it: `r"a"i` (Julia).
    pub(crate) flags: bool,
    /// Characters that, before a name, make a line of a notebook a command of the notebook.
    pub(crate) magics: &'static str,
    /// The mark at the beginning of a notebook cell that gives the cell to another language, except before one of
    /// [`LanguageDefinition::own_magics`].
    pub(crate) cell_magic: &'static str,
    /// Names after [`LanguageDefinition::cell_magic`] that leave the cell in this language.
    pub(crate) own_magics: &'static str,
    /// Words after `#` at the start of a line. Empty if there is no preprocessor.
    pub(crate) directives: &'static str,
    /// Whether words mean the same in any case. They are in lower case here.
    pub(crate) case_insensitive: bool,
    /// Whether this holds for words of the language only, and names that differ in case are different names.
    pub(crate) case_sensitive_names: bool,
    /// ASCII characters that words may contain in addition to letters, digits and `_`. Such a character on its own may
    /// be an operator.
    pub(crate) word_characters: &'static str,
    /// ASCII characters that words may contain before a letter: `Get-Item` (PowerShell), `Nat.add` (Coq).
    pub(crate) word_joiners: &'static str,
    /// Whether a word may begin with a digit if it contains a letter: `100-INIT` (COBOL).
    pub(crate) digits_begin_words: bool,
    /// Letters that give a line its meaning when its first word begins with one (Spice), in lower case.
    pub(crate) initials: &'static str,
    /// Words that quote the text up to the delimiter after them, and how many times: `s/a/b/` (Perl).
    pub(crate) quote_operators: &'static [(&'static str, u8)],
    /// Characters that, with letters after them and a delimiter, quote the text up to it where a value may be: `%w[a b]`
    /// (Ruby), `~r/a/` (Elixir).
    pub(crate) sigils: &'static str,
    /// Marks before a word that makes all following lines a string, up to a line with only this word (`<<END`), and
    /// whether the mark and these lines are one token. Longer marks come first.
    pub(crate) here_documents: &'static [(&'static str, bool)],
    /// Whether `$word$` opens a string that `$word$` closes.
    pub(crate) dollar_quotes: bool,
    /// Marks between which code is. The text outside is a string: `<?php ... ?>`.
    pub(crate) code_marks: Option<(&'static str, &'static str)>,
    /// Whether line comments begin only after a blank or at the beginning of a command: `$#` is no comment.
    pub(crate) comments_begin_words: bool,
    /// ASCII characters that may end a word, except before `=`: `empty?` (Ruby).
    pub(crate) word_endings: &'static str,
    /// Whether a backslash outside of strings takes away the meaning of the character after it (shells).
    pub(crate) escapes_outside: bool,
    /// Prefixes that make the letters and digits after them a number, in lower case: `$ff` (Pascal), `&Hff` (Basic).
    pub(crate) number_prefixes: &'static str,
    /// ASCII characters that numbers may contain: `16#ff#` (Ada).
    pub(crate) number_characters: &'static str,
    /// Whether a dot belongs to a number only before a digit: `X is 1.` (Prolog).
    pub(crate) dot_before_digit: bool,
    /// Whether a name directly after a number is not part of it: `2x` (Julia).
    pub(crate) juxtaposed_numbers: bool,
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

impl LanguageDefinition {
    /// No words and no symbols, and statements that end with their lines. The definitions start from this value.
    pub(crate) const EMPTY: Self = Self {
        aliases: &[],
        endings: &[],
        family: "",
        k: 5,
        grammar: None,
        heads: HeadStyle::Unknown,
        keywords: "",
        soft_keywords: "",
        folds: &[],
        ignored_words: "",
        optional_semicolons: false,
        annotations: AnnotationSyntax::None,
        receiver: "",
        wrapper: "",
        pointers_are_arrays: false,
        adjacent_strings: false,
        operators: "",
        line_comments: &[],
        leading_comments: "",
        block_comments: &[],
        nested_comments: false,
        column_comments: &[],
        fixed_form: None,
        card_numbers: 0,
        trailing_continuations: "",
        leading_continuations: "",
        quotes: &[],
        prefixes: "",
        flags: false,
        magics: "",
        cell_magic: "",
        own_magics: "",
        directives: "",
        case_insensitive: false,
        case_sensitive_names: false,
        word_characters: "",
        word_joiners: "",
        digits_begin_words: false,
        initials: "",
        quote_operators: &[],
        sigils: "",
        here_documents: &[],
        dollar_quotes: false,
        code_marks: None,
        comments_begin_words: false,
        word_endings: "",
        escapes_outside: false,
        number_prefixes: "",
        number_characters: "",
        dot_before_digit: false,
        juxtaposed_numbers: false,
        character_prefixes: "",
        raw_strings: false,
        quoted_digits: false,
        lifetimes: false,
        regular_expressions: false,
        division: StatementDivision::Lines,
    };

    /// The comments, heads and braces of C. The definitions of languages that took them over start from this value.
    pub(crate) const LIKE_C: Self = Self {
        line_comments: &["//"],
        block_comments: &[("/*", "*/")],
        heads: HeadStyle::Brackets,
        division: StatementDivision::Braces,
        ..Self::EMPTY
    };
}

/// A grammar and the meaning of its node kinds. Lists are separated by blanks. A kind that no list names means what the
/// scanner makes of it, if it is a word of the language, an operator or a directive. Any other leaf is scanned.
#[derive(Clone, Copy)]
pub(crate) struct Grammar {
    /// The compiled grammar.
    pub(crate) language: LanguageFn,
    /// Size in bytes of the largest text that is parsed. Larger ones are scanned.
    pub(crate) max_bytes: usize,
    /// Costs of parsing, where they are higher than [`PARSE_COSTS`].
    pub(crate) costs: ParseCosts,
    /// Whether the parser gets letters in place of characters beyond ASCII. Its code passes them to C's `isdigit`,
    /// which may crash.
    pub(crate) ascii: bool,
    /// Whether only the grammar can divide a text into tokens, because text stands between its code (HTML). Otherwise the
    /// scanner reads what has syntax errors.
    pub(crate) only_parsed: bool,
    /// Leaves that are an `identifier`, unless the scanner knows the word. In a text it cannot explain, the parser
    /// takes keywords for names.
    pub(crate) identifiers: &'static str,
    /// Leaves that are an `identifier` and are shown as a type.
    pub(crate) type_names: &'static str,
    /// Leaves that are a number.
    pub(crate) numbers: &'static str,
    /// Nodes whose text the scanner reads better than the grammar's leaves.
    pub(crate) scanned: &'static str,
    /// Nodes that are one string, with its quotes and everything between them.
    pub(crate) strings: &'static str,
    /// Nodes that are one character.
    pub(crate) characters: &'static str,
    /// Nodes that are comments.
    pub(crate) comments: &'static str,
    /// Kinds that begin a statement. `kind/` means that each named child of the kind begins one, except a `-kind` or
    /// what is in a `-field:`. `field:` means that what is in this field begins one, unless it is a brace.
    pub(crate) statements: &'static str,
    /// Kinds that contain no statement unless they contain a brace. The scanner reads them whole: this gives the same
    /// tokens as their leaves and saves walking over them.
    pub(crate) flat: &'static str,
    /// The statement that is documentation when it is only a string.
    pub(crate) documentable: Option<&'static str>,
}

impl Grammar {
    /// Default of [`Grammar::max_bytes`], 1 MiB.
    const DEFAULT_MAX_BYTES: usize = 1 << 20;

    /// Returns a grammar without lists except the usual names of identifiers and comments, from which the definitions start.
    pub(crate) const fn new(language: LanguageFn) -> Self {
        Self {
            language,
            max_bytes: Self::DEFAULT_MAX_BYTES,
            costs: PARSE_COSTS,
            ascii: false,
            only_parsed: false,
            identifiers: "identifier",
            type_names: "",
            numbers: "",
            scanned: "",
            strings: "",
            characters: "",
            comments: "comment",
            statements: "",
            flat: "",
            documentable: None,
        }
    }
}

/// Costs of what a parser does, in units of work. One unit is about a nanosecond on a processor of 2020.
#[derive(Debug, Clone, Copy)]
#[repr(C)]
pub(crate) struct ParseCosts {
    /// 100 steps of the parser.
    pub(crate) step: u64,
    /// 64 bytes that are lexed, including those that are lexed again.
    pub(crate) read: u64,
    /// A block of memory. Each byte of it costs one more unit.
    pub(crate) block: u64,
    /// A recovery from an error: the parser tries each symbol of the grammar.
    pub(crate) recovery: u64,
}

/// The highest costs of a parser's steps for any text. `scripts/soak parse` measures them: it searches for texts that
/// cost more. Grammars with more expensive steps have their own costs.
pub(crate) const PARSE_COSTS: ParseCosts =
    ParseCosts { step: 12_000, read: 2_000, block: 500, recovery: 40_000 };

/// A word that opens a comment (`REM`).
pub(crate) const COMMENT_WORD: &str = "comment";
/// A processor's register, where any register would do.
pub(crate) const REGISTER: &str = "register";

/// Any name that the author chose: variables, functions, types, fields, labels, macros.
pub(crate) const IDENTIFIER: &str = "identifier";
/// Any number.
pub(crate) const NUMBER: &str = "number";
/// Any string.
pub(crate) const STRING: &str = "string";
/// Any character literal.
pub(crate) const CHARACTER: &str = "character";
/// A truth value, in languages where truth values are not numbers.
pub(crate) const BOOLEAN: &str = "boolean";
/// A built-in arithmetic type. A sequence of them (`unsigned long int`) is one token.
pub(crate) const PRIMITIVE_TYPE: &str = "primitive_type";
