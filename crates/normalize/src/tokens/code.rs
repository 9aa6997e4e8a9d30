//! Codes of token names. The names that every language has are constants.

/// Index of a name in a [`TokenTable`](crate::tokens::TokenTable). It stays in this crate: other crates see values.
pub(crate) type TokenCode = u16;

/// Codes of the names that every language has, in the order in which `TokenTable::new` adds them.
pub(crate) const COMMENT: TokenCode = 0;
pub(crate) const IDENTIFIER_CODE: TokenCode = 1;
/// An identifier that names a type: an `identifier` that is shown as a type.
pub(crate) const TYPE_NAME_CODE: TokenCode = 2;
pub(crate) const NUMBER_CODE: TokenCode = 3;
pub(crate) const STRING_CODE: TokenCode = 4;
pub(crate) const CHARACTER_CODE: TokenCode = 5;
pub(crate) const PRIMITIVE_TYPE_CODE: TokenCode = 6;
pub(crate) const DIRECTIVE_CODE: TokenCode = 7;
pub(crate) const UNKNOWN_CODE: TokenCode = 8;
/// A word of a text that is not a program. Its value is the hash of the word itself.
pub(crate) const WORD_CODE: TokenCode = 9;
/// A word that is shown but is not a token.
pub(crate) const IGNORED_WORD: TokenCode = 10;
/// Part of an annotation that is not a token.
pub(crate) const IGNORED_META: TokenCode = 11;
/// A symbol that is not a token.
pub(crate) const IGNORED_SYMBOL: TokenCode = 12;
/// A repeat of the same few tokens beyond the limit.
pub(crate) const IGNORED_REPEAT: TokenCode = 13;
