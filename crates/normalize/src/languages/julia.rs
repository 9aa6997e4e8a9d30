//! Julia.
//!
//! Decisions, all in the definition below:
//! - `true` and `false` are one kind; `nothing` and `missing` are names, which they are; `Int`, `Float64` and the other
//!   arithmetic types are one kind.
//! - A string is one token, including what it computes inside, with its prefix (`r"..."`); a string before a definition
//!   documents it, but is read as the string it is.
//! - Operators of the language keep their names; `≠`, `≤`, `≥` and `∈` are the ASCII operators that they replace.
//! - A symbol (`:name`) is a colon and a name.

use crate::definition::prelude::*;

pub(crate) const DEFINITION: LanguageDefinition = LanguageDefinition {
    aliases: &["jl"],
    endings: &["jl"],
    keywords: "\
        abstract baremodule begin break catch const continue do else elseif end export finally for function global \
        if import in isa let local macro module mutable outer primitive public quote return struct try type \
        using where while",
    folds: &[
        (BOOLEAN, "true false"),
        (
            PRIMITIVE_TYPE,
            "Bool Char Float16 Float32 Float64 Int Int128 Int16 Int32 Int64 Int8 UInt UInt128 UInt16 UInt32 \
             UInt64 UInt8",
        ),
        ("!=", "≠"),
        ("<=", "≤"),
        (">=", "≥"),
        ("in", "∈"),
    ],
    operators: "\
        ! != !== $ % %= & && &= ' ( ) * *= + += , - -= -> . .% .%= .& .&& .* .*= .+ .+= .- .-= ... ./ ./= .< \
        .<= .= .== .> .>= .^ .^= .| .|| / // /= : :: := ; < <: << <<= <= <| = == === => > >: >= >> >>= >>> ? @ \
        [ \\ \\= ] ^ ^= { | |= |> || } ~ ¬ ± ÷ ÷= ∉ ∘ √ ∩ ∪ ≈ ⊆ ⊕ ⊗ ⊻",
    line_comments: &["#"],
    block_comments: &[("#=", "=#")],
    nested_comments: true,
    quotes: &[
        Quote::interpolated("\"\"\"", "$("),
        Quote::interpolated("\"", "$("),
        Quote::block("```"),
        Quote::block("`"),
        Quote { not_after_value: true, ..Quote::character("'") },
    ],
    prefixes: "r b raw s v html",
    flags: true,
    word_endings: "!",
    juxtaposed_numbers: true,
    heads: HeadStyle::Bare,
    #[cfg(feature = "rare-grammars")]
    grammar: Some(Grammar {
        numbers: "integer_literal float_literal",
        strings: "string_literal prefixed_string_literal command_literal prefixed_command_literal",
        characters: "character_literal",
        comments: "line_comment block_comment",
        statements: "\
            source_file/ module_definition/ function_definition/ macro_definition/ struct_definition/ if_statement/ \
            elseif_clause/ else_clause/ for_statement/ while_statement/ try_statement/ catch_clause/ finally_clause/ \
            let_statement/ do_clause/ compound_statement/ quote_statement/ -condition: -name: -signature -type_head \
            -for_binding -let_binding -argument_list elseif_clause else_clause catch_clause finally_clause",
        ..Grammar::new(tree_sitter_julia::LANGUAGE)
    }),
    ..LanguageDefinition::EMPTY
};
