//! Front ends: a source file becomes a stream of normalised tokens.
use chaffinch_submission::{SourceFile, Span, TokenStream};

/// One row of the language table.
#[derive(Debug)]
pub struct Language {}

/// Which language a batch's files are read as.
#[derive(Debug, Clone, Copy)]
pub enum Choice { 
    /// Decided a file, by its name.
    Auto, 
    /// One for all.
    Fixed(&'static Language) }

/// The language with this name or alias, in any case.
pub fn language(_name: &str) -> Option<&'static Language> { None }
/// All languages, in the order of the table.
pub fn languages() -> &'static [Language] { &[] }
/// Reads a file. Never fails.
pub fn tokenize(_file: &SourceFile, _choice: Choice) -> TokenStream { unimplemented!() }

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
/// The pieces of a text worth a colour: ascending, disjoint.
pub fn highlight(_text: &str, _language: &str) -> Vec<(Span, Class)> { Vec::new() }
