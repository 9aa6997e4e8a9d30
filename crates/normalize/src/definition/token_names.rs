//! Names of the tokens that every language has. A name decides the value of a token: it never changes.

/// A word that opens a comment (`REM`): a name to fold words into.
pub(crate) const COMMENT_WORD: &str = "comment";
/// A processor's register, if any would do.
pub(crate) const REGISTER: &str = "register";

/// Any name the program's author chose: variables, functions, types, fields, labels, macros.
pub(crate) const IDENTIFIER: &str = "identifier";
/// Any number.
pub(crate) const NUMBER: &str = "number";
/// Any string.
pub(crate) const STRING: &str = "string";
/// Any character literal.
pub(crate) const CHARACTER: &str = "character";
/// A truth value, in languages where it is not a number.
pub(crate) const BOOLEAN: &str = "boolean";
/// A built-in arithmetic type. A run of them (`unsigned long int`) is one token.
pub(crate) const PRIMITIVE_TYPE: &str = "primitive_type";
/// A preprocessor directive that the language does not know.
pub(crate) const DIRECTIVE: &str = "directive";
/// A run of characters that the language gives no meaning.
pub(crate) const UNKNOWN: &str = "unknown";
