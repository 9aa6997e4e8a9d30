//! The plain values that travel through the house.
//!
//! `extract` makes [`Submission`]s, `normalize` makes [`TokenStream`]s, `detect` compares
//! [`TokenizedSubmission`]s, `report` shows what was found. Nothing here does I/O, knows a language or
//! serialises itself for others to read: such formats belong to the crates at the border. [`packed`] is how a tokenised
//! file is kept until it is compared again.

mod layout;
mod lines;
pub mod packed;
mod people;
mod progress;
mod source;
mod tokens;

pub use layout::{Layout, UnknownLayout};
pub use lines::LineTable;
pub use people::authors;
pub use progress::Progress;
pub use source::{ArchiveLabel, Batch, Digest, Notebook, Skipped, SourceFile, Submission};
pub use tokens::{FileRecord, Passage, Scheme, Span, TokenStream, TokenizedFile, TokenizedSubmission};
