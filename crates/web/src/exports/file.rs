//! A file without a name: written once, read by any number, gone with the last of them. A small one stays in memory, so
//! that a full disk keeps nobody from reading an ordinary report.

use std::fs::File;
use std::io::{self, BufWriter, Seek, SeekFrom, Write};
use std::os::unix::fs::FileExt as _;
use std::path::Path;
use std::sync::Arc;

use axum::body::{Body, Bytes};
use futures_util::stream;
use tempfile::{SpooledData, SpooledTempFile};
use tokio::sync::Semaphore;
use tokio_util::sync::CancellationToken;

/// Bytes that one reader holds.
const PIECE: usize = 64 << 10;

/// Bytes gathered before they are written.
const BUFFER: usize = 64 << 10;

/// Bytes of a file that stays in memory.
const MAX_IN_MEMORY: usize = 1 << 20;

/// Pieces read at the same time. Each is read by a thread, and every thread keeps memory of its own.
static READS: Semaphore = Semaphore::const_new(4);

/// A file that was written.
#[derive(Debug)]
pub(crate) struct SpoolFile {
    content: Content,
    bytes: u64,
}

#[derive(Debug)]
enum Content {
    Memory(Bytes),
    Disk(File),
}

impl SpoolFile {
    /// Takes a file that has no name any more.
    pub(crate) fn new(file: File) -> io::Result<Self> {
        let bytes = file.metadata()?.len();
        Ok(Self { content: Content::Disk(file), bytes })
    }

    fn in_memory(bytes: Vec<u8>) -> Self {
        Self { bytes: bytes.len() as u64, content: Content::Memory(bytes.into()) }
    }

    pub(crate) const fn bytes(&self) -> u64 {
        self.bytes
    }

    /// Its bytes as the body of an answer, read as the other side takes them.
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

/// A file that is being written. Fails at the next byte when nobody waits for it any more.
pub(crate) struct SpoolWriter {
    file: BufWriter<SpooledTempFile>,
    cancel: CancellationToken,
}

impl SpoolWriter {
    /// In this folder, where it never has a name.
    pub(crate) fn new(folder: &Path, cancel: CancellationToken) -> Self {
        let file = tempfile::spooled_tempfile_in(MAX_IN_MEMORY, folder);
        Self { file: BufWriter::with_capacity(BUFFER, file), cancel }
    }

    pub(crate) fn finish(self) -> io::Result<SpoolFile> {
        match self.file.into_inner()?.into_inner() {
            SpooledData::InMemory(bytes) => Ok(SpoolFile::in_memory(bytes.into_inner())),
            SpooledData::OnDisk(file) => SpoolFile::new(file),
        }
    }
}

impl Write for SpoolWriter {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        alive(&self.cancel)?;
        self.file.write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.file.flush()
    }
}

impl Seek for SpoolWriter {
    fn seek(&mut self, to: SeekFrom) -> io::Result<u64> {
        self.file.seek(to)
    }
}

/// Fails when nobody waits any more.
pub(super) fn alive(cancel: &CancellationToken) -> io::Result<()> {
    if cancel.is_cancelled() { Err(abandoned()) } else { Ok(()) }
}

/// Why a file is not finished that nobody waits for. Nobody reads it.
pub(super) fn abandoned() -> io::Error {
    io::Error::other("nobody waits for this file any more")
}
