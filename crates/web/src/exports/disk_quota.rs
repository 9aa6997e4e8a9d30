//! Accounting of the disk space for files of reports. A file counts from its first byte until its last reader is done,
//! so that slow readers of files that are no longer kept cannot fill the disk. A file that stays in memory does not
//! count.

use chaffinch_storage::throttle::{Quota, QuotaPermit};

use crate::error::WebError;
use crate::limits::caller::Caller;
use crate::settings::ExportSettings;

/// Largest size in bytes of a file that stays in memory.
pub(super) const MAX_IN_MEMORY: usize = 1 << 20;

/// Seconds after which a client should try again. A reader may have ended by then.
const SECONDS: u32 = 10;

/// Counts the bytes of all files, in total and by caller.
pub(super) struct DiskQuota {
    settings: ExportSettings,
    of_callers: Quota<Caller>,
    of_all: Quota<()>,
}

/// The disk space of one file, given back on drop. It must be dropped after the file.
#[derive(Debug)]
pub(super) struct FileSpace {
    settings: ExportSettings,
    bytes: u64,
    of_caller: QuotaPermit<Caller>,
    of_all: QuotaPermit<()>,
}

impl DiskQuota {
    pub(super) fn new(settings: ExportSettings) -> Self {
        Self {
            settings,
            of_callers: Quota::new(settings.disk_bytes_of_one),
            of_all: Quota::new(settings.disk_bytes),
        }
    }

    /// Creates the account of a file that this caller requested. It starts at 0 bytes.
    pub(super) fn room(&self, caller: Caller) -> FileSpace {
        FileSpace {
            settings: self.settings,
            bytes: 0,
            of_caller: self.of_callers.nothing(caller),
            of_all: self.of_all.nothing(()),
        }
    }
}

impl FileSpace {
    /// Reserves space for more bytes of the file.
    ///
    /// # Errors
    ///
    /// Returns which limit is reached: the size of the file, the space of the caller, or the space of all files.
    pub(super) fn grow(&mut self, bytes: u64) -> Result<(), WebError> {
        let all = self.bytes + bytes;
        let limit = self.settings.file_bytes;
        if limit < all {
            return Err(WebError::ReportTooLarge { limit });
        }
        let further = on_disk(all) - on_disk(self.bytes);
        if further > 0 {
            self.hold(further)?;
        }
        self.bytes = all;
        Ok(())
    }

    fn hold(&mut self, bytes: u64) -> Result<(), WebError> {
        if !self.of_caller.more(bytes) {
            return Err(WebError::TooMany {
                what: "MiB of prepared downloads for you",
                limit: (self.settings.disk_bytes_of_one >> 20) as u32,
                seconds: SECONDS,
            });
        }
        if !self.of_all.more(bytes) {
            return Err(WebError::Overloaded {
                what: "MiB of prepared downloads",
                limit: (self.settings.disk_bytes >> 20) as usize,
            });
        }
        Ok(())
    }
}

/// Returns how many bytes on disk a file of this size takes: 0 if it stays in memory.
const fn on_disk(bytes: u64) -> u64 {
    if bytes <= MAX_IN_MEMORY as u64 { 0 } else { bytes }
}
