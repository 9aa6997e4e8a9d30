//! Names of the tokens that every language has. The name decides the value of a token, so it never changes.

/// A word that opens a comment (`REM`).
pub(crate) const COMMENT_WORD: &str = "comment";
/// A processor's register, where any register would do.
pub(crate) const REGISTER: &str = "register";

/// Any name that the author chose: variables, functions, types, fields, labels, macros.
pub(crate) const IDENTIFIER: &str = "identifier";
/// Any number.
pub(crate) const NUMBER: &str = "number";
/// Any string.
pub(crate) const STRING: &str = "string";
/// Any character literal.
pub(crate) const CHARACTER: &str = "character";
/// A truth value, in languages where truth values are not numbers.
pub(crate) const BOOLEAN: &str = "boolean";
/// A built-in arithmetic type. A sequence of them (`unsigned long int`) is one token.
pub(crate) const PRIMITIVE_TYPE: &str = "primitive_type";
/// A preprocessor directive that is not in the language's list.
pub(crate) const DIRECTIVE: &str = "directive";
/// A sequence of characters without a meaning in the language.
pub(crate) const UNKNOWN: &str = "unknown";
