//! Lets child processes do the work in a folder: writes their tasks, starts them and reads their answers.

use std::io;
use std::path::Path;
use std::sync::Once;

use chaffinch_storage::{AnalysisOptions, JobProgress};
use tokio::sync::watch;
use tokio_util::sync::CancellationToken;

use crate::RunnerSettings;
use crate::attempt::{Answer, Attempt, AttemptError};
use crate::confinement::UNCONFINED;
use crate::earlier::{self, Found, InReport};
use crate::folder::{self, Class, Task, TaskPart, Work};
use crate::precautions::{self, MAX_RESTARTS, Precautions, Unfinished};
use crate::process::{self, Death, End};

/// Runs child processes in one folder, one after the other.
pub(crate) struct Child<'a> {
    pub(crate) settings: &'a RunnerSettings,
    pub(crate) folder: &'a Path,
    pub(crate) tell: &'a watch::Sender<JobProgress>,
    pub(crate) stop: &'a CancellationToken,
}

/// Logs, once for this process, that children cannot be confined completely.
fn say_once_if_unconfined(complaint: &str) {
    static SAID: Once = Once::new();
    if complaint.lines().any(|line| line.starts_with(UNCONFINED)) {
        SAID.call_once(|| {
            tracing::warn!(
                "analyses run without part of their confinement; `chaffinch doctor` shows what is missing"
            );
        });
    }
}

/// Reason why a child left no answer.
enum Unanswered {
    Stopped,
    Died(Death),
}

impl Child<'_> {
    /// Reports a stage in which no child runs.
    pub(crate) fn says(&self, stage: &str) {
        self.tell.send_replace(JobProgress { stage: stage.to_owned(), done: 0, total: 1 });
    }

    /// Lets a child read the upload in the folder. If the child dies while it reads a file, another child reads again
    /// and treats this file with precautions.
    pub(crate) async fn reads(
        &self,
        options: AnalysisOptions,
        parts: Vec<TaskPart>,
        least: usize,
    ) -> Result<Result<Class, Attempt>, AttemptError> {
        let mut precautions = Precautions::default();
        for restarts in 0.. {
            let work = Work::Read {
                options: options.clone(),
                parts: parts.clone(),
                least,
                limits: self.settings.extract.clone(),
                precautions: precautions.clone(),
            };
            let death = match self.runs(work, folder::read_class).await? {
                Ok(Ok(class)) => return Ok(Ok(class)),
                Ok(Err(reason)) => return Ok(Err(Attempt::Answered(Answer::Refused { reason }))),
                Err(Unanswered::Stopped) => return Ok(Err(Attempt::Stopped)),
                Err(Unanswered::Died(death)) => death,
            };
            let unfinished = self.in_folder(precautions::unfinished).await?;
            let suspected = death.may_be_a_files() && !unfinished.is_empty();
            if !suspected || restarts == MAX_RESTARTS {
                return Ok(Err(self.ended(&death, &unfinished)));
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

    /// Lets a child do a task, then reads its answer. The inner error is the end of an attempt without an answer.
    pub(crate) async fn does<Done: Send + 'static>(
        &self,
        work: Work,
        read: fn(&Path) -> io::Result<Option<Done>>,
    ) -> Result<Result<Done, Attempt>, AttemptError> {
        Ok(self.runs(work, read).await?.map_err(|end| match end {
            Unanswered::Stopped => Attempt::Stopped,
            Unanswered::Died(death) => self.ended(&death, &[]),
        }))
    }

    async fn runs<Done: Send + 'static>(
        &self,
        work: Work,
        read: fn(&Path) -> io::Result<Option<Done>>,
    ) -> Result<Result<Done, Unanswered>, AttemptError> {
        let limits = self.settings.limits;
        folder::write_task(self.folder, &Task { work, limits }).map_err(AttemptError::Folder)?;
        let end = process::run(&self.settings.child, self.folder, self.tell, self.stop).await;
        let (status, complaint) = match end.map_err(AttemptError::Start)? {
            End::Stopped => return Ok(Err(Unanswered::Stopped)),
            End::Exited { status, complaint } => (status, complaint),
        };
        say_once_if_unconfined(&complaint);
        let answer = self.in_folder(read).await?;
        // An answer is either complete or absent, so a child that died after writing it has done its work.
        Ok(answer.ok_or_else(|| {
            tracing::warn!(%status, complaint, "the analysis ended without an answer");
            Unanswered::Died(Death { status, complaint })
        }))
    }

    /// Returns how an attempt ends after its child died. The reason is text for the uploader.
    fn ended(&self, death: &Death, unfinished: &[Unfinished]) -> Attempt {
        let mut reason = death.reason(self.settings.limits);
        if !unfinished.is_empty() {
            reason = format!("{reason} It ended while it read {}.", precautions::named(unfinished));
        }
        if death.needs_more_memory() {
            Attempt::Answered(Answer::Refused { reason })
        } else {
            Attempt::Crashed { reason }
        }
    }

    /// Writes earlier submissions into the folder, for the child that compares them with the class. Returns where they
    /// are stored.
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

    /// Reads or writes files on a blocking thread.
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
