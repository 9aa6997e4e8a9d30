//! What the definitions of languages are written with.

pub(crate) use chaffinch_submission::Scheme;

pub(crate) use super::{
    AnnotationSyntax, BOOLEAN, COMMENT_WORD, FixedForm, Grammar, HeadStyle, LanguageDefinition, LexicalRules,
    NORMALIZER, NUMBER, PARSE_COSTS, PRIMITIVE_TYPE, ParseCosts, Quote, REGISTER, StatementBoundaries,
    StatementDivision,
};
