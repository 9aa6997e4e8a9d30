//! Lets children do the work in a folder: writes what they are to do, starts them, reads their answers.

use std::io;
use std::path::Path;

use chaffinch_storage::{AnalysisOptions, JobProgress};
use tokio::sync::watch;
use tokio_util::sync::CancellationToken;

use crate::RunnerSettings;
use crate::attempt::{Answer, Attempt, AttemptError};
use crate::earlier::{self, Found, InReport};
use crate::folder::{self, Class, Task, TaskPart, Work};
use crate::process::{self, End};

/// Children that work in one folder, one after the other.
pub(crate) struct Child<'a> {
    pub(crate) settings: &'a RunnerSettings,
    pub(crate) folder: &'a Path,
    pub(crate) tell: &'a watch::Sender<JobProgress>,
    pub(crate) stop: &'a CancellationToken,
}

impl Child<'_> {
    /// Says which stage it is, where no child does.
    pub(crate) fn says(&self, stage: &str) {
        self.tell.send_replace(JobProgress { stage: stage.to_owned(), done: 0, total: 1 });
    }

    /// Lets a child read the upload in the folder.
    pub(crate) async fn reads(
        &self,
        options: AnalysisOptions,
        parts: Vec<TaskPart>,
        least: usize,
    ) -> Result<Result<Class, Attempt>, AttemptError> {
        let limits = self.settings.extract.clone();
        Ok(match self.does(Work::Read { options, parts, least, limits }, folder::read_class).await? {
            Ok(Ok(class)) => Ok(class),
            Ok(Err(reason)) => Err(Attempt::Answered(Answer::Refused { reason })),
            Err(end) => Err(end),
        })
    }

    /// Lets a child do something, then reads its answer; the inner error is an end without one.
    pub(crate) async fn does<Done: Send + 'static>(
        &self,
        work: Work,
        read: fn(&Path) -> io::Result<Option<Done>>,
    ) -> Result<Result<Done, Attempt>, AttemptError> {
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
            let reason = process::reason(status, &complaint, limits);
            if process::needs_more_memory(status, &complaint) {
                Attempt::Answered(Answer::Refused { reason })
            } else {
                Attempt::Crashed { reason }
            }
        }))
    }

    /// Lays earlier submissions beside a class, for the child that compares them. Tells where those are kept.
    pub(crate) async fn lay_beside(
        &self,
        class: &Class,
        found: Vec<Found>,
    ) -> Result<Vec<InReport>, AttemptError> {
        if found.is_empty() {
            return Ok(Vec::new());
        }
        let (earlier, archived) = earlier::in_report(&class.ingest.submissions, found);
        self.in_folder(move |folder| folder::write_earlier(folder, &earlier)).await?;
        Ok(archived)
    }

    /// Reads or writes files, off the threads that must not wait.
    pub(crate) async fn in_folder<Value: Send + 'static>(
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
