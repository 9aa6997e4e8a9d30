//! Front ends: a source file becomes a stream of normalised tokens.
//!
//! What a copier changes cheaply disappears: comments and layout vanish; identifiers, numbers, strings and
//! characters become their kind. What a program *does* stays: keywords, operators and punctuation keep their
//! names, so `a+b` is not `a-b`. Every token keeps its bytes, so whatever is found can be shown.
//!
//! A language is a row of a table and one small file under `languages/`: its words and symbols, and, where there
//! is a grammar, which of the grammar's kinds mean what. With a grammar the leaves of the parse tree are the
//! tokens and the tree says where statements begin. Without one, or where parsing would cost too much, a scanner
//! driven by the same words and symbols reads the file: both front ends of a language give the same names.
//!
//! Nothing fails here. A file with syntax errors is tokenised all the same; notes say what a reader should know.
//! Not done here: decoding bytes and refusing files (before), comparing tokens (after).
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

mod definition;
mod forms;
mod front_end;
mod language;
mod languages;
mod output;
mod parse;
#[cfg(test)]
mod parse_patterns;
mod passes;
mod scan;
mod selection;
mod tokens;

pub use language::{FrontEnd, Language};
pub use output::{Mark, MarkKind, highlight, highlight_scanned, marks, reduce, tokenize, tokenize_scanned};
pub use selection::{Choice, language, languages};
pub use tokens::Class;
