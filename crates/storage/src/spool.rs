//! Manages the folder of unfinished uploads: data from HTTP or from a MOSS client stays here until the database has it.
//!
//! - **Limits**: code that writes into the folder reserves the bytes first ([`Spool::reserve`]). There is a limit for
//!   all uploads together and one for each account, so that one account cannot fill the folder for all others.
//! - **Private**: the folder has mode 0700.
//! - **Cleanup**: files that a killed process left behind are removed when the next process starts.
//!
//! This module does not know about requests or the database.

use std::fs::{self, DirBuilder, File, TryLockError};
use std::io;
use std::os::unix::fs::DirBuilderExt as _;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use uuid::Uuid;

use crate::throttle::{Quota, QuotaPermit};

/// A folder for unfinished uploads. It is cheap to clone.
#[derive(Debug, Clone)]
pub struct Spool {
    path: PathBuf,
    limits: SpoolLimits,
    all: Quota<()>,
    of_account: Quota<Uuid>,
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
        Ok(Self { _lock: Some(Arc::new(lock)), ..Self::of(path, limits) })
    }

    /// Uses an existing folder that the caller empties.
    pub fn of(path: PathBuf, limits: SpoolLimits) -> Self {
        let (all, of_account) = (Quota::new(limits.all), Quota::new(limits.of_account));
        Self { path, limits, all, of_account, _lock: None }
    }

    /// Returns the path of the folder.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Returns the number of bytes that unfinished uploads have reserved now.
    pub fn reserved(&self) -> u64 {
        self.all.held_by(())
    }

    /// Starts a reservation of 0 bytes for an upload of this account.
    pub fn reserve(&self, account: Uuid) -> Reservation {
        let (all, of_account) = (self.all.nothing(()), self.of_account.nothing(account));
        Reservation { limits: self.limits, all, of_account }
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

/// How much disk space unfinished uploads may use.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct SpoolLimits {
    /// The limit in bytes for all uploads together.
    pub all: u64,
    /// The limit in bytes for the uploads of one account.
    pub of_account: u64,
}

impl Default for SpoolLimits {
    fn default() -> Self {
        Self { all: 8 << 30, of_account: 2 << 30 }
    }
}

/// Why no more bytes can be reserved. Earlier reservations stay valid.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum SpoolFull {
    /// All uploads together have reached their limit.
    #[error(
        "the unfinished uploads of this service have reached the limit of {limit} bytes (spool-bytes); try again later"
    )]
    All {
        /// The limit in bytes, [`SpoolLimits::all`].
        limit: u64,
    },
    /// The uploads of one account have reached their limit.
    #[error(
        "the unfinished uploads of this account have reached the limit of {limit} bytes (account-spool-bytes); wait until they have ended"
    )]
    OfAccount {
        /// The limit in bytes, [`SpoolLimits::of_account`].
        limit: u64,
    },
}

/// The bytes that one upload has reserved. Dropping it frees them, so drop it after the files.
#[derive(Debug)]
pub struct Reservation {
    limits: SpoolLimits,
    all: QuotaPermit<()>,
    of_account: QuotaPermit<Uuid>,
}

impl Reservation {
    /// Reserves more bytes, all or none of them.
    pub fn grow(&mut self, bytes: u64) -> Result<(), SpoolFull> {
        if !self.of_account.more(bytes) {
            return Err(SpoolFull::OfAccount { limit: self.limits.of_account });
        }
        if !self.all.more(bytes) {
            self.of_account.less(bytes);
            return Err(SpoolFull::All { limit: self.limits.all });
        }
        Ok(())
    }
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

    #[test]
    fn an_account_and_all_accounts_have_limits() {
        let spool = Spool::of(PathBuf::new(), SpoolLimits { all: 10, of_account: 6 });
        let upload = |account| spool.reserve(Uuid::from_u128(account));
        let (mut first, mut second, mut other) = (upload(1), upload(1), upload(2));
        first.grow(4).unwrap();
        second.grow(2).unwrap();
        assert_eq!(second.grow(1), Err(SpoolFull::OfAccount { limit: 6 }));
        other.grow(4).unwrap();
        assert_eq!(other.grow(1), Err(SpoolFull::All { limit: 10 }));
        assert_eq!(upload(3).grow(u64::MAX), Err(SpoolFull::OfAccount { limit: 6 }));
        drop(first);
        other.grow(2).unwrap();
        second.grow(2).unwrap();
        drop((second, other, upload(3)));
        assert_eq!(spool.reserved(), 0);
        upload(1).grow(6).unwrap();
    }
}
