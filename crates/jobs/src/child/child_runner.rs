//! Lets child processes work in a folder: writes their tasks, starts them and reads their answers.

use std::io;
use std::path::Path;
use std::sync::Once;

use chaffinch_storage::{AnalysisOptions, JobProgress};
use tokio::sync::watch;
use tokio_util::sync::CancellationToken;

use super::confinement::UNCONFINED;
use super::exit::{ChildExit, is_disk_full};
use super::process;
use super::settings::ChildSettings;
use crate::blocking::run_blocking;
use crate::task_folder::journal::{self, UnfinishedFile};
use crate::task_folder::precautions::{MAX_RESTARTS, Precautions};
use crate::task_folder::{self, Class, ClassAnswer, Task, TaskPart, TaskValue, UploadTask, Work};

/// Error of the service while it runs a child. The upload is not the cause, so it may be sent or read again.
#[derive(Debug, thiserror::Error)]
pub(crate) enum ChildError {
    #[error("cannot write or read the folder of the job")]
    Folder(#[source] io::Error),
    #[error("cannot start the analysis")]
    Start(#[source] io::Error),
}

impl ChildError {
    /// Returns whether the work can be done as soon as the disk has room.
    pub(crate) fn is_disk_full(&self) -> bool {
        is_disk_full(self)
    }
}

/// Reason why a child gave no answer. Reasons in words are for the uploader.
#[derive(Debug)]
pub(crate) enum NoAnswer {
    /// There can be no answer. Another attempt would not help.
    Refused { reason: String },
    /// The child crashed. What it read may be the cause.
    Crashed { reason: String },
    /// The child was killed, or could not do its work. What it read is not the cause.
    Killed { reason: String },
    /// The work was stopped.
    Stopped,
}

/// The answer of a child, or (as the inner error) the reason why there is none.
pub(crate) type ChildResult<Answer> = Result<Result<Answer, NoAnswer>, ChildError>;

/// Runs child processes in one folder, one after the other.
pub(crate) struct ChildRunner<'a> {
    pub(crate) settings: &'a ChildSettings,
    pub(crate) folder: &'a Path,
    pub(crate) progress: &'a watch::Sender<JobProgress>,
    pub(crate) stop: &'a CancellationToken,
}

/// Why one child left no answer.
enum ChildEnd {
    Stopped,
    Died(ChildExit),
}

/// Logs, once for this process, that children cannot be confined completely.
fn warn_once_if_unconfined(stderr_tail: &str) {
    static WARNED: Once = Once::new();
    if stderr_tail.lines().any(|line| line.starts_with(UNCONFINED)) {
        WARNED.call_once(|| {
            tracing::warn!(
                "analyses run without part of their confinement; `chaffinch doctor` shows what is missing"
            );
        });
    }
}

impl ChildRunner<'_> {
    /// Reports a stage in which no child runs.
    pub(crate) fn report_stage(&self, stage: &str) {
        self.progress.send_replace(JobProgress { stage: stage.to_owned(), done: 0, total: 1 });
    }

    /// Lets a child read the upload in the folder. If the child dies while it reads a file, another child reads again
    /// and treats this file with precautions.
    pub(crate) async fn read_upload(
        &self,
        options: AnalysisOptions,
        parts: Vec<TaskPart>,
        least: usize,
    ) -> ChildResult<Class> {
        let mut precautions = Precautions::default();
        let upload = UploadTask { options, parts, least, limits: self.settings.extract.clone() };
        for restarts in 0.. {
            let work = Work::Read { upload: upload.clone(), precautions: precautions.clone() };
            let exit = match self.start::<ClassAnswer>(work).await? {
                Ok(Ok(class)) => return Ok(Ok(class)),
                Ok(Err(reason)) => return Ok(Err(NoAnswer::Refused { reason })),
                Err(ChildEnd::Stopped) => return Ok(Err(NoAnswer::Stopped)),
                Err(ChildEnd::Died(exit)) => exit,
            };
            let unfinished = self.in_folder(journal::read_unfinished).await?;
            let is_suspected = exit.may_be_caused_by_file() && !unfinished.is_empty();
            if !is_suspected || restarts == MAX_RESTARTS {
                return Ok(Err(self.describe_death(&exit, &unfinished)));
            }
            // The names of the files must not be logged.
            let files = unfinished.len();
            tracing::warn!(
                files,
                "the analysis ended while it read these files; reading them again with precautions"
            );
            precautions.add(&unfinished);
        }
        unreachable!("the last restart returns")
    }

    /// Lets a child do a task, then reads its answer.
    pub(crate) async fn run<Answer: TaskValue + Send + 'static>(&self, work: Work) -> ChildResult<Answer> {
        Ok(self.start(work).await?.map_err(|end| match end {
            ChildEnd::Stopped => NoAnswer::Stopped,
            ChildEnd::Died(exit) => self.describe_death(&exit, &[]),
        }))
    }

    async fn start<Answer: TaskValue + Send + 'static>(
        &self,
        work: Work,
    ) -> Result<Result<Answer, ChildEnd>, ChildError> {
        let limits = self.settings.limits;
        task_folder::write(self.folder, &Task { work, limits }).map_err(ChildError::Folder)?;
        let end = process::run(&self.settings.command, self.folder, self.progress, self.stop).await;
        let Some(exit) = end.map_err(ChildError::Start)? else { return Ok(Err(ChildEnd::Stopped)) };
        warn_once_if_unconfined(&exit.stderr_tail);
        let answer = self.in_folder(task_folder::read).await?;
        // An answer is either complete or absent, so a child that died after writing it has done its work.
        if let Some(answer) = answer {
            return Ok(Ok(answer));
        }
        if exit.found_disk_full() {
            return Err(ChildError::Folder(io::ErrorKind::StorageFull.into()));
        }
        let ChildExit { status, stderr_tail } = &exit;
        tracing::warn!(%status, complaint = stderr_tail, "the analysis ended without an answer");
        Ok(Err(ChildEnd::Died(exit)))
    }

    /// Describes the death of a child as the reason why there is no answer.
    fn describe_death(&self, exit: &ChildExit, unfinished: &[UnfinishedFile]) -> NoAnswer {
        let mut reason = exit.describe(self.settings.limits);
        if !exit.may_be_caused_by_file() {
            return NoAnswer::Killed { reason };
        }
        if !unfinished.is_empty() {
            reason = format!("{reason} It ended while it read {}.", journal::list_names(unfinished));
        }
        if exit.ran_out_of_memory() { NoAnswer::Refused { reason } } else { NoAnswer::Crashed { reason } }
    }

    /// Reads or writes files on a blocking thread.
    pub(crate) async fn in_folder<Value: Send + 'static>(
        &self,
        work: impl FnOnce(&Path) -> io::Result<Value> + Send + 'static,
    ) -> Result<Value, ChildError> {
        let folder = self.folder.to_owned();
        run_blocking(move || work(&folder)).await.map_err(ChildError::Folder)
    }
}
