//! The definition of a language as data: the files under `languages/` fill these types. No text is read or parsed here.

mod lexical_rules;

use chaffinch_submission::Scheme;
use tree_sitter_language::LanguageFn;

pub(crate) use lexical_rules::{
    AnnotationSyntax, FixedForm, HeadStyle, LexicalRules, Quote, QuoteEscape, StatementBoundaries,
    StatementDivision,
};

/// What the definitions of languages are written with.
pub(crate) mod prelude {
    pub(crate) use chaffinch_submission::Scheme;

    pub(crate) use super::{
        AnnotationSyntax, BOOLEAN, COMMENT_WORD, FixedForm, Grammar, HeadStyle, LanguageDefinition,
        LexicalRules, NORMALIZER, NUMBER, PARSE_COSTS, PRIMITIVE_TYPE, ParseCosts, Quote, REGISTER,
        StatementBoundaries, StatementDivision,
    };
}

/// Version of the normalizer. Increase it when the same text may give other tokens.
pub(crate) const NORMALIZER: u16 = 3;

/// The definition of a language, as the files under `languages/` write it.
pub(crate) struct LanguageDefinition {
    /// See [`crate::Language::name`].
    pub(crate) name: &'static str,
    /// See [`crate::Language::title`].
    pub(crate) title: &'static str,
    /// See [`crate::Language::aliases`].
    pub(crate) aliases: &'static [&'static str],
    /// See [`crate::Language::endings`].
    pub(crate) endings: &'static [&'static str],
    /// See [`crate::Language::scheme`]. It is the same for all languages of a family.
    pub(crate) scheme: Scheme,
    /// Words and symbols for the scanner. Every language has them: the scanner reads what no grammar explains.
    pub(crate) lexical_rules: LexicalRules,
    /// The grammar, if there is one.
    pub(crate) grammar: Option<Grammar>,
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

    /// Returns a grammar without lists, from which the definitions start.
    pub(crate) const fn new(language: LanguageFn) -> Self {
        Self {
            language,
            max_bytes: Self::DEFAULT_MAX_BYTES,
            costs: PARSE_COSTS,
            ascii: false,
            identifiers: "",
            type_names: "",
            numbers: "",
            scanned: "",
            strings: "",
            characters: "",
            comments: "",
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
/// A preprocessor directive that is not in the language's list.
pub(crate) const DIRECTIVE: &str = "directive";
/// A sequence of characters without a meaning in the language.
pub(crate) const UNKNOWN: &str = "unknown";
