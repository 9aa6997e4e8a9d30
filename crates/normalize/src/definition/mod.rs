//! The definition of a language as data: the files under `languages/` fill these types. No text is read here.

mod grammar;
mod lexical_rules;
pub(crate) mod prelude;
mod token_names;

use chaffinch_submission::Scheme;

pub(crate) use grammar::{Grammar, PARSE_COSTS, ParseCosts};
pub(crate) use lexical_rules::{
    AnnotationSyntax, FixedForm, HeadStyle, LexicalRules, Quote, QuoteEscape, StatementBoundaries,
    StatementDivision,
};
pub(crate) use token_names::{
    BOOLEAN, CHARACTER, COMMENT_WORD, DIRECTIVE, IDENTIFIER, NUMBER, PRIMITIVE_TYPE, REGISTER, STRING,
    UNKNOWN,
};

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
