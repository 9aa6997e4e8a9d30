//! An upload on the local disk, before it is stored.

use std::path::PathBuf;

use chaffinch_query::SurveyPart;
use chaffinch_storage::{CHUNK_BYTES, NewPart, PartKind, Reservation};
use futures_util::{TryStreamExt as _, stream};
use tempfile::TempDir;
use tokio_util::io::{ReaderStream, StreamReader};

/// Bytes that a file takes on disk in addition to its content.
pub(super) const FILE_COST: u64 = 4096;

/// An upload on the local disk. Dropping it deletes the files.
pub(super) struct Received {
    pub(super) files: Vec<File>,
    /// Total size of all files, in bytes.
    pub(super) bytes: u64,
    _folder: TempDir,
    /// Space on disk for the files. The field is dropped after the folder.
    _reservation: Reservation,
}

impl Received {
    pub(super) fn new(files: Vec<File>, bytes: u64, folder: TempDir, reservation: Reservation) -> Self {
        Self { files, bytes, _folder: folder, _reservation: reservation }
    }
}

/// One uploaded file.
pub(super) struct File {
    pub(super) kind: PartKind,
    /// The name that the client sent. It is never used as a local path.
    pub(super) name: String,
    pub(super) path: PathBuf,
    /// BLAKE3 digest of the content.
    pub(super) digest: [u8; 32],
}

impl File {
    pub(super) fn to_survey(&self) -> SurveyPart {
        SurveyPart { kind: self.kind, name: self.name.clone(), path: self.path.clone() }
    }
}

pub(super) fn parts(received: &Received) -> Vec<NewPart> {
    let part = |file: &File| {
        // Each file is opened when it is read, because an upload may have more files than a process may hold open.
        let opened = stream::once(tokio::fs::File::open(file.path.clone()));
        let content = StreamReader::new(
            opened.map_ok(|file| ReaderStream::with_capacity(file, CHUNK_BYTES)).try_flatten(),
        );
        NewPart { kind: file.kind, name: file.name.clone(), content: Box::new(Box::pin(content)) }
    };
    received.files.iter().map(part).collect()
}
