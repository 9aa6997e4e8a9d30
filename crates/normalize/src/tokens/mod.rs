//! What both front ends make of a text: lexemes, whose codes a table turns into names, values and roles.

mod class;
mod code;
mod hash;
mod piece;
mod role;
mod vocabulary;

pub use class::Class;
pub(crate) use code::{
    CHARACTER_CODE, COMMENT, Code, IDENTIFIER_CODE, NUMBER_CODE, PRIMITIVE_TYPE_CODE, STRING_CODE,
    TYPE_NAME_CODE, UNKNOWN_CODE, VANISHED_META, VANISHED_REPEAT, VANISHED_SYMBOL, VANISHED_WORD, WORD_CODE,
};
pub(crate) use hash::{TEXT_HASH_START, text_hash, text_hash_of, value_of};
pub(crate) use piece::Piece;
pub(crate) use role::{COMMUTES, COMPOUND, Comparison, Role};
pub(crate) use vocabulary::Vocabulary;
