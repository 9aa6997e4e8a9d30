//! The plain values that travel through the house.
//!
//! `extract` makes [`Submission`]s, `normalize` makes [`TokenStream`]s, `detect` compares
//! [`TokenizedSubmission`]s, `report` shows what was found. Nothing here does I/O, knows a language or
//! serialises itself: formats belong to the crates at the border.

mod lines;
mod source;
mod tokens;

pub use lines::LineTable;
pub use source::{ArchiveLabel, Batch, Digest, Notebook, Skipped, SourceFile, Submission};
pub use tokens::{FileRecord, Passage, Scheme, Span, TokenStream, TokenizedFile, TokenizedSubmission};
