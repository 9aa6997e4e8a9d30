//! Codes of token names. Those of the names that every language has are constants.

/// Ordinal of a name in a [`crate::vocabulary::Vocabulary`]. Never leaves the crate: values are what others see.
pub(crate) type Code = u16;

/// Codes of the names every language has, in the order [`Vocabulary::new`] gives them.
pub(crate) const COMMENT: Code = 0;
pub(crate) const IDENTIFIER_CODE: Code = 1;
/// An identifier known to name a type: an `identifier` that is shown as a type.
pub(crate) const TYPE_NAME_CODE: Code = 2;
pub(crate) const NUMBER_CODE: Code = 3;
pub(crate) const STRING_CODE: Code = 4;
pub(crate) const CHARACTER_CODE: Code = 5;
pub(crate) const PRIMITIVE_TYPE_CODE: Code = 6;
pub(crate) const DIRECTIVE_CODE: Code = 7;
pub(crate) const UNKNOWN_CODE: Code = 8;
/// A word of a text that is not a program: its value is the hash of the word itself.
pub(crate) const WORD_CODE: Code = 9;
/// A word that says nothing: shown, but no token.
pub(crate) const VANISHED_WORD: Code = 10;
/// Part of an annotation that says nothing.
pub(crate) const VANISHED_META: Code = 11;
/// A symbol that says nothing.
pub(crate) const VANISHED_SYMBOL: Code = 12;
/// One of too many repeats of the same few tokens.
pub(crate) const VANISHED_REPEAT: Code = 13;
