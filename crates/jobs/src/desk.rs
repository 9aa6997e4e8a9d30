//! Runs queries that are answered at once. Child processes do the work, each in a folder that is deleted with its
//! query.

use chaffinch_storage::{HolderId, JobProgress};
use tempfile::TempDir;
use tokio::sync::watch;
use tokio_util::sync::{CancellationToken, DropGuard};

use crate::attempt::AttemptError;
use crate::children::Child;
use crate::scratch::Scratch;
use crate::{RunnerError, RunnerSettings};

/// Creates the folders for the queries of this process.
#[derive(Debug)]
pub(crate) struct Desk {
    settings: RunnerSettings,
    scratch: Scratch,
}

/// A query in progress. Dropping it stops the work.
pub(crate) struct Begun<'a> {
    settings: &'a RunnerSettings,
    /// Progress of the query; it has no receiver.
    tell: watch::Sender<JobProgress>,
    stop: CancellationToken,
    _stopped: DropGuard,
    /// The folder of the query. It is dropped last, when no child works in it any more.
    folder: TempDir,
}

impl Desk {
    /// Creates a folder for the queries of this process.
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
