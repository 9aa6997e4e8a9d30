//! Classes of lexemes for syntax highlighting.

/// Class of a part of a text, for syntax highlighting.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Class {
    /// A keyword.
    Keyword,
    /// The name of a type.
    Type,
    /// The name of a function, where it is called or defined.
    Function,
    /// A number.
    Number,
    /// A string or character.
    String,
    /// A comment.
    Comment,
    /// A preprocessor directive or a decorator.
    Meta,
}
