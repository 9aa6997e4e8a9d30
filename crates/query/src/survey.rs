//! Surveys of uploads before they are accepted.

use std::path::PathBuf;

use async_trait::async_trait;
use chaffinch_extract::{Limits, Refusal, Survey};
use chaffinch_storage::{AnalysisOptions, PartKind};

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
