//! Gives each query that is answered at once a folder, in which child processes work. The folder is deleted with its
//! query.

use chaffinch_storage::{HolderId, JobProgress};
use tempfile::TempDir;
use tokio::sync::watch;
use tokio_util::sync::{CancellationToken, DropGuard};

use super::child_runner::{ChildError, ChildRunner};
use super::scratch::{ScratchDir, WorkDirError};
use super::settings::ChildSettings;

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
