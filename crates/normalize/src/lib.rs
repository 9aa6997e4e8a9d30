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

mod auto;
mod columns;
mod forms;
mod front_end;
mod grammar;
mod guard;
mod highlight;
mod language;
mod languages;
mod lexis;
mod marks;
mod notebook;
mod parse;
mod piece;
mod reduced;
mod repeats;
mod scan;
#[cfg(test)]
mod soak;
mod statements;
mod stream;
mod tree;
mod vanish;
mod vocabulary;

pub use front_end::{tokenize, tokenize_scanned};
pub use highlight::{Class, highlight, highlight_scanned};
pub use language::{Choice, FrontEnd, Language, language, languages};
pub use marks::{Mark, MarkKind, marks};
pub use reduced::reduced;
