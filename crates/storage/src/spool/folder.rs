//! Creates the folder, locks it for this process, and removes what a killed process left behind.

use std::fs::{self, DirBuilder, File, TryLockError};
use std::io;
use std::os::unix::fs::DirBuilderExt as _;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use uuid::Uuid;

use super::reservation::{Reservation, Reserved, SpoolLimits};

/// A folder for unfinished uploads. It is cheap to clone.
#[derive(Debug, Clone)]
pub struct Spool {
    path: PathBuf,
    reserved: Reserved,
    /// A lock that all processes using the folder share while they run. A process that gets it exclusively may empty
    /// the folder.
    _lock: Option<Arc<File>>,
}

impl Spool {
    /// Opens the folder `uploads` of a data directory. Empties it if no other process uses it.
    pub fn open(data_dir: &Path, limits: SpoolLimits) -> io::Result<Self> {
        let path = data_dir.join("uploads");
        DirBuilder::new().recursive(true).mode(0o700).create(&path)?;
        let lock = File::create(data_dir.join("uploads.lock"))?;
        match lock.try_lock() {
            Ok(()) => {
                clear(&path)?;
                lock.unlock()?;
            }
            // Another process is using the folder, so its files may still be needed.
            Err(TryLockError::WouldBlock) => {}
            Err(TryLockError::Error(error)) => return Err(error),
        }
        lock.lock_shared()?;
        Ok(Self { path, reserved: Reserved::new(limits), _lock: Some(Arc::new(lock)) })
    }

    /// Uses an existing folder that the caller empties.
    pub fn of(path: PathBuf, limits: SpoolLimits) -> Self {
        Self { path, reserved: Reserved::new(limits), _lock: None }
    }

    /// Returns the path of the folder.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Returns the number of bytes that unfinished uploads have reserved now.
    pub fn reserved(&self) -> u64 {
        self.reserved.bytes()
    }

    /// Starts a reservation of 0 bytes for an upload of this account.
    pub fn reserve(&self, account: Uuid) -> Reservation {
        self.reserved.reserve(account)
    }
}

fn clear(folder: &Path) -> io::Result<()> {
    for entry in fs::read_dir(folder)? {
        let entry = entry?;
        if entry.file_type()?.is_dir() {
            fs::remove_dir_all(entry.path())?;
        } else {
            fs::remove_file(entry.path())?;
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn leftovers_go_and_what_another_process_holds_stays() {
        let dir = tempfile::tempdir().unwrap();
        let open = || Spool::open(dir.path(), SpoolLimits::default()).unwrap();
        let first = open();
        let upload = first.path().join("upload");
        fs::create_dir(&upload).unwrap();
        fs::write(upload.join("0"), "student code").unwrap();
        let second = open();
        assert!(upload.exists(), "the first is still at work");
        drop((first, second));
        let _third = open();
        assert!(!upload.exists());
    }
}
