//! Elixir.
//!
//! Decisions, all in the definition below:
//! - Definitions and control flow (`def`, `if`, `case`) are macros of the library, but keep their names as keywords do.
//! - A name may end in a mark (`free?`, `lend!`); a module's name is read as its names and dots; an atom or a key is a
//!   colon and a name.
//! - A string is one token, including what it computes inside, and so is a sigil (`~r/x/`, `~w(a b)`).
//! - `true` and `false` are one kind, `nil` stays; `and`, `or` and `not` are not `&&`, `||` and `!`, which take any
//!   value.
//! - A module's documentation is the attribute it is written as.
//! - A statement is an expression of a body, a clause, or a section (`else`, `rescue`).

use crate::definition::prelude::*;

pub(crate) const DEFINITION: LanguageDefinition = LanguageDefinition {
    aliases: &["ex", "iex"],
    endings: &["ex", "exs"],
    keywords: "\
        after alias and case catch cond def defdelegate defexception defguard defguardp defimpl defmacro defmacrop \
        defmodule defoverridable defp defprotocol defstruct do else end fn for if import in nil not or quote raise \
        receive require rescue super throw try unless unquote use when with",
    folds: &[(BOOLEAN, "true false")],
    operators: "\
        ! != !== % & && &&& ( ) * ** + ++ +++ , - -- --- -> . .. ... / // : :: ; < <- << <<< <<~ <= <> <|> <~ <~> = \
        == === => =~ > >= >> >>> @ [ \\\\ ] ^ ^^^ { | |> || ||| } ~ ~> ~>> ~~~",
    line_comments: &["#"],
    quotes: &[
        Quote::block("\"\"\""),
        Quote::block("'''"),
        Quote::interpolated("\"", "#{"),
        Quote::interpolated("'", "#{"),
    ],
    sigils: "~",
    word_endings: "?!",
    dot_before_digit: true,
    character_prefixes: "?",
    grammar: Some(Grammar {
        numbers: "integer float",
        scanned: "alias atom keyword quoted_atom quoted_keyword",
        strings: "string charlist sigil",
        characters: "char",
        statements: "\
            source/ block/ body/ do_block/ else_block/ rescue_block/ catch_block/ after_block/ stab_clause else_block \
            rescue_block catch_block after_block",
        ..Grammar::new(tree_sitter_elixir::LANGUAGE)
    }),
    ..LanguageDefinition::EMPTY
};
