//! Go.
//!
//! Decisions, all in the definition below:
//! - Numeric types are one kind, `bool`, `byte` and `rune` among them; `true` and `false` are one kind; `nil` and
//!   `iota` stay. `string` and `error` are types' names.
//! - `;` is ignored, because a line end does the same. The semicolons inside `for` and `if` are ignored too.
//! - Imports stay: the compiler requires exactly the used ones. A rune is a character, a raw string a string.
//! - `>>` is two tokens, as in the other languages.

use crate::definition::prelude::*;

pub(crate) const DEFINITION: LanguageDefinition = LanguageDefinition {
    aliases: &["golang"],
    endings: &["go"],
    keywords: "\
        break case chan const continue default defer else fallthrough for func go goto if import interface iota \
        map nil package range return select struct switch type var",
    folds: &[
        (BOOLEAN, "true false"),
        (
            PRIMITIVE_TYPE,
            "bool byte complex128 complex64 float32 float64 int int16 int32 int64 int8 rune uint uint16 uint32 \
            uint64 uint8 uintptr",
        ),
    ],
    operators: "\
        ! != % %= & && &= &^ &^= ( ) * *= + ++ += , - -- -= . ... / /= : := ; < <- << <<= <= = == > >= >>= [ ] ^ \
        ^= { | |= || } ~",
    quotes: &[Quote::block("`"), Quote::line("\""), Quote::character("'")],
    optional_semicolons: true,
    heads: HeadStyle::Bare,
    grammar: Some(Grammar {
        identifiers: "blank_identifier field_identifier identifier label_name package_identifier",
        type_names: "type_identifier",
        numbers: "float_literal imaginary_literal int_literal",
        strings: "interpreted_string_literal raw_string_literal",
        characters: "rune_literal",
        statements: "\
            statement_list/ communication_case const_spec default_case else expression_case field_declaration \
            method_elem type_case type_spec var_spec",
        flat: "\
            argument_list assignment_statement binary_expression break_statement call_expression continue_statement \
            expression_list field_declaration go_statement goto_statement import_declaration index_expression \
            parameter_list parenthesized_expression return_statement selector_expression send_statement \
            short_var_declaration unary_expression",
        ..Grammar::new(tree_sitter_go::LANGUAGE)
    }),
    ..LanguageDefinition::LIKE_C
};
