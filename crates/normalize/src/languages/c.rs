//! C and C++, which are compared with each other.

use crate::definition::prelude::*;

const ZERO_OR_ONE: &str = "FALSE NULL TRUE false nullptr true";

const PRIMITIVE_TYPES: &str = "\
    bool char char16_t char32_t char64_t char8_t charptr_t double float int int16_t int32_t int64_t int8_t intptr_t \
    long max_align_t nullptr_t ptrdiff_t short signed size_t ssize_t uint16_t uint32_t uint64_t uint8_t uintptr_t \
    unsigned";

/// C. Preprocessor lines are code: `#include` is a token, and a macro's body is read like any other text.
///
/// Decisions, all in the definition below:
/// - Arithmetic types are one kind, and a run of them is one token: exchanging `int` for `long long` or `float` for
///   `double` is the cheapest disguise. `void` is not arithmetic and stays.
/// - `true`, `false`, `NULL` and `nullptr` are numbers, because C lets them be written 1 and 0.
/// - The grammar tells type, field and label names from others; the scanner cannot, so all are `identifier`.
/// - The grammar takes a sign into the number (`-1`) or not (`a -1`) depending on the context. Here it is always a
///   token of its own.
pub(crate) const C: LanguageDefinition = LanguageDefinition {
    aliases: &["c11", "c99"],
    endings: &["c", "h"],
    family: "c",
    k: 6,
    pointers_are_arrays: true,
    adjacent_strings: true,
    keywords: "\
        _Alignas _Alignof _Atomic _Generic _Nonnull _Noreturn __alignof __alignof__ __asm __asm__ \
        __attribute __attribute__ __based __cdecl __clrcall __declspec __except __extension__ \
        __fastcall __finally __forceinline __inline __inline__ __leave __restrict __restrict__ \
        __stdcall __thiscall __thread __try __unaligned __vectorcall __volatile__ _alignof \
        _unaligned alignas alignof asm auto break case const constexpr continue default defined do \
        else enum extern for goto if inline noreturn offsetof register restrict return sizeof static \
        struct switch thread_local typedef union void volatile while",
    folds: &[(NUMBER, ZERO_OR_ONE), (PRIMITIVE_TYPE, PRIMITIVE_TYPES)],
    operators: "\
        ! != # ## % %= & && &= ( ) * *= + ++ += , - -- -= -> . ... / /= : :: ; < << <<= <= = == > >= \
        >>= ? [ ] ^ ^= { | |= || } ~",
    quotes: &[Quote::line("\""), Quote::character("'")],
    prefixes: "l u u8",
    directives: "\
        #define #elif #elifdef #elifndef #else #endif #error #if #ifdef #ifndef #import #include \
        #include_next #line #pragma #undef #warning",
    word_characters: "$",
    quoted_digits: true,
    grammar: Some(Grammar {
        identifiers: "identifier field_identifier statement_identifier",
        type_names: "type_identifier",
        scanned: "number_literal",
        strings: "string_literal system_lib_string",
        characters: "char_literal",
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
    ..LanguageDefinition::LIKE_C
};

/// C++. Its names are C's where the languages agree, so both are one family: a C program handed in as C++ gives the
/// same tokens (tested).
///
/// Decisions beyond C's, all in the definition below:
/// - `auto` is a type, and `and`, `or`, `not` are operators.
/// - `>>` is two tokens in the whole family: it closes two lists of template arguments as well, with or without a blank
///   between.
/// - Access (`public:`), `const` and the like stay: they are part of what a class promises. So does `using`.
pub(crate) const CPP: LanguageDefinition = LanguageDefinition {
    aliases: &["arduino", "c++", "cc", "cxx"],
    endings: &["cc", "cp", "cpp", "cxx", "c++", "hh", "hpp", "hxx", "h++", "inl", "ipp", "tpp", "ino"],
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
    receiver: "std",
    prefixes: "l u u8 r lr ur u8r",
    raw_strings: true,
    grammar: Some(Grammar {
        identifiers: "field_identifier identifier namespace_identifier statement_identifier",
        type_names: "type_identifier",
        scanned: "number_literal user_defined_literal",
        strings: "raw_string_literal string_literal system_lib_string",
        characters: "char_literal",
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
    ..C
};
