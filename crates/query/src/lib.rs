//! Questions that users wait for, and their answers: what is stored about a text ([`Finder`]), and what an upload
//! contains ([`Surveyor`]).
//!
//! Values, traits, and what both sides of them need. `jobs` answers with child processes, `web` shows the answers, and
//! neither names the other.

mod check;
mod file_name;

use std::path::PathBuf;

use async_trait::async_trait;
use chaffinch_extract::{Limits, Refusal, Survey};
use chaffinch_storage::{AnalysisOptions, Ingest, Owner, PartKind, StorageError};

pub use check::{CheckOutcome, KeptCheck, checked_among, note_check};
pub use file_name::{TITLE_LENGTH, last_part, stem, title_from};

/// An upload on the disk of this machine.
#[derive(Debug, Clone, PartialEq)]
pub struct SurveyUpload {
    /// Its files. They stay where they are until the survey ends.
    pub parts: Vec<SurveyPart>,
    /// Options by which it is read.
    pub options: AnalysisOptions,
    /// Smallest number of submissions, see [`chaffinch_extract::Request::least`].
    pub least: usize,
    /// Limits on the upload.
    pub limits: Limits,
    /// Whether files are parsed, for the warnings that a report would show.
    pub parse: bool,
}

/// A file of an upload.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SurveyPart {
    /// The purpose of the file.
    pub kind: PartKind,
    /// File name as uploaded. It is never used as a path.
    pub name: String,
    /// Path of the file.
    pub path: PathBuf,
}

/// Error of a survey.
#[derive(Debug, thiserror::Error)]
pub enum SurveyError {
    /// The upload is refused.
    #[error(transparent)]
    Refused(#[from] Refusal),
    /// Reading it takes more than a limit allows, or makes the process that reads it crash. The reason is text for the
    /// uploader and names the limit.
    #[error("{0}")]
    Ended(String),
    /// The service failed, or its disk is full; the upload is not at fault.
    #[error("cannot read an upload")]
    Failed(#[source] Box<dyn std::error::Error + Send + Sync>),
}

/// Surveys uploads.
#[async_trait]
pub trait Surveyor: Send + Sync + 'static {
    /// Surveys one upload. Dropping the future stops the work.
    ///
    /// # Errors
    /// [`SurveyError`].
    async fn survey(&self, upload: SurveyUpload) -> Result<Survey, SurveyError>;
}

/// A text, and the documents in which to look for it.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct TextQuestion {
    /// File name as given. Its extension determines the language if `language` is `None`. It is never used as a path. Empty
    /// if the text was typed; its language is then guessed.
    pub name: String,
    /// The text, or an archive with the files of one submission.
    pub content: Vec<u8>,
    /// Canonical name of the language in which to read the text. `None`: decided for each file.
    pub language: Option<String>,
    /// The batches and archives in which to search.
    pub among: Vec<Ingest>,
    /// Look up only the fingerprints that winnowing with this window, in tokens, would select: faster and less exact.
    pub window: Option<u32>,
    /// Look up at most this many fingerprints, the smallest ones: faster and less exact.
    pub limit_fingerprints: Option<usize>,
}

/// What is stored about a text.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct TextAnswer {
    /// Languages as which the text was read, sorted. There are several for an archive with several files.
    pub languages: Vec<String>,
    /// Number of its tokens or words.
    pub tokens: u32,
    /// Number of its distinct fingerprints.
    pub fingerprints: u64,
    /// Submissions that share code with it, in any order.
    pub found: Vec<FoundSubmission>,
}

/// A submission that shares code with the text. Shares are from 0 to 1.
#[derive(Debug, Clone, PartialEq)]
pub struct FoundSubmission {
    /// The batch or archive that has it.
    pub owner: Owner,
    /// Its number there.
    pub number: u32,
    /// Its name there.
    pub name: String,
    /// Shared k-grams divided by those of both together.
    pub resemblance: f64,
    /// Share of the text that is in the submission.
    pub text_containment: f64,
    /// Share of the submission that is in the text.
    pub submission_containment: f64,
    /// Number of its fingerprints in the index: the size of the sample by which it was found.
    pub fingerprints: u64,
    /// Number of these fingerprints that the text has, too.
    pub shared: u64,
    /// Digests of its files, sorted. Submissions with the same digests have the same content. Empty if a digest is not
    /// known.
    pub digests: Vec<String>,
    /// Whether a report would name the pair: it reaches the default cut-off.
    pub is_named: bool,
    /// The matches, longest first.
    pub passages: Vec<FoundPassage>,
}

/// A match between the text and a submission. Lines are the first and the last one, counted from 1.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FoundPassage {
    /// Length in tokens.
    pub tokens: u32,
    /// Lines of the text.
    pub text_lines: (u32, u32),
    /// File of the submission.
    pub path: String,
    /// Lines of that file.
    pub lines: (u32, u32),
    /// Bytes of the decoded text: first, and one past the last.
    pub text_bytes: (u32, u32),
    /// Number of the file in the submission, from 0.
    pub file: u32,
    /// Bytes of the decoded text of that file.
    pub bytes: (u32, u32),
    /// Match type, as in a report.
    pub literal: Option<String>,
}

/// Error of a query.
#[derive(Debug, thiserror::Error)]
pub enum QueryError {
    /// The text cannot be read. The reason is text for the account that sends the query.
    #[error("{0}")]
    Refused(String),
    /// The database failed.
    #[error(transparent)]
    Storage(#[from] StorageError),
    /// The service failed; the query is not at fault.
    #[error("cannot answer a query")]
    Failed(#[source] Box<dyn std::error::Error + Send + Sync>),
}

/// Finds what is stored about texts.
#[async_trait]
pub trait Finder: Send + Sync + 'static {
    /// Answers one question. Dropping the future stops the work.
    ///
    /// # Errors
    /// [`QueryError`].
    async fn find(&self, question: TextQuestion) -> Result<TextAnswer, QueryError>;
}
