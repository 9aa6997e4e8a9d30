//! Where questions that are answered at once are worked on: by children, each in a folder that goes with its question.

use chaffinch_storage::{HolderId, JobProgress};
use tempfile::TempDir;
use tokio::sync::watch;
use tokio_util::sync::{CancellationToken, DropGuard};

use crate::attempt::AttemptError;
use crate::children::Child;
use crate::scratch::Scratch;
use crate::{RunnerError, RunnerSettings};

/// For the questions of this process.
#[derive(Debug)]
pub(crate) struct Desk {
    settings: RunnerSettings,
    scratch: Scratch,
}

/// A question that is worked on. Whoever drops it stops the work.
pub(crate) struct Begun<'a> {
    settings: &'a RunnerSettings,
    /// Nobody listens.
    tell: watch::Sender<JobProgress>,
    stop: CancellationToken,
    _stopped: DropGuard,
    /// Dropped last, when nobody works in it any more.
    folder: TempDir,
}

impl Desk {
    /// Makes a folder for what is worked on.
    ///
    /// # Errors
    /// [`RunnerError::WorkDir`].
    pub(crate) fn new(settings: RunnerSettings, holder: HolderId) -> Result<Self, RunnerError> {
        let scratch = Scratch::new(&settings.work_dir, holder)?;
        Ok(Self { settings, scratch })
    }

    pub(crate) fn begin(&self) -> Result<Begun<'_>, AttemptError> {
        let folder = self.scratch.job().map_err(AttemptError::Folder)?;
        let (tell, stop) = (watch::Sender::default(), CancellationToken::new());
        Ok(Begun { settings: &self.settings, tell, _stopped: stop.clone().drop_guard(), stop, folder })
    }
}

impl Begun<'_> {
    pub(crate) fn child(&self) -> Child<'_> {
        Child { settings: self.settings, folder: self.folder.path(), tell: &self.tell, stop: &self.stop }
    }
}
