//! Lua, 5.1 to 5.4.
//!
//! Decisions: `true` and `false` are one kind, `nil` stays; `self` is a name like any other; `until` begins a
//! statement, `end` does not; a semicolon between statements stays. A long string is a string, whatever its level; the
//! scanner knows three of them.

use crate::definition::prelude::*;

pub(crate) const DEFINITION: LanguageDefinition = LanguageDefinition {
    aliases: &["luajit"],
    endings: &["lua"],
    keywords: "\
        and break do else elseif end for function goto if in local nil not or repeat return then until while",
    folds: &[(BOOLEAN, "true false")],
    operators: "\
        # % & ( ) * + , - . .. ... / // : :: ; < << <= = == > >= >> [ ] ^ { | } ~ ~=",
    line_comments: &["--"],
    block_comments: &[("--[[", "]]"), ("--[=[", "]=]"), ("--[==[", "]==]")],
    quotes: &[
        Quote::line("\""),
        Quote::line("'"),
        Quote::between("[[", "]]"),
        Quote::between("[=[", "]=]"),
        Quote::between("[==[", "]==]"),
    ],
    heads: HeadStyle::Bare,
    grammar: Some(Grammar {
        numbers: "number",
        strings: "string",
        comments: "comment hash_bang_line",
        statements: "block/ chunk/ -block elseif_statement else_statement until",
        ..Grammar::new(tree_sitter_lua::LANGUAGE)
    }),
    ..LanguageDefinition::EMPTY
};
