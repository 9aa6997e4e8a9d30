//! What an attempt at a job works with.

use std::path::Path;

use chaffinch_storage::{JobId, JobProgress, Storage};
use tokio::fs::File;
use tokio::io::AsyncWriteExt;
use tokio::sync::watch;
use tokio_util::sync::CancellationToken;

use super::outcome::JobError;
use crate::child::child_runner::{ChildError, ChildRunner};
use crate::child::scratch::ScratchDir;
use crate::child::settings::ChildSettings;
use crate::clock::Clock;
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
pub(crate) async fn unless_stopped<Value>(
    context: &JobContext<'_>,
    work: impl Future<Output = Value>,
) -> Option<Value> {
    tokio::select! {
        biased;
        () = context.stop.cancelled() => None,
        value = work => Some(value),
    }
}

/// Writes an upload into the folder, chunk by chunk. Returns `None` if the job was stopped or the batch was deleted.
pub(crate) async fn write_upload(
    context: &JobContext<'_>,
    job: JobId,
    folder: &Path,
) -> Result<Option<Vec<TaskPart>>, JobError> {
    let JobContext { storage, stop, .. } = *context;
    let mut parts = Vec::new();
    for (number, part) in storage.parts(job).await?.into_iter().enumerate() {
        let mut file =
            File::create(task_folder::part_path(folder, number)).await.map_err(ChildError::Folder)?;
        for chunk in 0..part.chunks {
            if stop.is_cancelled() {
                return Ok(None);
            }
            let Some(bytes) = storage.part_chunk(job, part.number, chunk).await? else {
                return Ok(None);
            };
            file.write_all(&bytes).await.map_err(ChildError::Folder)?;
        }
        file.flush().await.map_err(ChildError::Folder)?;
        parts.push(TaskPart { kind: part.kind, name: part.name });
    }
    Ok(Some(parts))
}
