//! Asking for one text what is kept of it: what is asked, what is answered. Whoever answers knows the front ends and the
//! index, and reads the text where it can do no harm; this crate knows neither.

use async_trait::async_trait;
use chaffinch_storage::{ArchiveId, Ingest, Owner};

/// A text, and among which documents to look for it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Question {
    /// Its file name, which may tell the language; never a path of ours.
    pub name: String,
    /// Its bytes, as they came.
    pub text: Vec<u8>,
    /// Canonical name of the language to read it as; `None`: found out.
    pub language: Option<String>,
    /// What may be answered.
    pub among: Vec<Ingest>,
    /// Ask with no more fingerprints than winnowing with this window would keep: quicker and rougher.
    pub window: Option<u32>,
    /// Ask with this many of the smallest fingerprints only: quicker and rougher.
    pub limit_fingerprints: Option<usize>,
    /// Corpora that may be answered as well.
    pub corpora: Vec<Corpora>,
    /// Documents of corpora answered, at most.
    pub most: usize,
}

/// Documents of corpora that are sketched alike.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Corpora {
    /// As [`chaffinch_storage::Archive::sketch`].
    pub sketch: String,
    /// What may be answered.
    pub among: Vec<Ingest>,
}

/// What is kept of a text.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Answer {
    /// The languages it was read as; several where an archive of one submission was sent.
    pub languages: Vec<String>,
    /// Its tokens.
    pub tokens: u32,
    /// Its distinct fingerprints.
    pub fingerprints: u64,
    /// Submissions that share code with it, in any order.
    pub found: Vec<FoundSubmission>,
    /// Documents of corpora that resemble it, contain it or are contained in it: the most alike first.
    pub documents: Vec<FoundDocument>,
    /// Why nothing can be said about it, where corpora were asked: that is neither little nor nothing.
    pub unknown: Option<&'static str>,
}

/// A document of a corpus that shares shingles with the text.
#[derive(Debug, Clone, PartialEq)]
pub struct FoundDocument {
    /// The corpus.
    pub archive: ArchiveId,
    /// As the corpus numbers it.
    pub number: u32,
    /// Its name there.
    pub name: String,
    /// Shared shingles of all of both.
    pub resemblance: Estimated,
    /// Share of the text that is in the document.
    pub text_containment: Estimated,
    /// Share of the document that is in the text.
    pub document_containment: Estimated,
    /// Values of its sketch.
    pub fingerprints: u64,
    /// Of these, those that the text's sketch has too; never 0.
    pub shared: u64,
}

/// A share as samples show it, from 0 to 1, and where that of all shingles lies, with a confidence of 95 %.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Estimated {
    /// The estimate.
    pub value: f64,
    /// From here.
    pub low: f64,
    /// To here.
    pub high: f64,
}

/// A submission that shares code with the text. Shares are from 0 to 1.
#[derive(Debug, Clone, PartialEq)]
pub struct FoundSubmission {
    /// Who has it.
    pub owner: Owner,
    /// As its owner numbers it.
    pub number: u32,
    /// Its name there.
    pub name: String,
    /// Shared k-grams of all of both.
    pub resemblance: f64,
    /// Share of the text that is in the submission.
    pub text_containment: f64,
    /// Share of the submission that is in the text.
    pub submission_containment: f64,
    /// Fingerprints of it in the index: the sample that it was found by.
    pub fingerprints: u64,
    /// Of these, those that the text has too.
    pub shared: u64,
    /// Where; longest first.
    pub passages: Vec<FoundPassage>,
}

/// A passage of the text, and where it was found. Lines are first and last, from 1.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FoundPassage {
    /// Its length.
    pub tokens: u32,
    /// In the text.
    pub text_lines: (u32, u32),
    /// File of the submission.
    pub path: String,
    /// In that file.
    pub lines: (u32, u32),
}

/// Why there is no answer.
#[derive(Debug, thiserror::Error)]
pub enum QueryError {
    /// The text cannot be read, and why, in words for whoever sent it.
    #[error("{reason}")]
    Unreadable {
        /// Why.
        reason: String,
    },
    /// See there.
    #[error(transparent)]
    Storage(#[from] chaffinch_storage::StorageError),
    /// Not the text's fault.
    #[error("cannot answer a query")]
    Failed(#[source] Box<dyn std::error::Error + Send + Sync>),
}

/// Finds what is kept of texts.
#[async_trait]
pub trait Finder: Send + Sync + 'static {
    /// Answers. Whoever drops this before it is done stops the work.
    ///
    /// # Errors
    /// See [`QueryError`].
    async fn find(&self, question: Question) -> Result<Answer, QueryError>;
}
