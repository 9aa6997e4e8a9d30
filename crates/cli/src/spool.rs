//! The folder that uploads pass through on their way into the database.

use std::fs::{self, DirBuilder, File, TryLockError};
use std::io;
use std::os::unix::fs::DirBuilderExt as _;
use std::path::{Path, PathBuf};

/// A folder for this process' uploads. What a killed process left in it is gone.
#[derive(Debug)]
pub(crate) struct Spool {
    pub(crate) path: PathBuf,
    /// Shared by all that use the folder, for as long as they run; whoever has it alone may clear the folder.
    _lock: File,
}

impl Spool {
    pub(crate) fn open(data_dir: &Path) -> io::Result<Self> {
        let path = data_dir.join("uploads");
        DirBuilder::new().recursive(true).mode(0o700).create(&path)?;
        let lock = File::create(data_dir.join("uploads.lock"))?;
        match lock.try_lock() {
            Ok(()) => {
                clear(&path)?;
                lock.unlock()?;
            }
            // Another process is at work here: nothing is known to be left over.
            Err(TryLockError::WouldBlock) => {}
            Err(TryLockError::Error(error)) => return Err(error),
        }
        lock.lock_shared()?;
        Ok(Self { path, _lock: lock })
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
        let first = Spool::open(dir.path()).unwrap();
        let upload = first.path.join("upload");
        fs::create_dir(&upload).unwrap();
        fs::write(upload.join("0"), "student code").unwrap();
        let second = Spool::open(dir.path()).unwrap();
        assert!(upload.exists(), "the first is still at work");
        drop((first, second));
        let _third = Spool::open(dir.path()).unwrap();
        assert!(!upload.exists());
    }
}
