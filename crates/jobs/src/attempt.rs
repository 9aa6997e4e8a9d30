//! Runs one attempt at one job and says how it ended. Jobs that end in a report are in `analyses`. An attempt commits
//! nothing, except maintenance jobs, which commit piece by piece.

use std::io;
use std::path::Path;

use chaffinch_index::IndexError;
use chaffinch_storage::{
    AnalysisOptions, ArchiveId, BatchId, JobId, JobPayload, JobProgress, Keeping, Lease, NewIngest,
    NewRevision, Storage, StorageError,
};
use tokio::fs::File;
use tokio::io::AsyncWriteExt;
use tokio::sync::watch;
use tokio_util::sync::CancellationToken;

use crate::RunnerSettings;
use crate::analyses;
use crate::children::Child;
use crate::erased;
use crate::folder::{self, TaskPart};
use crate::house::{self, HouseError};
use crate::keeping::{addition, reduce, without_handout};
use crate::scratch::Scratch;

/// Number of submissions of a batch that are fetched at a time.
const BATCH_PIECE: u32 = 64;

/// Error of an attempt that failed through no fault of the upload.
#[derive(Debug, thiserror::Error)]
pub(crate) enum AttemptError {
    #[error(transparent)]
    Storage(#[from] StorageError),
    #[error("cannot write or read the folder of the job")]
    Folder(#[source] io::Error),
    #[error("cannot read the kept data of an earlier report")]
    Kept(#[source] io::Error),
    #[error("cannot start the analysis")]
    Start(#[source] io::Error),
    #[error(transparent)]
    House(#[from] HouseError),
}

impl AttemptError {
    /// Returns the storage error, if it is one.
    pub(crate) fn of_storage(self) -> Result<StorageError, Self> {
        match self {
            Self::Storage(error)
            | Self::House(HouseError::Storage(error) | HouseError::Index(IndexError::Storage(error))) => {
                Ok(error)
            }
            other => Err(other),
        }
    }
}

impl From<IndexError> for AttemptError {
    fn from(error: IndexError) -> Self {
        Self::House(error.into())
    }
}

/// What a job has to commit.
#[derive(Debug, PartialEq)]
pub(crate) enum Answer {
    /// A report, and what it was made from.
    Report(Box<NewRevision>, NewIngest),
    /// Submissions for an archive.
    Addition(NewIngest),
    /// Only the fact that the job is done. Its work has been committed piece by piece.
    Order,
    /// There can be no result. The reason is text for the uploader. Another attempt would not help.
    Refused {
        /// The reason, as text for the uploader.
        reason: String,
    },
}

/// How an attempt ended.
pub(crate) enum Attempt {
    /// The attempt has something to commit: a result, or the reason why there is none.
    Answered(Answer),
    /// The child process died without an answer.
    Crashed { reason: String },
    /// The attempt was stopped, or there was nothing left to read because the batch was deleted.
    Stopped,
}

/// What an attempt works with.
pub(crate) struct Bench<'a> {
    pub(crate) storage: &'a dyn Storage,
    pub(crate) settings: &'a RunnerSettings,
    pub(crate) scratch: &'a Scratch,
    pub(crate) tell: &'a watch::Sender<JobProgress>,
    pub(crate) stop: &'a CancellationToken,
}

impl<'a> Bench<'a> {
    pub(crate) fn child(&self, folder: &'a Path) -> Child<'a> {
        Child { settings: self.settings, folder, tell: self.tell, stop: self.stop }
    }
}

/// Does the work of a job. When this returns, with or without an error, its child processes and their folder are gone.
pub(crate) async fn attempt(
    bench: &Bench<'_>,
    lease: &Lease,
    payload: JobPayload,
) -> Result<Attempt, AttemptError> {
    let Bench { storage, tell, .. } = *bench;
    match payload {
        JobPayload::Analyse { batch } => analyses::analyse(bench, lease.job, batch).await,
        JobPayload::Rescore { batch, review } => analyses::rescore(bench, batch, review).await,
        JobPayload::Late { batch } => analyses::late(bench, lease.job, batch).await,
        JobPayload::AddUpload { archive, options } => add_upload(bench, lease.job, archive, options).await,
        JobPayload::AddBatch { archive, batch } => {
            let added = unless_stopped(bench, add_batch(bench, archive, batch)).await;
            added.unwrap_or(Ok(Attempt::Stopped))
        }
        JobPayload::Reduce { archive } => {
            ordered(unless_stopped(bench, house::reduce_archive(storage, lease, archive, tell)).await)
        }
        JobPayload::Compact { scheme } => {
            ordered(unless_stopped(bench, house::tend(storage, lease, scheme, tell)).await)
        }
    }
}

/// Runs a computation on a blocking thread, because a delayed heartbeat can cost the lease.
pub(crate) async fn computed<Value: Send + 'static>(work: impl FnOnce() -> Value + Send + 'static) -> Value {
    tokio::task::spawn_blocking(work).await.expect("what is computed here does not panic")
}

/// Waits for the database only as long as the job is wanted. If the job is stopped first, the open transaction is not
/// committed.
pub(crate) async fn unless_stopped<Value>(
    bench: &Bench<'_>,
    work: impl Future<Output = Value>,
) -> Option<Value> {
    tokio::select! {
        biased;
        () = bench.stop.cancelled() => None,
        value = work => Some(value),
    }
}

fn ordered(result: Option<Result<(), HouseError>>) -> Result<Attempt, AttemptError> {
    Ok(match result {
        None => Attempt::Stopped,
        Some(result) => {
            result?;
            Attempt::Answered(Answer::Order)
        }
    })
}

/// Reads an upload for an archive.
async fn add_upload(
    bench: &Bench<'_>,
    job: JobId,
    archive: ArchiveId,
    options: AnalysisOptions,
) -> Result<Attempt, AttemptError> {
    let folder = bench.scratch.job().map_err(AttemptError::Folder)?;
    let child = bench.child(folder.path());
    let Some(parts) = lay_out(bench, job, child.folder).await? else { return Ok(Attempt::Stopped) };
    let class = match child.reads(options, parts, 1).await? {
        Ok(class) => class,
        Err(end) => return Ok(end),
    };
    let class = erased::without(bench.storage, job, class).await?;
    add(bench, archive, computed(move || without_handout(erased::dropped(class))).await).await
}

/// Copies what was kept of a batch into an addition to an archive.
async fn add_batch(bench: &Bench<'_>, archive: ArchiveId, batch: BatchId) -> Result<Attempt, AttemptError> {
    let (mut stored, mut last) = (Vec::new(), None);
    loop {
        let piece = bench.storage.stored_batch(batch, last, BATCH_PIECE).await?;
        let Some(submission) = piece.last() else { break };
        last = Some(submission.submission.number);
        stored.extend(piece);
    }
    let reason = "The batch has no submissions to add: it was deleted, is not done, or was made by a \
                  version of Chaffinch that did not keep its data. Upload it again.";
    let addition = computed(move || addition(stored)).await;
    if addition.documents.is_empty() {
        return Ok(Attempt::Answered(Answer::Refused { reason: reason.to_owned() }));
    }
    add(bench, archive, addition).await
}

/// Removes what the archive may not keep. This happens as late as possible, because the archive may have been reduced
/// meanwhile.
async fn add(
    bench: &Bench<'_>,
    archive: ArchiveId,
    mut addition: NewIngest,
) -> Result<Attempt, AttemptError> {
    let Some(archive) = bench.storage.archive(archive).await? else { return Ok(Attempt::Stopped) };
    if archive.keeping == Keeping::Reduced {
        let reduced = computed(move || reduce(&mut addition).map(|()| addition)).await;
        addition = reduced.map_err(HouseError::Unreadable)?;
    }
    Ok(Attempt::Answered(Answer::Addition(addition)))
}

/// Writes an upload into the folder, chunk by chunk. Returns `None` if the job was stopped or the batch was deleted.
pub(crate) async fn lay_out(
    bench: &Bench<'_>,
    job: JobId,
    folder: &Path,
) -> Result<Option<Vec<TaskPart>>, AttemptError> {
    let Bench { storage, stop, .. } = *bench;
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
    Ok(Some(parts))
}
