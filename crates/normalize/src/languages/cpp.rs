//! C++, read by the scanner. Its names are C's where the languages agree, so both are one family: a C program
//! handed in as C++ gives the same tokens (tested).
//!
//! Decisions beyond C's: `auto` stands for a type, and `and`, `or`, `not` are the operators they spell.

use super::c::{DIRECTIVES, OPERATORS, PRIMITIVE_TYPES, QUOTES, SCHEME, ZERO_OR_ONE};
use crate::language::Row;
use crate::lexis::{Division, Lexis, NUMBER, PRIMITIVE_TYPE};

pub(crate) const ROW: Row = Row {
    name: "cpp",
    aliases: &["c++", "cc", "cxx"],
    endings: &["cc", "cpp", "cxx", "c++", "hh", "hpp", "hxx", "h++", "inl", "ipp", "tpp", "ino"],
    scheme: SCHEME,
    lexis: Lexis {
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
        line_comments: &["//"],
        block_comments: &[("/*", "*/")],
        quotes: QUOTES,
        prefixes: "l u u8 r lr ur u8r",
        directives: DIRECTIVES,
        word_characters: "$",
        raw_strings: true,
        quoted_digits: true,
        division: Division::Braces,
        ..Lexis::EMPTY
    },
    grammar: None,
};
