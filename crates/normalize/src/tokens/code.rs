//! Codes of token names. Those of the names that every language has are constants.

/// Ordinal of a name in a [`crate::table::TokenTable`]. Never leaves the crate: values are what others see.
pub(crate) type TokenCode = u16;

/// Codes of the names every language has, in the order [`TokenTable::new`] gives them.
pub(crate) const COMMENT: TokenCode = 0;
pub(crate) const IDENTIFIER_CODE: TokenCode = 1;
/// An identifier known to name a type: an `identifier` that is shown as a type.
pub(crate) const TYPE_NAME_CODE: TokenCode = 2;
pub(crate) const NUMBER_CODE: TokenCode = 3;
pub(crate) const STRING_CODE: TokenCode = 4;
pub(crate) const CHARACTER_CODE: TokenCode = 5;
pub(crate) const PRIMITIVE_TYPE_CODE: TokenCode = 6;
pub(crate) const DIRECTIVE_CODE: TokenCode = 7;
pub(crate) const UNKNOWN_CODE: TokenCode = 8;
/// A word of a text that is not a program: its value is the hash of the word itself.
pub(crate) const WORD_CODE: TokenCode = 9;
/// A word that says nothing: shown, but no token.
pub(crate) const IGNORED_WORD: TokenCode = 10;
/// Part of an annotation that says nothing.
pub(crate) const IGNORED_META: TokenCode = 11;
/// A symbol that says nothing.
pub(crate) const IGNORED_SYMBOL: TokenCode = 12;
/// One of too many repeats of the same few tokens.
pub(crate) const IGNORED_REPEAT: TokenCode = 13;
