//! C. Preprocessor lines are code: `#include` is a token, and a macro's body is read like any other text.
//!
//! Decisions, all in the definition below:
//! - Arithmetic types are one kind, and a run of them is one token: exchanging `int` for `long long` or `float` for
//!   `double` is the cheapest disguise. `void` is not arithmetic and stays.
//! - `true`, `false`, `NULL` and `nullptr` are numbers, because C lets them be written 1 and 0.
//! - The grammar tells type, field and label names from others; the scanner cannot, so all are `identifier`.
//! - The grammar takes a sign into the number (`-1`) or not (`a -1`) depending on the context. Here it is always a
//!   token of its own.

use crate::definition::prelude::*;

/// C and C++ are compared with each other.
pub(super) const SCHEME: Scheme = Scheme { family: "c", normalizer: NORMALIZER, k: 6, w: 4 };

pub(super) const ZERO_OR_ONE: &str = "FALSE NULL TRUE false nullptr true";

pub(super) const PRIMITIVE_TYPES: &str = "\
    bool char char16_t char32_t char64_t char8_t charptr_t double float int int16_t int32_t int64_t int8_t intptr_t \
    long max_align_t nullptr_t ptrdiff_t short signed size_t ssize_t uint16_t uint32_t uint64_t uint8_t uintptr_t \
    unsigned";

pub(super) const OPERATORS: &str = "\
        ! != # ## % %= & && &= ( ) * *= + ++ += , - -- -= -> . ... / /= : :: ; < << <<= <= = == > >= \
        >>= ? [ ] ^ ^= { | |= || } ~";

pub(super) const DIRECTIVES: &str = "\
        #define #elif #elifdef #elifndef #else #endif #error #if #ifdef #ifndef #import #include \
        #include_next #line #pragma #undef #warning";

pub(super) const QUOTES: &[Quote] = &[Quote::line("\""), Quote::character("'")];

const LEXICAL_RULES: LexicalRules = LexicalRules {
    keywords: "\
            _Alignas _Alignof _Atomic _Generic _Nonnull _Noreturn __alignof __alignof__ __asm __asm__ \
            __attribute __attribute__ __based __cdecl __clrcall __declspec __except __extension__ \
            __fastcall __finally __forceinline __inline __inline__ __leave __restrict __restrict__ \
            __stdcall __thiscall __thread __try __unaligned __vectorcall __volatile__ _alignof \
            _unaligned alignas alignof asm auto break case const constexpr continue default defined do \
            else enum extern for goto if inline noreturn offsetof register restrict return sizeof static \
            struct switch thread_local typedef union void volatile while",
    folds: &[(NUMBER, ZERO_OR_ONE), (PRIMITIVE_TYPE, PRIMITIVE_TYPES)],
    operators: OPERATORS,
    quotes: QUOTES,
    prefixes: "l u u8",
    directives: DIRECTIVES,
    word_characters: "$",
    quoted_digits: true,
    ..LexicalRules::LIKE_C
};

pub(crate) const DEFINITION: LanguageDefinition = LanguageDefinition {
    name: "c",
    title: "C",
    aliases: &["c11", "c99"],
    endings: &["c", "h"],
    scheme: SCHEME,
    lexical_rules: LEXICAL_RULES,
    grammar: Some(Grammar {
        identifiers: "identifier field_identifier statement_identifier",
        type_names: "type_identifier",
        scanned: "number_literal",
        strings: "string_literal system_lib_string",
        characters: "char_literal",
        comments: "comment",
        statements: "\
            break_statement case_statement continue_statement declaration do_statement else_clause \
            expression_statement field_declaration for_statement function_definition goto_statement \
            if_statement labeled_statement linkage_specification return_statement seh_except_clause \
            seh_finally_clause seh_leave_statement seh_try_statement switch_statement type_definition \
            while_statement preproc_call preproc_def preproc_elif preproc_elifdef preproc_else \
            preproc_function_def preproc_if preproc_ifdef preproc_include #endif",
        flat: "\
            argument_list array_declarator assignment_expression binary_expression break_statement call_expression \
            comma_expression continue_statement declaration expression_statement field_declaration \
            function_declarator goto_statement init_declarator parameter_list parenthesized_expression \
            pointer_declarator preproc_call preproc_def preproc_function_def preproc_include return_statement \
            type_definition unary_expression update_expression",
        ..Grammar::new(tree_sitter_c::LANGUAGE)
    }),
};
