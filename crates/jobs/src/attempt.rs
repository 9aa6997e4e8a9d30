//! One attempt at one job: lays the upload out in a folder, lets a child work there, reads its answer. Commits
//! nothing.

use std::io;
use std::path::Path;

use chaffinch_storage::{BatchId, JobId, JobProgress, Storage, StorageError};
use tokio::fs::File;
use tokio::io::AsyncWriteExt;
use tokio::sync::watch;
use tokio_util::sync::CancellationToken;

use crate::RunnerSettings;
use crate::folder::{self, Answer, Task, TaskPart};
use crate::process::{self, End};
use crate::scratch::Scratch;

/// Why an attempt came to nothing through our own fault.
#[derive(Debug, thiserror::Error)]
pub(crate) enum AttemptError {
    #[error(transparent)]
    Storage(#[from] StorageError),
    #[error("the folder of the job cannot be written or read")]
    Folder(#[source] io::Error),
    #[error("the analysis cannot be started")]
    Start(#[source] io::Error),
}

/// How an attempt ended.
pub(crate) enum Attempt {
    /// It brought a report, or a reason why there can be none.
    Answered(Answer),
    /// It died without a word of its own.
    Crashed { reason: String },
    /// It was stopped, or nothing was to be read any more: the batch is gone.
    Stopped,
}

/// Lets a child do it. Whatever this returns, the child is gone, and so is its folder.
pub(crate) async fn attempt(
    storage: &dyn Storage,
    settings: &RunnerSettings,
    scratch: &Scratch,
    job: JobId,
    batch: BatchId,
    tell: &watch::Sender<JobProgress>,
    stop: &CancellationToken,
) -> Result<Attempt, AttemptError> {
    let folder = scratch.job().map_err(AttemptError::Folder)?;
    let Some(task) = lay_out(storage, settings, job, batch, folder.path(), stop).await? else {
        return Ok(Attempt::Stopped);
    };
    let end = process::run(&settings.child, folder.path(), tell, stop).await;
    let (status, complaint) = match end.map_err(AttemptError::Start)? {
        End::Stopped => return Ok(Attempt::Stopped),
        End::Exited { status, complaint } => (status, complaint),
    };
    tell.send_replace(JobProgress { stage: "storing".to_owned(), done: 0, total: 1 });
    let path = folder.path().to_owned();
    let answer = tokio::task::spawn_blocking(move || folder::read_answer(&path))
        .await
        .expect("reading an answer does not panic")
        .map_err(AttemptError::Folder)?;
    // An answer is complete or absent, so a child that died after writing it has done its work.
    Ok(answer.map_or_else(
        || {
            tracing::warn!(%status, complaint, "the analysis left no answer");
            Attempt::Crashed { reason: process::reason(status, &complaint, task.limits) }
        },
        Attempt::Answered,
    ))
}

/// Writes upload and task into the folder, chunk by chunk; `None`: stopped, or the batch is gone.
async fn lay_out(
    storage: &dyn Storage,
    settings: &RunnerSettings,
    job: JobId,
    id: BatchId,
    folder: &Path,
    stop: &CancellationToken,
) -> Result<Option<Task>, AttemptError> {
    let Some(batch) = storage.batch(id).await? else { return Ok(None) };
    let mut parts = Vec::new();
    for (number, part) in storage.parts(job).await?.into_iter().enumerate() {
        let mut file = File::create(folder::part_path(folder, number)).await.map_err(AttemptError::Folder)?;
        for chunk in 0..part.chunks {
            if stop.is_cancelled() {
                return Ok(None);
            }
            let Some(bytes) = storage.part_chunk(job, part.number, chunk).await? else {
                return Ok(None);
            };
            file.write_all(&bytes).await.map_err(AttemptError::Folder)?;
        }
        file.flush().await.map_err(AttemptError::Folder)?;
        parts.push(TaskPart { kind: part.kind, name: part.name });
    }
    let task = Task {
        title: batch.title,
        revision: batch.revision.map_or(0, |revision| revision.number) + 1,
        options: batch.options,
        parts,
        limits: settings.limits,
    };
    folder::write_task(folder, &task).map_err(AttemptError::Folder)?;
    Ok(Some(task))
}
