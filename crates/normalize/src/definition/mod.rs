//! What a language is, as data: the files under `languages/` fill these types. No text is read here.

mod grammar;
mod lexical_rules;
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

/// Raised whenever the same text may give other tokens.
pub(crate) const NORMALIZER: u16 = 3;

/// A row of the table, as the files under `languages/` write it.
pub(crate) struct LanguageDefinition {
    /// See [`Language::name`].
    pub(crate) name: &'static str,
    /// See [`Language::title`].
    pub(crate) title: &'static str,
    /// See [`Language::aliases`].
    pub(crate) aliases: &'static [&'static str],
    /// See [`Language::endings`].
    pub(crate) endings: &'static [&'static str],
    /// See [`Language::scheme`]. Languages of one family have the same.
    pub(crate) scheme: Scheme,
    /// Words and symbols, for the scanner. Present for every language: what no grammar explains is scanned.
    pub(crate) lexical_rules: LexicalRules,
    /// The grammar, where there is one.
    pub(crate) grammar: Option<Grammar>,
}
