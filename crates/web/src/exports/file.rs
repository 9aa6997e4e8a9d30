//! A temporary file without a name. It is written once and can have any number of readers. It disappears with its last
//! reader. A small file stays in memory, so that people can read ordinary reports even when the disk is full.
//!
//! The disk space of a file counts from its first byte until its last reader is done, so that slow readers of files that
//! are no longer kept cannot fill the disk.

use std::cell::OnceCell;
use std::fs::File;
use std::io::{self, BufWriter, Seek, SeekFrom, Write};
use std::os::unix::fs::FileExt as _;
use std::path::Path;
use std::sync::Arc;

use axum::body::{Body, Bytes};
use chaffinch_storage::throttle::{Quota, QuotaPermit};
use futures_util::stream;
use tempfile::{SpooledData, SpooledTempFile};
use tokio::sync::Semaphore;
use tokio_util::sync::CancellationToken;

use crate::error::{Result, WebError};
use crate::limits::fair_queue::Caller;
use crate::settings::ExportSettings;

/// Size in bytes of one read. A reader holds at most one such piece in memory.
const PIECE: usize = 64 << 10;

/// Size in bytes of the write buffer.
const BUFFER: usize = 64 << 10;

/// Limits how many pieces are read at the same time. A thread reads each piece, and every thread keeps memory of its
/// own.
static READS: Semaphore = Semaphore::const_new(4);

/// A finished file, in memory or on disk.
#[derive(Debug)]
pub(crate) struct SpoolFile {
    content: Content,
    pub(crate) bytes: u64,
    /// The disk space that the file counts against. It comes after the content, because fields are dropped in order and
    /// the space is given back last. `None` if the file is not counted.
    _room: Option<FileSpace>,
}

#[derive(Debug)]
enum Content {
    Memory(Bytes),
    Disk(File),
}

impl SpoolFile {
    /// Wraps an open file that has no name any more.
    pub(crate) fn new(file: File) -> io::Result<Self> {
        Self::on_disk(file, None)
    }

    fn on_disk(file: File, room: Option<FileSpace>) -> io::Result<Self> {
        let bytes = file.metadata()?.len();
        Ok(Self { content: Content::Disk(file), bytes, _room: room })
    }

    /// Returns the file as a response body. Each piece is read when the client takes it.
    pub(crate) fn body(self: Arc<Self>) -> Body {
        if let Content::Memory(bytes) = &self.content {
            return Body::from(bytes.clone());
        }
        Body::from_stream(stream::try_unfold((self, 0), async |(file, at)| {
            if file.bytes <= at {
                return Ok(None);
            }
            let _turn = READS.acquire().await.map_err(io::Error::other)?;
            let reading = Arc::clone(&file);
            let piece =
                tokio::task::spawn_blocking(move || reading.piece(at)).await.map_err(io::Error::other)??;
            let next = at + piece.len() as u64;
            Ok::<_, io::Error>(Some((piece, (file, next))))
        }))
    }

    fn piece(&self, at: u64) -> io::Result<Bytes> {
        let length = usize::try_from(self.bytes - at).unwrap_or(PIECE).min(PIECE);
        match &self.content {
            Content::Memory(bytes) => Ok(bytes.slice(at as usize..at as usize + length)),
            Content::Disk(file) => {
                let mut piece = vec![0; length];
                file.read_exact_at(&mut piece, at)?;
                Ok(piece.into())
            }
        }
    }
}

/// A file that is being written. The next write fails when no request waits for the file any more, or when no space is
/// left.
pub(super) struct SpoolWriter<'a> {
    file: BufWriter<SpooledTempFile>,
    cancel: CancellationToken,
    room: FileSpace,
    refused: &'a OnceCell<WebError>,
}

impl<'a> SpoolWriter<'a> {
    /// Creates a file without a name in `folder`. `refused` receives the reason when no space is left. It is needed
    /// because some formats change the errors of their writer, and a dropped buffer discards them.
    pub(super) fn new(
        folder: &Path,
        cancel: CancellationToken,
        room: FileSpace,
        refused: &'a OnceCell<WebError>,
    ) -> Self {
        let file = tempfile::spooled_tempfile_in(MAX_IN_MEMORY, folder);
        Self { file: BufWriter::with_capacity(BUFFER, file), cancel, room, refused }
    }

    pub(super) fn finish(self) -> io::Result<SpoolFile> {
        match self.file.into_inner()?.into_inner() {
            SpooledData::InMemory(bytes) => {
                let content: Bytes = bytes.into_inner().into();
                Ok(SpoolFile { bytes: content.len() as u64, content: Content::Memory(content), _room: None })
            }
            SpooledData::OnDisk(file) => SpoolFile::on_disk(file, Some(self.room)),
        }
    }
}

impl Write for SpoolWriter<'_> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        alive(&self.cancel)?;
        if let Err(refused) = self.room.grow(bytes.len() as u64) {
            self.refused.get_or_init(|| refused);
            return Err(io::ErrorKind::FileTooLarge.into());
        }
        self.file.write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.file.flush()
    }
}

impl Seek for SpoolWriter<'_> {
    fn seek(&mut self, to: SeekFrom) -> io::Result<u64> {
        self.file.seek(to)
    }
}

/// Fails when no request waits for the file any more.
pub(super) fn alive(cancel: &CancellationToken) -> io::Result<()> {
    if cancel.is_cancelled() { Err(abandoned()) } else { Ok(()) }
}

/// Returns the error that stops a file for which no request waits. It is never shown to a user.
pub(super) fn abandoned() -> io::Error {
    io::Error::other("no request waits for this file any more")
}

/// Largest size in bytes of a file that stays in memory.
const MAX_IN_MEMORY: usize = 1 << 20;

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
    pub(super) fn grow(&mut self, bytes: u64) -> Result<()> {
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

    fn hold(&mut self, bytes: u64) -> Result<()> {
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
    use chaffinch_storage::AccountId;
    use uuid::Uuid;

    use super::*;
    use crate::limits::fair_queue::Caller;
    use crate::settings::ExportSettings;

    const MIB: usize = 1 << 20;
    const ADA: Caller = Caller::Account(AccountId(Uuid::from_u128(1)));
    const BOB: Caller = Caller::Account(AccountId(Uuid::from_u128(2)));
    const EVE: Caller = Caller::Account(AccountId(Uuid::from_u128(3)));

    /// Writes a file of this size, as `ExportBuild` does.
    fn written(rooms: &DiskQuota, caller: Caller, bytes: usize) -> Result<SpoolFile> {
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
        let rooms = DiskQuota::new(ExportSettings {
            file_bytes: 8 * MIB as u64,
            disk_bytes: 7 * MIB as u64,
            disk_bytes_of_one: 5 * MIB as u64,
            ..ExportSettings::default()
        });
        let first = Arc::new(written(&rooms, ADA, 3 * MIB).unwrap());
        let reader = Arc::clone(&first);
        drop(first);
        let refused = written(&rooms, ADA, 3 * MIB);
        assert!(matches!(refused, Err(WebError::TooMany { limit: 5, .. })), "{refused:?}");
        let other = written(&rooms, BOB, 4 * MIB).unwrap();
        let refused = written(&rooms, EVE, MIB + 1);
        assert!(matches!(refused, Err(WebError::Overloaded { limit: 7, .. })), "{refused:?}");
        let small = written(&rooms, EVE, MIB).unwrap();
        assert_eq!(small.bytes, MIB as u64);
        drop(reader);
        written(&rooms, ADA, 3 * MIB).unwrap();
        drop(other);
        let refused = written(&rooms, BOB, 8 * MIB + 1);
        assert!(matches!(refused, Err(WebError::ReportTooLarge { limit }) if limit == 8 * MIB as u64));
        written(&rooms, ADA, 5 * MIB).unwrap();
    }
}
