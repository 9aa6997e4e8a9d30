//! C++. Its names are C's where the languages agree, so both are one family: a C program handed in as C++ gives the
//! same tokens (tested).
//!
//! Decisions beyond C's, all in the definition below:
//! - `auto` is a type, and `and`, `or`, `not` are operators.
//! - `>>` is two tokens in the whole family: it closes two lists of template arguments as well, with or without a blank
//!   between.
//! - Access (`public:`), `const` and the like stay: they are part of what a class promises. So does `using`.

use super::c::{DIRECTIVES, OPERATORS, PRIMITIVE_TYPES, QUOTES, SCHEME, ZERO_OR_ONE};
use crate::definition::prelude::*;

pub(crate) const DEFINITION: LanguageDefinition = LanguageDefinition {
    name: "cpp",
    title: "C++",
    aliases: &["c++", "cc", "cxx"],
    endings: &["cc", "cpp", "cxx", "c++", "hh", "hpp", "hxx", "h++", "inl", "ipp", "tpp", "ino"],
    scheme: SCHEME,
    lexical_rules: LexicalRules {
        keywords: "\
            _Alignas _Alignof _Atomic _Generic _Noreturn __attribute__ alignas alignof asm break case catch class \
            co_await co_return co_yield concept const const_cast consteval constexpr constinit continue decltype \
            default defined delete do dynamic_cast else enum explicit export extern final for friend goto if inline \
            mutable namespace new noexcept offsetof operator override private protected public register \
            reinterpret_cast requires restrict return sizeof static static_assert static_cast struct switch \
            template this thread_local throw try typedef typeid typename union using virtual void volatile while",
        folds: &[
            (NUMBER, ZERO_OR_ONE),
            (PRIMITIVE_TYPE, PRIMITIVE_TYPES),
            (PRIMITIVE_TYPE, "auto wchar_t"),
            ("&&", "and"),
            ("||", "or"),
            ("!", "not"),
            ("!=", "not_eq"),
            ("&", "bitand"),
            ("|", "bitor"),
            ("^", "xor"),
            ("~", "compl"),
            ("&=", "and_eq"),
            ("|=", "or_eq"),
            ("^=", "xor_eq"),
        ],
        operators: OPERATORS,
        quotes: QUOTES,
        prefixes: "l u u8 r lr ur u8r",
        directives: DIRECTIVES,
        word_characters: "$",
        raw_strings: true,
        quoted_digits: true,
        ..LexicalRules::LIKE_C
    },
    grammar: Some(Grammar {
        identifiers: "field_identifier identifier namespace_identifier statement_identifier",
        type_names: "type_identifier",
        scanned: "number_literal user_defined_literal",
        strings: "raw_string_literal string_literal system_lib_string",
        characters: "char_literal",
        comments: "comment",
        statements: "\
            access_specifier alias_declaration attributed_statement break_statement case_statement catch_clause \
            class_specifier co_return_statement co_yield_statement concept_definition continue_statement declaration \
            do_statement else_clause enum_specifier expression_statement field_declaration for_range_loop \
            for_statement friend_declaration function_definition goto_statement if_statement labeled_statement \
            linkage_specification namespace_alias_definition namespace_definition return_statement seh_except_clause \
            seh_finally_clause seh_leave_statement seh_try_statement static_assert_declaration switch_statement \
            template_declaration template_instantiation throw_statement try_statement type_definition \
            using_declaration while_statement preproc_call preproc_def preproc_elif preproc_elifdef preproc_else \
            preproc_function_def preproc_if preproc_ifdef preproc_include #endif",
        flat: "\
            alias_declaration argument_list array_declarator assignment_expression binary_expression break_statement \
            call_expression co_return_statement co_yield_statement comma_expression condition_clause \
            continue_statement declaration expression_statement field_declaration field_initializer_list \
            function_declarator goto_statement init_declarator parameter_list parenthesized_expression \
            pointer_declarator preproc_call preproc_def preproc_function_def preproc_include return_statement \
            static_assert_declaration template_argument_list template_parameter_list throw_statement type_definition \
            unary_expression update_expression using_declaration",
        ..Grammar::new(tree_sitter_cpp::LANGUAGE)
    }),
};
