//! Surveys uploads before they are accepted. A child reads them in the same way as later in their jobs.

use std::io;
use std::path::Path;

use async_trait::async_trait;
use chaffinch_extract::{Refusal, Survey};
use chaffinch_query::{SurveyError, SurveyPart, SurveyUpload, Surveyor};
use chaffinch_storage::HolderId;

use crate::child::child_runner::{ChildError, NoAnswer};
use crate::child::query_folder::QueryFolders;
use crate::child::scratch::WorkDirError;
use crate::child::settings::ChildSettings;
use crate::task_folder::{self, TaskPart, UploadTask, Work};

impl From<ChildError> for SurveyError {
    fn from(error: ChildError) -> Self {
        Self::Failed(error.into())
    }
}

/// Surveys uploads in child processes.
#[derive(Debug)]
pub struct ChildSurveyor(QueryFolders);

impl ChildSurveyor {
    /// Creates a folder for the surveys of this process.
    ///
    /// # Errors
    /// [`WorkDirError`].
    pub fn new(settings: ChildSettings, holder: HolderId) -> Result<Self, WorkDirError> {
        Ok(Self(QueryFolders::new(settings, holder)?))
    }
}

#[async_trait]
impl Surveyor for ChildSurveyor {
    async fn survey(&self, upload: SurveyUpload) -> Result<Survey, SurveyError> {
        let SurveyUpload { parts, options, least, limits, parse } = upload;
        let query_folder = self.0.create()?;
        let child = query_folder.child();
        let named = parts.iter().map(|part| TaskPart { kind: part.kind, name: part.name.clone() }).collect();
        child.in_folder(move |folder| link_parts(folder, &parts)).await?;
        let upload = UploadTask { options, parts: named, least, limits };
        let work = Work::Survey { upload, parse };
        match child.run::<Result<Survey, Refusal>>(work).await? {
            Ok(answer) => Ok(answer?),
            Err(NoAnswer::Refused { reason } | NoAnswer::Crashed { reason }) => {
                Err(SurveyError::Ended(reason))
            }
            Err(NoAnswer::Killed { reason }) => Err(SurveyError::Failed(reason.into())),
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
