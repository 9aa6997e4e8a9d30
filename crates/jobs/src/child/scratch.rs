//! Manages the folders in which children work: each job and each query that is answered at once has one, which is deleted
//! with it. Finds the folders of dead runners. Knows no child.
//!
//! Each runner has one folder, named after it, with a locked file inside. The system releases the lock when the process
//! ends for any reason. A folder whose lock is free therefore belongs to no running process and is removed.

use std::fs::{self, File, TryLockError};
use std::io;
use std::path::{Path, PathBuf};

use chaffinch_storage::HolderId;
use tempfile::TempDir;

const PREFIX: &str = "chaffinch-run-";
const LOCK: &str = "lock";

/// Error: the folder for running jobs cannot be used.
#[derive(Debug, thiserror::Error)]
#[error("cannot use {} as the folder for running jobs", path.display())]
pub struct WorkDirError {
    /// The folder.
    pub path: PathBuf,
    /// The error of the system.
    #[source]
    pub source: io::Error,
}

/// The folder of a runner. It is removed with its content when it is dropped.
#[derive(Debug)]
pub(crate) struct ScratchDir {
    path: PathBuf,
    /// The file that is locked as long as it is open.
    _lock: File,
}

impl ScratchDir {
    /// Removes what dead runners left in `parent`, then creates a folder for this runner.
    ///
    /// # Errors
    /// [`WorkDirError`].
    pub(crate) fn new(parent: &Path, holder: HolderId) -> Result<Self, WorkDirError> {
        Self::create(parent, holder).map_err(|source| WorkDirError { path: parent.to_owned(), source })
    }

    fn create(parent: &Path, holder: HolderId) -> io::Result<Self> {
        fs::create_dir_all(parent)?;
        remove_abandoned(parent)?;
        let path = parent.join(format!("{PREFIX}{holder}"));
        // Other processes may remove folders at the same time, so the folder gets its name only after its lock is held.
        let mut hidden = tempfile::Builder::new();
        // Uploads of students are stored here unencrypted.
        #[cfg(unix)]
        hidden.permissions(std::os::unix::fs::PermissionsExt::from_mode(0o700));
        let hidden = hidden.prefix("chaffinch-new-").tempdir_in(parent)?;
        let lock = File::create(hidden.path().join(LOCK))?;
        lock.lock()?;
        fs::rename(hidden.keep(), &path)?;
        Ok(Self { path, _lock: lock })
    }

    /// Creates a new folder for one attempt.
    pub(crate) fn create_folder(&self) -> io::Result<TempDir> {
        tempfile::Builder::new().prefix("job-").tempdir_in(&self.path)
    }
}

impl Drop for ScratchDir {
    fn drop(&mut self) {
        if let Err(error) = fs::remove_dir_all(&self.path) {
            tracing::warn!(path = %self.path.display(), %error, "cannot remove the folder of this run");
        }
    }
}

fn remove_abandoned(parent: &Path) -> io::Result<()> {
    for entry in fs::read_dir(parent)? {
        let entry = entry?;
        if !entry.file_name().to_string_lossy().starts_with(PREFIX) {
            continue;
        }
        if is_abandoned(&entry.path()) {
            tracing::info!(path = %entry.path().display(), "removing a folder that a dead worker left");
            if let Err(error) = fs::remove_dir_all(entry.path()) {
                tracing::warn!(path = %entry.path().display(), %error, "cannot remove the folder");
            }
        }
    }
    Ok(())
}

fn is_abandoned(folder: &Path) -> bool {
    match File::open(folder.join(LOCK)) {
        Ok(lock) => !matches!(lock.try_lock(), Err(TryLockError::WouldBlock)),
        // The folder is partly removed, or another process is removing it right now.
        Err(_) => true,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn holder(number: u128) -> HolderId {
        HolderId(uuid::Uuid::from_u128(number))
    }

    #[test]
    fn folders_of_dead_runners_are_removed_others_stay() {
        let parent = TempDir::new().unwrap();
        let living = ScratchDir::new(parent.path(), holder(1)).unwrap();
        let job = living.create_folder().unwrap();
        #[cfg(unix)]
        assert_eq!(
            std::os::unix::fs::PermissionsExt::mode(&fs::metadata(&living.path).unwrap().permissions())
                & 0o777,
            0o700
        );
        let dead = parent.path().join(format!("{PREFIX}{}", holder(2)));
        fs::create_dir(&dead).unwrap();
        fs::write(dead.join(LOCK), "").unwrap();
        fs::write(dead.join("part-0"), "student code").unwrap();
        let stranger = parent.path().join("something-else");
        fs::create_dir(&stranger).unwrap();

        let other = ScratchDir::new(parent.path(), holder(3)).unwrap();
        assert!(!dead.exists());
        assert!(job.path().exists() && stranger.exists());
        drop((job, living, other));
        let left: Vec<_> = fs::read_dir(parent.path()).unwrap().map(|entry| entry.unwrap().path()).collect();
        assert_eq!(left, [stranger]);
    }
}
