//! Surveys uploads before they are accepted. A child reads them in the same way as later in their jobs.

use std::io;
use std::path::{Path, PathBuf};

use chaffinch_extract::{Limits, Refusal, Survey};
use chaffinch_storage::{AnalysisOptions, HolderId, PartKind};

use crate::child::child_runner::{ChildError, NoAnswer};
use crate::child::query_folder::QueryFolders;
use crate::child::scratch::WorkDirError;
use crate::child::settings::ChildSettings;
use crate::task_folder::{self, TaskPart, Work};

/// An upload on the disk of this machine.
#[derive(Debug, Clone, PartialEq)]
pub struct SurveyUpload {
    /// The files of the upload.
    pub parts: Vec<SurveyPart>,
    /// Options by which the upload is read.
    pub options: AnalysisOptions,
    /// Smallest number of submissions.
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
    /// The child died before it had read the upload. The reason is text for the uploader.
    #[error("{0}")]
    Ended(String),
    /// The folder cannot be written or read; the upload is not at fault.
    #[error("cannot write or read the folder of a survey")]
    Folder(#[source] io::Error),
    /// The service failed; the upload is not at fault.
    #[error("cannot read an upload")]
    Failed(#[source] Box<dyn std::error::Error + Send + Sync>),
}

impl From<ChildError> for SurveyError {
    fn from(error: ChildError) -> Self {
        match error {
            ChildError::Folder(error) => Self::Folder(error),
            error @ ChildError::Start(_) => Self::Failed(error.into()),
        }
    }
}

/// Surveys uploads.
#[derive(Debug)]
pub struct Surveyor(QueryFolders);

impl Surveyor {
    /// Creates a folder for the surveys of this process.
    ///
    /// # Errors
    /// [`WorkDirError`].
    pub fn new(settings: ChildSettings, holder: HolderId) -> Result<Self, WorkDirError> {
        Ok(Self(QueryFolders::new(settings, holder)?))
    }

    /// Surveys one upload. Dropping the future kills the child.
    ///
    /// # Errors
    /// [`SurveyError`].
    pub async fn survey(&self, upload: SurveyUpload) -> Result<Survey, SurveyError> {
        let SurveyUpload { parts, options, least, limits, parse } = upload;
        let query_folder = self.0.create()?;
        let child = query_folder.child();
        let named = parts.iter().map(|part| TaskPart { kind: part.kind, name: part.name.clone() }).collect();
        child.in_folder(move |folder| link_parts(folder, &parts)).await?;
        let work = Work::Survey { options, parts: named, least, limits, parse };
        match child.run(work, task_folder::read_survey).await? {
            Ok(answer) => Ok(answer?),
            Err(NoAnswer::Refused { reason } | NoAnswer::Crashed { reason }) => {
                Err(SurveyError::Ended(reason))
            }
            Err(NoAnswer::Stopped) => Err(SurveyError::Failed("the work was stopped".into())),
        }
    }
}

/// Links files into the folder of a child, or copies them if they are on another disk.
fn link_parts(folder: &Path, parts: &[SurveyPart]) -> io::Result<()> {
    for (number, part) in parts.iter().enumerate() {
        let path = task_folder::part_path(folder, number);
        if std::fs::hard_link(&part.path, &path).is_err() {
            std::fs::copy(&part.path, &path)?;
        }
    }
    Ok(())
}
