//! Looking through an upload before it is accepted: what is given, what is found. Whoever does it reads hostile input
//! where it can do no harm; this crate only waits.

use std::path::PathBuf;

use async_trait::async_trait;
use chaffinch_extract::{Limits, Refusal, Survey};
use chaffinch_storage::{AnalysisOptions, PartKind};

/// An upload on this machine's disk.
#[derive(Debug, Clone, PartialEq)]
pub struct UploadToSurvey {
    /// Its files. They stay where they are until the survey ends.
    pub parts: Vec<PartToSurvey>,
    /// How to read it.
    pub options: AnalysisOptions,
    /// As [`chaffinch_extract::Request::least`].
    pub least: usize,
    /// What it may be.
    pub limits: Limits,
    /// Files are parsed, for the notes that a report would have of them.
    pub parse: bool,
}

/// A file of an upload.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PartToSurvey {
    /// What it is for.
    pub kind: PartKind,
    /// As the client named it. Never a path of ours.
    pub name: String,
    /// Where it is.
    pub place: PathBuf,
}

/// Why there is no survey.
#[derive(Debug, thiserror::Error)]
pub enum Unsurveyed {
    /// The upload is not taken.
    #[error(transparent)]
    Refused(#[from] Refusal),
    /// Reading it takes too much, or brings the reader down.
    #[error("{reason}")]
    Costly {
        /// Which limit was passed, and its value; in words for whoever sent it.
        reason: String,
    },
    /// The disk does not take what has to be written.
    #[error("cannot read an upload")]
    Disk(#[source] std::io::Error),
    /// Not the upload's fault.
    #[error("cannot read an upload")]
    Failed(#[source] Box<dyn std::error::Error + Send + Sync>),
}

/// Looks through uploads.
#[async_trait]
pub trait Surveyor: Send + Sync + 'static {
    /// Looks through an upload. Whoever drops this before it is done stops the work.
    ///
    /// # Errors
    /// See [`Unsurveyed`].
    async fn survey(&self, upload: UploadToSurvey) -> Result<Survey, Unsurveyed>;
}
