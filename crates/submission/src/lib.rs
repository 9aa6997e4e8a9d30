//! Defines the plain values that the other crates exchange.
//!
//! `extract` makes [`Submission`]s, `normalize` makes [`TokenStream`]s, `detect` compares [`TokenizedSubmission`]s, and
//! `report` presents the results. Nothing here does I/O, knows a language, or defines a format for other programs. Such
//! formats belong to the crates at the border. [`packed`] is the stored form of a tokenized file until it is compared
//! again.

mod lazy;
mod lines;
mod match_length;
mod names;
pub mod packed;
mod source;
mod tokens;
mod upload;

pub use lazy::{LazyStream, Reading};
pub use lines::LineTable;
pub use match_length::{MatchLength, MatchLengthError};
pub use names::{Named, authors, composed, split_ending, without_number};
pub use source::{
    ArchiveLabel, Batch, Digest, FileRecord, Notebook, Provenance, Skipped, SourceFile, Submission,
    SubmissionHeader, TokenizedFile, TokenizedSubmission,
};
pub use tokens::{Passage, Scheme, Span, TokenStream};
pub use upload::{Layout, ReferenceKind, ReferenceLabel, UnknownLayout, UnknownReferenceKind};

/// Receives the progress of a piece of work. It is called from any thread.
pub trait Progress: Sync {
    /// Reports that `done` of `total` units of a stage are finished. `total` is 0 if it is unknown.
    fn report(&self, stage: &'static str, done: u64, total: u64);
}

/// Ignores the progress.
impl Progress for () {
    fn report(&self, _: &'static str, _: u64, _: u64) {}
}
