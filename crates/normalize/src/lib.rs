//! Front ends: they turn a source file into a stream of normalised tokens.
//!
//! What a copier can change cheaply is removed: comments and layout disappear, and identifiers, numbers, strings and
//! characters are replaced by their kind. What a program *does* stays: keywords, operators and punctuation keep their
//! names, so `a+b` is not `a-b`. Every token keeps its byte range, so that it can be shown.
//!
//! A language has a definition under `languages/` and an entry in a list. The definition has its words and symbols and, if
//! there is a grammar, the meaning of the grammar's node kinds. With a grammar, the leaves of the parse tree become the
//! tokens, and the tree says where statements begin. Without a grammar, or if parsing would cost too much, a scanner
//! with the same words and symbols reads the file. Both front ends of a language give the same names.
//!
//! Reading never fails. A file with syntax errors is tokenised too, with notes for the reader of the report. This crate
//! does not decode bytes or refuse files (that happens before), and it does not compare tokens (that happens after).
//!
//! ```
//! use chaffinch_normalize::{Choice, tokenize};
//! use chaffinch_submission::SourceFile;
//!
//! let file = |text: &str| SourceFile::plain("sum.c", text);
//! let mine = tokenize(&file("int total = 0; // start"), Choice::Auto);
//! let yours = tokenize(&file("long n=17;"), Choice::Auto);
//! assert_eq!(mine.language, "c");
//! assert_eq!(mine.values, yours.values);
//! ```

mod alike;
mod definition;
mod detection;
mod forms;
mod guess;
mod ignored;
mod language;
mod languages;
mod marks;
mod parse;
mod scan;
mod statements;
mod token_stream;
mod tokens;

pub use detection::Choice;
pub use guess::guess_language;
pub use language::{FrontEnd, Language};
pub use languages::{language, languages};
pub use marks::{Mark, MarkKind, highlight, highlight_scanned, is_primitive_type, mark_kind, marks, written};
pub use token_stream::{reduce, tokenize, tokenize_scanned};
pub use tokens::Class;

#[cfg(test)]
mod tests {
    mod parse_patterns;
}
