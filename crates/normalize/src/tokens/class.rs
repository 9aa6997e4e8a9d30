//! How a piece of text is shown.

/// What a piece of text is, for showing it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Class {
    /// A word of the language.
    Keyword,
    /// A type's name.
    Type,
    /// A called or defined name.
    Function,
    /// A number.
    Number,
    /// A string or character.
    String,
    /// A comment.
    Comment,
    /// A preprocessor directive, decorator.
    Meta,
}
