//! TypeScript with JSX, read like TypeScript; text between tags is a string.

use super::javascript::{SCHEME, STRINGS};
use super::typescript::{GRAMMAR, LEXIS};
use crate::definition::{Grammar, Row};

pub(crate) const ROW: Row = Row {
    name: "tsx",
    title: "TypeScript with JSX",
    aliases: &[],
    endings: &["tsx"],
    scheme: SCHEME,
    lexis: LEXIS,
    grammar: Some(Grammar { language: tree_sitter_typescript::LANGUAGE_TSX, strings: STRINGS, ..GRAMMAR }),
};
