//! Looking through uploads before they are accepted: a child reads them, as it will read them for their jobs.

use std::io;
use std::path::{Path, PathBuf};

use chaffinch_extract::{Limits, Refusal, Survey};
use chaffinch_storage::{AnalysisOptions, HolderId, PartKind};

use crate::attempt::{Answer, Attempt, AttemptError};
use crate::desk::Desk;
use crate::folder::{self, TaskPart, Work};
use crate::{RunnerError, RunnerSettings};

/// An upload on this machine's disk.
#[derive(Debug, Clone, PartialEq)]
pub struct SurveyUpload {
    /// Its files.
    pub parts: Vec<SurveyPart>,
    /// How to read it.
    pub options: AnalysisOptions,
    /// Submissions there must be.
    pub least: usize,
    /// What it may be.
    pub limits: Limits,
    /// Files are parsed, for the notes that a report would have of them.
    pub parse: bool,
}

/// A file of an upload.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SurveyPart {
    /// What it is for.
    pub kind: PartKind,
    /// As uploaded; never a path.
    pub name: String,
    /// Where it is.
    pub place: PathBuf,
}

/// Why there is no survey.
#[derive(Debug, thiserror::Error)]
pub enum SurveyError {
    /// The upload is not taken.
    #[error(transparent)]
    Refused(#[from] Refusal),
    /// The child came to its end before the upload did, and why, in words for the uploader.
    #[error("{0}")]
    Ended(String),
    /// Our own fault: the folder cannot be written or read.
    #[error("the folder of a survey cannot be written or read")]
    Folder(#[source] io::Error),
    /// Our own fault.
    #[error("an upload could not be looked through")]
    Failed(#[source] Box<dyn std::error::Error + Send + Sync>),
}

impl From<AttemptError> for SurveyError {
    fn from(error: AttemptError) -> Self {
        match error {
            AttemptError::Folder(error) => Self::Folder(error),
            error => Self::Failed(error.into()),
        }
    }
}

/// Looks through uploads.
#[derive(Debug)]
pub struct Surveyor(Desk);

impl Surveyor {
    /// Makes a folder for the surveys of this process.
    ///
    /// # Errors
    /// [`RunnerError::WorkDir`].
    pub fn new(settings: RunnerSettings, holder: HolderId) -> Result<Self, RunnerError> {
        Ok(Self(Desk::new(settings, holder)?))
    }

    /// Looks through one upload. Whoever stops waiting kills the child.
    ///
    /// # Errors
    /// [`SurveyError`].
    pub async fn survey(&self, upload: SurveyUpload) -> Result<Survey, SurveyError> {
        let SurveyUpload { parts, options, least, limits, parse } = upload;
        let begun = self.0.begin()?;
        let child = begun.child();
        let named = parts.iter().map(|part| TaskPart { kind: part.kind, name: part.name.clone() }).collect();
        child.in_folder(move |folder| lay(folder, &parts)).await?;
        let work = Work::Survey { options, parts: named, least, limits, parse };
        match child.does(work, folder::read_survey).await? {
            Ok(answer) => Ok(answer?),
            Err(Attempt::Answered(Answer::Refused { reason }) | Attempt::Crashed { reason }) => {
                Err(SurveyError::Ended(reason))
            }
            Err(Attempt::Answered(_) | Attempt::Stopped) => {
                Err(SurveyError::Failed("the work was stopped".into()))
            }
        }
    }
}

/// Lays files into the folder of a child without a copy, where one disk holds both.
fn lay(folder: &Path, parts: &[SurveyPart]) -> io::Result<()> {
    for (number, part) in parts.iter().enumerate() {
        let place = folder::part_path(folder, number);
        if std::fs::hard_link(&part.place, &place).is_err() {
            std::fs::copy(&part.place, &place)?;
        }
    }
    Ok(())
}
