//! One attempt at one job. An analysis: lays the upload out in a folder, lets a child read it, asks what else it is to be
//! compared with, lets another child compare, reads its answer. Commits nothing but what the house does piece by piece.

use std::io;
use std::path::Path;

use chaffinch_index::IndexError;
use chaffinch_storage::{
    AnalysisOptions, ArchiveId, BatchId, JobId, JobPayload, JobProgress, Keeping, Lease, NewArchived,
    NewIngest, NewRevision, Storage, StorageError,
};
use tokio::fs::File;
use tokio::io::AsyncWriteExt;
use tokio::sync::watch;
use tokio_util::sync::CancellationToken;

use crate::RunnerSettings;
use crate::candidates;
use crate::earlier::{self, Found};
use crate::folder::{self, Class, Task, TaskPart, Work};
use crate::house::{self, HouseError};
use crate::keeping::{addition, reduce, without_handout};
use crate::process::{self, End};
use crate::scratch::Scratch;

/// Submissions of a batch fetched at a time.
const BATCH_PIECE: u32 = 64;

/// Why an attempt came to nothing through our own fault.
#[derive(Debug, thiserror::Error)]
pub(crate) enum AttemptError {
    #[error(transparent)]
    Storage(#[from] StorageError),
    #[error("the folder of the job cannot be written or read")]
    Folder(#[source] io::Error),
    #[error("the analysis cannot be started")]
    Start(#[source] io::Error),
    #[error(transparent)]
    House(#[from] HouseError),
}

impl From<IndexError> for AttemptError {
    fn from(error: IndexError) -> Self {
        Self::House(error.into())
    }
}

/// What there is to commit.
#[derive(Debug, PartialEq)]
pub(crate) enum Answer {
    /// The report, and what it was made from.
    Report(Box<NewRevision>, NewIngest),
    /// Submissions for an archive.
    Addition(NewIngest),
    /// Nothing more than that it is done: what there was has been committed piece by piece.
    Order,
    /// There can be none, and why, in words for the uploader. Trying again would not help.
    Refused {
        /// Why.
        reason: String,
    },
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

/// What an attempt works with.
pub(crate) struct Bench<'a> {
    pub(crate) storage: &'a dyn Storage,
    pub(crate) settings: &'a RunnerSettings,
    pub(crate) scratch: &'a Scratch,
    pub(crate) tell: &'a watch::Sender<JobProgress>,
    pub(crate) stop: &'a CancellationToken,
}

/// Does what a job asks for. Whatever this returns, its children are gone, and so is their folder.
pub(crate) async fn attempt(
    bench: &Bench<'_>,
    lease: &Lease,
    payload: JobPayload,
) -> Result<Attempt, AttemptError> {
    let Bench { storage, tell, .. } = *bench;
    match payload {
        JobPayload::Analyse { batch } => analyse(bench, lease.job, batch).await,
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

/// Waits for a database's answers no longer than the job is wanted; what is left then is a transaction that was not
/// committed.
async fn unless_stopped<Value>(bench: &Bench<'_>, work: impl Future<Output = Value>) -> Option<Value> {
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

/// Compares a batch with itself and with the archives it names.
async fn analyse(bench: &Bench<'_>, job: JobId, batch: BatchId) -> Result<Attempt, AttemptError> {
    let folder = bench.scratch.job().map_err(AttemptError::Folder)?;
    let child = Child::of(bench, folder.path());
    let Some(batch) = bench.storage.batch(batch).await? else { return Ok(Attempt::Stopped) };
    let asked = candidates::archives(bench.storage, &batch).await?;
    // One submission against earlier ones is a comparison, too.
    let least = if asked.is_empty() { 2 } else { 1 };
    let class = match child.reads(bench, job, batch.options.clone(), least).await? {
        Ok(class) => class,
        Err(end) => return Ok(end),
    };
    child.says("searching");
    let found = unless_stopped(bench, earlier::find(bench.storage, &asked, &class)).await;
    let (found, states) = match found {
        None => return Ok(Attempt::Stopped),
        Some(Ok(found)) => found,
        Some(Err(error)) => {
            house::look_into(bench.storage, &error).await?;
            return Err(error.into());
        }
    };
    let archived = child.lay_beside(&class, found).await?;

    let title = batch.title.clone();
    let revision = batch.revision.map_or(0, |revision| revision.number) + 1;
    let compare = Work::Compare { title, revision, options: batch.options, archives: states };
    Ok(match child.does(compare, folder::read_report).await? {
        Ok(revision) => {
            child.says("storing");
            let revision = Box::new(NewRevision { archived, ..revision });
            Attempt::Answered(Answer::Report(revision, class.ingest))
        }
        Err(end) => end,
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
    let child = Child::of(bench, folder.path());
    let class = match child.reads(bench, job, options, 1).await? {
        Ok(class) => class,
        Err(end) => return Ok(end),
    };
    add(bench, archive, without_handout(class.ingest)).await
}

/// Copies a batch for an archive, from what was kept of it.
async fn add_batch(bench: &Bench<'_>, archive: ArchiveId, batch: BatchId) -> Result<Attempt, AttemptError> {
    let (mut stored, mut last) = (Vec::new(), None);
    loop {
        let piece = bench.storage.stored_batch(batch, last, BATCH_PIECE).await?;
        let Some(submission) = piece.last() else { break };
        last = Some(submission.submission.number);
        stored.extend(piece);
    }
    let reason = "The batch has no submissions that could be kept: it was deleted, is not done, or was made by a \
                  version of Chaffinch that did not keep what it had read. Upload it again.";
    let addition = addition(stored);
    if addition.documents.is_empty() {
        return Ok(Attempt::Answered(Answer::Refused { reason: reason.to_owned() }));
    }
    add(bench, archive, addition).await
}

/// Leaves out what the archive may not keep. As late as can be: it may have been reduced meanwhile.
async fn add(
    bench: &Bench<'_>,
    archive: ArchiveId,
    mut addition: NewIngest,
) -> Result<Attempt, AttemptError> {
    let Some(archive) = bench.storage.archive(archive).await? else { return Ok(Attempt::Stopped) };
    if archive.keeping == Keeping::Reduced {
        reduce(&mut addition).map_err(HouseError::Unreadable)?;
    }
    Ok(Attempt::Answered(Answer::Addition(addition)))
}

/// What the children of one attempt have in common.
struct Child<'a> {
    settings: &'a RunnerSettings,
    folder: &'a Path,
    tell: &'a watch::Sender<JobProgress>,
    stop: &'a CancellationToken,
}

impl<'a> Child<'a> {
    fn of(bench: &Bench<'a>, folder: &'a Path) -> Self {
        Self { settings: bench.settings, folder, tell: bench.tell, stop: bench.stop }
    }

    /// Says which stage it is, where no child does.
    fn says(&self, stage: &str) {
        self.tell.send_replace(JobProgress { stage: stage.to_owned(), done: 0, total: 1 });
    }

    /// Lays the upload of a job out and lets a child read it.
    async fn reads(
        &self,
        bench: &Bench<'_>,
        job: JobId,
        options: AnalysisOptions,
        least: usize,
    ) -> Result<Result<Class, Attempt>, AttemptError> {
        let Some(parts) = lay_out(bench.storage, job, self.folder, self.stop).await? else {
            return Ok(Err(Attempt::Stopped));
        };
        Ok(match self.does(Work::Read { options, parts, least }, folder::read_class).await? {
            Ok(Ok(class)) => Ok(class),
            Ok(Err(reason)) => Err(Attempt::Answered(Answer::Refused { reason })),
            Err(end) => Err(end),
        })
    }

    /// Lets a child do something, then reads its answer; the inner error is an end without one.
    async fn does<Answer: Send + 'static>(
        &self,
        work: Work,
        read: fn(&Path) -> io::Result<Option<Answer>>,
    ) -> Result<Result<Answer, Attempt>, AttemptError> {
        let limits = self.settings.limits;
        folder::write_task(self.folder, &Task { work, limits }).map_err(AttemptError::Folder)?;
        let end = process::run(&self.settings.child, self.folder, self.tell, self.stop).await;
        let (status, complaint) = match end.map_err(AttemptError::Start)? {
            End::Stopped => return Ok(Err(Attempt::Stopped)),
            End::Exited { status, complaint } => (status, complaint),
        };
        let answer = self.in_folder(read).await?;
        // An answer is complete or absent, so a child that died after writing it has done its work.
        Ok(answer.ok_or_else(|| {
            tracing::warn!(%status, complaint, "the analysis left no answer");
            Attempt::Crashed { reason: process::reason(status, &complaint, limits) }
        }))
    }

    /// Lays earlier submissions beside a class, for the child that compares them. Tells where those are kept.
    async fn lay_beside(&self, class: &Class, found: Vec<Found>) -> Result<Vec<NewArchived>, AttemptError> {
        if found.is_empty() {
            return Ok(Vec::new());
        }
        let (earlier, archived) = earlier::in_report(&class.ingest.submissions, found);
        self.in_folder(move |folder| folder::write_earlier(folder, &earlier)).await?;
        Ok(archived)
    }

    /// Reads or writes files, off the threads that must not wait.
    async fn in_folder<Value: Send + 'static>(
        &self,
        work: impl FnOnce(&Path) -> io::Result<Value> + Send + 'static,
    ) -> Result<Value, AttemptError> {
        let folder = self.folder.to_owned();
        tokio::task::spawn_blocking(move || work(&folder))
            .await
            .expect("reading and writing files does not panic")
            .map_err(AttemptError::Folder)
    }
}

/// Writes an upload into the folder, chunk by chunk; `None`: stopped, or the batch is gone.
async fn lay_out(
    storage: &dyn Storage,
    job: JobId,
    folder: &Path,
    stop: &CancellationToken,
) -> Result<Option<Vec<TaskPart>>, AttemptError> {
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
