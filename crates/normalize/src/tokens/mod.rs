//! The result of both front ends: lexemes, whose codes a table maps to names, values and roles.

mod class;
mod code;
mod hash;
mod lexeme;
mod role;
mod table;

pub use class::Class;
pub(crate) use code::{
    CHARACTER_CODE, COMMENT, IDENTIFIER_CODE, IGNORED_META, IGNORED_REPEAT, IGNORED_SYMBOL, IGNORED_WORD,
    NUMBER_CODE, PRIMITIVE_TYPE_CODE, STRING_CODE, TYPE_NAME_CODE, TokenCode, UNKNOWN_CODE, WORD_CODE,
};
pub(crate) use hash::{TEXT_HASH_START, text_hash, text_hash_of, token_value};
pub(crate) use lexeme::Lexeme;
pub(crate) use role::{COMMUTES, COMPOUND, Comparison, Role};
pub(crate) use table::TokenTable;
