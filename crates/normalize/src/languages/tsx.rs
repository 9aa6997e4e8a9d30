//! TypeScript with JSX, read like TypeScript; text between tags is a string.

use super::javascript::{SCHEME, STRINGS};
use super::typescript::{GRAMMAR, LEXICAL_RULES};
use crate::definition::prelude::*;

pub(crate) const DEFINITION: LanguageDefinition = LanguageDefinition {
    name: "tsx",
    title: "TypeScript with JSX",
    aliases: &[],
    endings: &["tsx"],
    scheme: SCHEME,
    lexical_rules: LEXICAL_RULES,
    grammar: Some(Grammar { language: tree_sitter_typescript::LANGUAGE_TSX, strings: STRINGS, ..GRAMMAR }),
};
