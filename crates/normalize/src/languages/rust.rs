//! Rust.
//!
//! Decisions, all in the definition below:
//! - Numeric types are one kind, `bool` and `char` among them; `true` and `false` are one kind. `Self` is a keyword.
//! - `pub` and attributes (`#[derive(..)]`, `#![allow(..)]`) are ignored, because a copier can add or remove them
//!   without effect. `use` stays, and so does `mut`.
//! - The arguments of a macro are read like any other text. A lifetime is `'` and a name.
//! - `>>` is two tokens: it closes lists of type arguments as well. A closure's `||` is one.

use crate::definition::prelude::*;

pub(crate) const DEFINITION: LanguageDefinition = LanguageDefinition {
    aliases: &["rs"],
    endings: &["rs"],
    keywords: "\
        Self as async await break const continue crate dyn else enum extern fn for if impl in let loop \
        macro_rules match mod move mut ref return self static struct super trait type unsafe use where while \
        yield",
    soft_keywords: "default gen raw try union",
    folds: &[
        (BOOLEAN, "true false"),
        (PRIMITIVE_TYPE, "bool char f32 f64 i128 i16 i32 i64 i8 isize u128 u16 u32 u64 u8 usize"),
    ],
    ignored_words: "pub",
    annotations: AnnotationSyntax::HashBrackets,
    operators: "\
        ! != # $ % %= & && &= ' ( ) * *= + += , - -= -> . .. ... ..= / /= : :: ; < << <<= <= = == => > >= >>= ? \
        @ [ ] ^ ^= { | |= || }",
    quotes: &[Quote::block("\""), Quote::character("'")],
    prefixes: "b br c cr r",
    lifetimes: true,
    heads: HeadStyle::Bare,
    grammar: Some(Grammar {
        identifiers: "field_identifier identifier shorthand_field_identifier",
        type_names: "type_identifier",
        numbers: "float_literal integer_literal",
        scanned: "closure_parameters label lifetime",
        strings: "raw_string_literal string_literal",
        characters: "char_literal",
        comments: "block_comment line_comment shebang",
        statements: "\
            block/ declaration_list/ break_expression continue_expression else_clause enum_variant field_declaration \
            for_expression if_expression loop_expression match_arm match_expression return_expression \
            while_expression",
        ..Grammar::new(tree_sitter_rust::LANGUAGE)
    }),
    ..LanguageDefinition::LIKE_C
};
