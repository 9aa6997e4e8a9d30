//! One attempt at one job: lays the upload out in a folder, lets a child read it, asks what else it is to be compared
//! with, lets another child compare, reads its answer. Commits nothing.

use std::io;
use std::path::Path;

use chaffinch_storage::{
    BatchId, JobId, JobProgress, NewArchived, NewIngest, NewRevision, Storage, StorageError,
};
use tokio::fs::File;
use tokio::io::AsyncWriteExt;
use tokio::sync::watch;
use tokio_util::sync::CancellationToken;

use crate::RunnerSettings;
use crate::earlier::{self, Found};
use crate::folder::{self, Class, Task, TaskPart, Work};
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

/// What the children brought back.
#[derive(Debug, PartialEq)]
pub(crate) enum Answer {
    /// The report, and what it was made from.
    Done(Box<NewRevision>, NewIngest),
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

/// Lets children do it. Whatever this returns, they are gone, and so is their folder.
pub(crate) async fn attempt(
    storage: &dyn Storage,
    settings: &RunnerSettings,
    scratch: &Scratch,
    job: JobId,
    batch: BatchId,
    tell: &watch::Sender<JobProgress>,
    stop: &CancellationToken,
) -> Result<Attempt, AttemptError> {
    let scratch = scratch.job().map_err(AttemptError::Folder)?;
    let child = Child { settings, folder: scratch.path(), tell, stop };
    let Some(batch) = storage.batch(batch).await? else { return Ok(Attempt::Stopped) };
    let Some(parts) = lay_out(storage, job, child.folder, stop).await? else { return Ok(Attempt::Stopped) };

    let class =
        match child.does(Work::Read { options: batch.options.clone(), parts }, folder::read_class).await? {
            Ok(Ok(class)) => class,
            Ok(Err(reason)) => return Ok(Attempt::Answered(Answer::Refused { reason })),
            Err(end) => return Ok(end),
        };
    let found = earlier::find(storage, &batch, &class).await?;
    let archived = child.lay_beside(&class, found).await?;

    let title = batch.title.clone();
    let revision = batch.revision.map_or(0, |revision| revision.number) + 1;
    let compare = Work::Compare { title, revision, options: batch.options };
    Ok(match child.does(compare, folder::read_report).await? {
        Ok(revision) => {
            tell.send_replace(JobProgress { stage: "storing".to_owned(), done: 0, total: 1 });
            let revision = Box::new(NewRevision { archived, ..revision });
            Attempt::Answered(Answer::Done(revision, class.ingest))
        }
        Err(end) => end,
    })
}

/// What the children of one attempt have in common.
struct Child<'a> {
    settings: &'a RunnerSettings,
    folder: &'a Path,
    tell: &'a watch::Sender<JobProgress>,
    stop: &'a CancellationToken,
}

impl Child<'_> {
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
