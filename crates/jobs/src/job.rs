//! What all jobs have in common: what an attempt works with, and how it ends.

use std::io;
use std::path::Path;

use chaffinch_index::IndexError;
use chaffinch_storage::{CourseId, JobId, JobProgress, NewIngest, NewRevision, Storage, StorageError, Term};
use tokio::fs::File;
use tokio::io::AsyncWriteExt;
use tokio::sync::watch;
use tokio_util::sync::CancellationToken;

use crate::child::child_runner::{ChildError, ChildRunner};
use crate::child::process::ChildSettings;
use crate::child::scratch::ScratchDir;
use crate::runtime::Clock;
use crate::task_folder::{self, TaskPart};

/// What an attempt works with.
pub(crate) struct JobContext<'a> {
    pub(crate) storage: &'a dyn Storage,
    pub(crate) clock: &'a dyn Clock,
    pub(crate) settings: &'a ChildSettings,
    pub(crate) scratch: &'a ScratchDir,
    pub(crate) progress: &'a watch::Sender<JobProgress>,
    pub(crate) stop: &'a CancellationToken,
}

impl<'a> JobContext<'a> {
    /// Returns the runner of children in a folder.
    pub(crate) fn child(&self, folder: &'a Path) -> ChildRunner<'a> {
        ChildRunner { settings: self.settings, folder, progress: self.progress, stop: self.stop }
    }
}

/// Waits for the database only as long as the job is wanted. If the job is stopped first, the open transaction is not
/// committed.
pub(crate) async fn unless_stopped<Value, Error: Into<JobError>>(
    context: &JobContext<'_>,
    work: impl Future<Output = Result<Value, Error>>,
) -> Result<Value> {
    tokio::select! {
        biased;
        () = context.stop.cancelled() => Err(JobError::Stopped),
        value = work => value.map_err(Into::into),
    }
}

/// Writes an upload into the folder, chunk by chunk.
pub(crate) async fn write_upload(
    context: &JobContext<'_>,
    job: JobId,
    folder: &Path,
) -> Result<Vec<TaskPart>> {
    let JobContext { storage, stop, .. } = *context;
    let mut parts = Vec::new();
    for (number, part) in storage.parts(job).await?.into_iter().enumerate() {
        let mut file =
            File::create(task_folder::part_path(folder, number)).await.map_err(ChildError::Folder)?;
        for chunk in 0..part.chunks {
            if stop.is_cancelled() {
                return Err(JobError::Stopped);
            }
            let bytes = storage.part_chunk(job, part.number, chunk).await?.ok_or(JobError::Stopped)?;
            file.write_all(&bytes).await.map_err(ChildError::Folder)?;
        }
        file.flush().await.map_err(ChildError::Folder)?;
        parts.push(TaskPart { kind: part.kind, name: part.name });
    }
    Ok(parts)
}

/// What a job has to commit.
#[derive(Debug, PartialEq)]
pub(crate) enum JobResult {
    /// A report, and what it was made from.
    Report(Box<NewRevision>, NewIngest),
    /// Submissions for an archive.
    Addition(NewIngest),
    /// What the tasks of a course say together.
    Term(CourseId, Box<Term>),
    /// Only the fact that the job is done. Its work has been committed piece by piece.
    Done,
}

/// A result with the error of jobs.
pub(crate) type Result<T, E = JobError> = std::result::Result<T, E>;

/// Why an attempt has no result. Only the first three variants may have their cause in the upload.
#[derive(Debug, thiserror::Error)]
pub(crate) enum JobError {
    /// There can be no result. Another attempt would not help. The reason is text for the uploader.
    #[error("{reason}")]
    Refused { reason: String },
    /// The child process died without an answer.
    #[error("{reason}")]
    Crashed { reason: String },
    /// The attempt was stopped, or there was nothing left to read because the batch was deleted or cancelled.
    #[error("the work was stopped")]
    Stopped,
    #[error(transparent)]
    Storage(#[from] StorageError),
    #[error(transparent)]
    Index(IndexError),
    #[error(transparent)]
    Child(ChildError),
    #[error("cannot read the stored data of an earlier report")]
    Report(#[source] io::Error),
    #[error("cannot read the stored data of a document")]
    File(#[source] io::Error),
}

impl From<IndexError> for JobError {
    fn from(error: IndexError) -> Self {
        match error {
            IndexError::Storage(error) => Self::Storage(error),
            error @ (IndexError::Block { .. } | IndexError::Incomplete { .. }) => Self::Index(error),
        }
    }
}

impl From<ChildError> for JobError {
    fn from(error: ChildError) -> Self {
        match error {
            ChildError::Refused { reason } => Self::Refused { reason },
            ChildError::Crashed { reason } | ChildError::Killed { reason } => Self::Crashed { reason },
            ChildError::Stopped => Self::Stopped,
            error @ (ChildError::Folder(_) | ChildError::Start(_)) => Self::Child(error),
        }
    }
}
