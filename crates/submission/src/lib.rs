//! Defines the plain values that the other crates exchange.
//!
//! `extract` makes [`Submission`]s, `normalize` makes [`TokenStream`]s, `detect` compares [`TokenizedSubmission`]s, and
//! `report` presents the results. Nothing here does I/O, knows a language, or defines a format for other programs. Such
//! formats belong to the crates at the border. [`packed`] is the stored form of a tokenized file until it is compared
//! again.

mod ending;
mod layout;
mod lazy;
mod lines;
mod named;
pub mod packed;
mod people;
mod progress;
mod reference;
mod source;
mod tokenized;
mod tokens;

pub use ending::split_ending;
pub use layout::{Layout, UnknownLayout};
pub use lazy::LazyStream;
pub use lines::LineTable;
pub use named::Named;
pub use people::{authors, without_number};
pub use progress::Progress;
pub use reference::{ReferenceKind, ReferenceLabel, UnknownReferenceKind};
pub use source::{ArchiveLabel, Batch, Digest, Notebook, Skipped, SourceFile, Submission, SubmissionHeader};
pub use tokenized::{FileRecord, TokenizedFile, TokenizedSubmission};
pub use tokens::{Passage, Scheme, Span, TokenStream};
