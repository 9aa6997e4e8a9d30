//! A file without a name on disk: written once, read by any number, gone with the last of them.

use std::fs::File;
use std::io::{self, BufWriter, Seek, SeekFrom, Write};
use std::os::unix::fs::FileExt as _;
use std::path::Path;
use std::sync::Arc;

use axum::body::{Body, Bytes};
use futures_util::stream;
use tokio::sync::Semaphore;
use tokio_util::sync::CancellationToken;

/// Bytes that one reader holds.
const PIECE: usize = 64 << 10;

/// Bytes gathered before they go to disk.
const BUFFER: usize = 256 << 10;

/// Pieces read at the same time. Each is read by a thread, and every thread keeps memory of its own.
static READS: Semaphore = Semaphore::const_new(4);

/// A file that was written.
#[derive(Debug)]
pub(crate) struct SpoolFile {
    file: File,
    bytes: u64,
}

impl SpoolFile {
    /// Takes a file that has no name any more.
    pub(crate) fn new(file: File) -> io::Result<Self> {
        let bytes = file.metadata()?.len();
        Ok(Self { file, bytes })
    }

    pub(crate) const fn bytes(&self) -> u64 {
        self.bytes
    }

    /// Its bytes as the body of an answer, read as the other side takes them.
    pub(crate) fn body(self: Arc<Self>) -> Body {
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
        let mut piece = vec![0; length];
        self.file.read_exact_at(&mut piece, at)?;
        Ok(piece.into())
    }
}

/// A file that is being written. Fails at the next byte when nobody waits for it any more.
pub(crate) struct SpoolWriter {
    file: BufWriter<File>,
    cancel: CancellationToken,
}

impl SpoolWriter {
    /// In this folder, where it never has a name.
    pub(crate) fn new(folder: &Path, cancel: CancellationToken) -> io::Result<Self> {
        Ok(Self { file: BufWriter::with_capacity(BUFFER, tempfile::tempfile_in(folder)?), cancel })
    }

    pub(crate) fn finish(self) -> io::Result<SpoolFile> {
        SpoolFile::new(self.file.into_inner()?)
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
