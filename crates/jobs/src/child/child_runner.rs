//! Lets child processes work in a folder, that of a job or of a query: writes their tasks, starts them and reads their
//! answers.

use std::io;
use std::path::Path;
use std::sync::Once;

use chaffinch_storage::{AnalysisOptions, HolderId, JobProgress};
use tempfile::TempDir;
use tokio::sync::watch;
use tokio_util::sync::{CancellationToken, DropGuard};

use super::confinement::UNCONFINED;
use super::exit::ChildExit;
use super::process::{self, ChildSettings};
use super::scratch::{ScratchDir, WorkDirError};
use crate::runtime::run_blocking;
use crate::task_folder::precautions::{self, MAX_RESTARTS, Precautions, UnfinishedFile};
use crate::task_folder::{self, Class, ClassAnswer, Task, TaskPart, TaskValue, UploadTask, Work};

/// Why a child gave no answer. Reasons in words are for the uploader.
#[derive(Debug, thiserror::Error)]
pub(crate) enum ChildError {
    /// There can be no answer. Another attempt would not help.
    #[error("{reason}")]
    Refused { reason: String },
    /// The child crashed. What it read may be the cause.
    #[error("{reason}")]
    Crashed { reason: String },
    /// The child was killed, or could not do its work. What it read is not the cause.
    #[error("{reason}")]
    Killed { reason: String },
    /// The work was stopped.
    #[error("the work was stopped")]
    Stopped,
    /// The service failed. The upload is not the cause, so it may be sent or read again.
    #[error("cannot write or read the folder of the job")]
    Folder(#[source] io::Error),
    /// As [`ChildError::Folder`].
    #[error("cannot start the analysis")]
    Start(#[source] io::Error),
}

/// Runs child processes in one folder, one after the other.
pub(crate) struct ChildRunner<'a> {
    pub(crate) settings: &'a ChildSettings,
    pub(crate) folder: &'a Path,
    pub(crate) progress: &'a watch::Sender<JobProgress>,
    pub(crate) stop: &'a CancellationToken,
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
    ) -> Result<Class, ChildError> {
        let mut precautions = Precautions::default();
        let upload = UploadTask { options, parts, least, limits: self.settings.extract.clone() };
        for restarts in 0.. {
            let work = Work::Read { upload: upload.clone(), precautions: precautions.clone() };
            let exit = match self.start::<ClassAnswer>(work).await? {
                Ok(answer) => return answer.map_err(|reason| ChildError::Refused { reason }),
                Err(exit) => exit,
            };
            let unfinished = self.in_folder(precautions::read_unfinished).await?;
            let is_suspected = exit.may_be_caused_by_file() && !unfinished.is_empty();
            if !is_suspected || restarts == MAX_RESTARTS {
                return Err(self.describe_death(&exit, &unfinished));
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
    pub(crate) async fn run<Answer: TaskValue + Send + 'static>(
        &self,
        work: Work,
    ) -> Result<Answer, ChildError> {
        self.start(work).await?.map_err(|exit| self.describe_death(&exit, &[]))
    }

    /// Lets a child do a task. The inner error says how a child ended that left no answer.
    async fn start<Answer: TaskValue + Send + 'static>(
        &self,
        work: Work,
    ) -> Result<Result<Answer, ChildExit>, ChildError> {
        let limits = self.settings.limits;
        task_folder::write(self.folder, &Task { work, limits }).map_err(ChildError::Folder)?;
        let end = process::run(&self.settings.command, self.folder, self.progress, self.stop).await;
        let exit = end.map_err(ChildError::Start)?.ok_or(ChildError::Stopped)?;
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
        Ok(Err(exit))
    }

    /// Describes the death of a child as the reason why there is no answer.
    fn describe_death(&self, exit: &ChildExit, unfinished: &[UnfinishedFile]) -> ChildError {
        let mut reason = exit.describe(self.settings.limits);
        if !exit.may_be_caused_by_file() {
            return ChildError::Killed { reason };
        }
        if !unfinished.is_empty() {
            reason = format!("{reason} It ended while it read {}.", precautions::list_names(unfinished));
        }
        if exit.ran_out_of_memory() { ChildError::Refused { reason } } else { ChildError::Crashed { reason } }
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

/// Creates the folders for the queries of this process.
#[derive(Debug)]
pub(crate) struct QueryFolders {
    settings: ChildSettings,
    scratch: ScratchDir,
}

/// The folder of a query in progress. Dropping it stops the work.
pub(crate) struct QueryFolder<'a> {
    settings: &'a ChildSettings,
    /// Progress of the query; it has no receiver.
    progress: watch::Sender<JobProgress>,
    stop: CancellationToken,
    _stop_on_drop: DropGuard,
    /// It is dropped last, when no child works in it any more.
    folder: TempDir,
}

impl QueryFolders {
    /// Creates a folder for the queries of this process.
    ///
    /// # Errors
    /// [`WorkDirError`].
    pub(crate) fn new(settings: ChildSettings, holder: HolderId) -> Result<Self, WorkDirError> {
        let scratch = ScratchDir::new(&settings.work_dir, holder)?;
        Ok(Self { settings, scratch })
    }

    /// Creates the folder of a query.
    pub(crate) fn create(&self) -> Result<QueryFolder<'_>, ChildError> {
        let folder = self.scratch.create_folder().map_err(ChildError::Folder)?;
        let (progress, stop) = (watch::Sender::default(), CancellationToken::new());
        Ok(QueryFolder {
            settings: &self.settings,
            progress,
            _stop_on_drop: stop.clone().drop_guard(),
            stop,
            folder,
        })
    }
}

impl QueryFolder<'_> {
    /// Returns the runner of children in this folder.
    pub(crate) fn child(&self) -> ChildRunner<'_> {
        ChildRunner {
            settings: self.settings,
            folder: self.folder.path(),
            progress: &self.progress,
            stop: &self.stop,
        }
    }
}
