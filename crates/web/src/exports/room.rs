//! Accounting of the disk space for files of reports. A file counts from its first byte until its last reader is done,
//! so that slow readers of files that are no longer kept cannot fill the disk. A file that stays in memory does not
//! count.

use super::file::MAX_IN_MEMORY;
use super::{Caller, ExportSettings};
use crate::error::WebError;
use crate::held::{Held, Places};

/// Seconds after which a client should try again. A reader may have ended by then.
const SECONDS: u32 = 10;

/// Counts the bytes of all files, in total and by caller.
pub(super) struct Rooms {
    settings: ExportSettings,
    of_callers: Places<Caller>,
    of_all: Places<()>,
}

/// The disk space of one file, given back on drop. It must be dropped after the file.
#[derive(Debug)]
pub(super) struct Room {
    settings: ExportSettings,
    bytes: u64,
    of_caller: Held<Caller>,
    of_all: Held<()>,
}

impl Rooms {
    pub(super) fn new(settings: ExportSettings) -> Self {
        Self {
            settings,
            of_callers: Places::new(settings.disk_bytes_of_one as usize),
            of_all: Places::new(settings.disk_bytes as usize),
        }
    }

    /// Creates the account of a file that this caller requested. It starts at 0 bytes.
    pub(super) fn room(&self, caller: Caller) -> Room {
        Room {
            settings: self.settings,
            bytes: 0,
            of_caller: self.of_callers.nothing(caller),
            of_all: self.of_all.nothing(()),
        }
    }
}

impl Room {
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
        if 0 < further {
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

#[cfg(test)]
mod tests {
    use std::cell::OnceCell;
    use std::io::Write as _;
    use std::sync::Arc;

    use chaffinch_storage::AccountId;
    use tokio_util::sync::CancellationToken;
    use uuid::Uuid;

    use super::super::file::{SpoolFile, SpoolWriter};
    use super::*;

    const MIB: usize = 1 << 20;
    const ADA: Caller = Caller::Account(AccountId(Uuid::from_u128(1)));
    const BOB: Caller = Caller::Account(AccountId(Uuid::from_u128(2)));
    const EVE: Caller = Caller::Account(AccountId(Uuid::from_u128(3)));

    /// Writes a file of this size, as `Making` does.
    fn written(rooms: &Rooms, caller: Caller, bytes: usize) -> Result<SpoolFile, WebError> {
        let (folder, refused) = (tempfile::tempdir().unwrap(), OnceCell::new());
        let room = rooms.room(caller);
        let mut out = SpoolWriter::new(folder.path(), CancellationToken::new(), room, &refused);
        let end = out.write_all(&vec![b'x'; bytes]);
        let made = out.finish().unwrap();
        assert_eq!(end.is_err(), refused.get().is_some());
        refused.into_inner().map_or(Ok(made), Err)
    }

    #[test]
    fn a_file_takes_room_until_its_last_reader_is_done() {
        let rooms = Rooms::new(ExportSettings {
            file_bytes: 8 * MIB as u64,
            disk_bytes: 7 * MIB as u64,
            disk_bytes_of_one: 5 * MIB as u64,
            ..ExportSettings::default()
        });
        let kept = Arc::new(written(&rooms, ADA, 3 * MIB).unwrap());
        let reader = Arc::clone(&kept);
        drop(kept);
        let refused = written(&rooms, ADA, 3 * MIB);
        assert!(matches!(refused, Err(WebError::TooMany { limit: 5, .. })), "{refused:?}");
        let other = written(&rooms, BOB, 4 * MIB).unwrap();
        let refused = written(&rooms, EVE, MIB + 1);
        assert!(matches!(refused, Err(WebError::Overloaded { limit: 7, .. })), "{refused:?}");
        let small = written(&rooms, EVE, MIB).unwrap();
        assert_eq!(small.bytes(), MIB as u64);
        drop(reader);
        written(&rooms, ADA, 3 * MIB).unwrap();
        drop(other);
        let refused = written(&rooms, BOB, 8 * MIB + 1);
        assert!(matches!(refused, Err(WebError::ReportTooLarge { limit }) if limit == 8 * MIB as u64));
        written(&rooms, ADA, 5 * MIB).unwrap();
    }
}
