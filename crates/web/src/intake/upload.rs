//! An upload on the local disk, before it is stored: its files, its folders packed into one tar each, the examination before
//! it is accepted, and the key and digest by which a repeated request is recognized.

use std::collections::BTreeMap;
use std::fs;
use std::io::{self, BufWriter, Write as _};
use std::path::{Path, PathBuf};

use axum::http::HeaderMap;
use chaffinch_extract as extract;
use chaffinch_query::{SurveyPart, SurveyUpload};
use chaffinch_storage::{AccountId, AnalysisOptions, CHUNK_BYTES, Named, NewPart, PartKind, Reservation};
use futures_util::{TryStreamExt as _, stream};
use tempfile::TempDir;
use tokio_util::io::{ReaderStream, StreamReader};

use crate::app::App;
use crate::error::WebError;
use crate::limits::fair_queue::{FairQueue, QueueFull, QueueTurn, blocking};

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
    fn to_survey(&self) -> SurveyPart {
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

/// Why an upload is examined.
#[derive(Debug, Clone, Copy)]
pub(super) enum Purpose {
    /// To show a preview. Too few submissions are not an error then.
    Preview,
    /// To accept the upload.
    Accept {
        /// The minimum number of submissions in the upload.
        least: usize,
    },
}

/// Examines an upload in a child process. It finds every problem of the upload while the client still waits for the
/// response.
pub(super) async fn survey(
    app: &App,
    _turn: &QueueTurn<AccountId>,
    options: &AnalysisOptions,
    purpose: Purpose,
    received: &Received,
) -> Result<extract::Survey, WebError> {
    let (least, parse) = match purpose {
        Purpose::Preview => (0, true),
        Purpose::Accept { least } => (least, false),
    };
    let upload = SurveyUpload {
        parts: received.files.iter().map(File::to_survey).collect(),
        options: options.clone(),
        least,
        limits: app.settings.extract.clone(),
        parse,
    };
    Ok(app.surveyor.survey(upload).await?)
}

/// Waits for a turn to examine an upload. Options that can be checked without the upload are checked before.
pub(super) async fn turn(
    account: AccountId,
    turns: &FairQueue<AccountId>,
    options: &AnalysisOptions,
) -> Result<QueueTurn<AccountId>, WebError> {
    extract::check_said(&options.encodings, &options.handed_out)?;
    let turn = turns.take(account, 0).await;
    turn.map_err(|QueueFull| WebError::internal("the queue of uploads is full, although it has no limit"))
}

/// Name of the form field for folders.
pub(crate) const FOLDER: &str = "folder";

/// A file of an uploaded folder.
pub(super) struct InFolder {
    /// The components of its path, beginning with the name of the folder.
    pub(super) parts: Vec<String>,
    pub(super) path: PathBuf,
    pub(super) digest: [u8; 32],
}

/// Splits a path into its components, as a browser sends it. Both `/` and `\` separate them.
pub(super) fn path_parts(path: &str) -> Result<Vec<String>, WebError> {
    let parts: Vec<&str> = path.split(['/', '\\']).filter(|part| !matches!(*part, "" | ".")).collect();
    if parts.is_empty() || parts.contains(&"..") || parts.iter().any(|part| part.contains('\0')) {
        let problem = format!("contains a file named {path:?}, which is not a path in a folder");
        return Err(WebError::field(FOLDER, problem));
    }
    Ok(parts.into_iter().map(str::to_owned).collect())
}

/// Packs the uploaded files, one tar for each top-level folder. A file without a folder stays a single file. Files are
/// packed in the order of their names, so that the same folder gives the same bytes.
pub(super) async fn packed_folders(files: Vec<InFolder>, into: &Path) -> Result<Vec<File>, WebError> {
    let mut folders = BTreeMap::<String, Vec<InFolder>>::new();
    let mut loose = Vec::new();
    for file in files {
        match &file.parts[..] {
            [name] => loose.push(File {
                kind: PartKind::Submissions,
                name: name.clone(),
                path: file.path,
                digest: file.digest,
            }),
            [folder, ..] => folders.entry(folder.clone()).or_default().push(file),
            [] => {}
        }
    }
    for (number, (name, mut files)) in folders.into_iter().enumerate() {
        files.sort_by(|a, b| a.parts.cmp(&b.parts));
        let path = into.join(format!("folder-{number}"));
        let target = path.clone();
        let digest = blocking(move || pack(&files, &target).map_err(WebError::of_disk)).await?;
        loose.push(File { kind: PartKind::Submissions, name: format!("{name}.tar"), path, digest });
    }
    Ok(loose)
}

/// Writes one tar and returns the digest of its paths and contents.
fn pack(files: &[InFolder], target: &Path) -> io::Result<[u8; 32]> {
    let mut digest = blake3::Hasher::new();
    let mut tar = tar::Builder::new(BufWriter::new(fs::File::create(target)?));
    for file in files {
        let path = file.parts[1..].join("/");
        digest.update(&(path.len() as u64).to_le_bytes()).update(path.as_bytes()).update(&file.digest);
        let content = fs::File::open(&file.path)?;
        let mut header = tar::Header::new_gnu();
        header.set_size(content.metadata()?.len());
        header.set_mode(0o644);
        tar.append_data(&mut header, &path, content)?;
        fs::remove_file(&file.path)?;
    }
    tar.into_inner()?.flush()?;
    Ok(*digest.finalize().as_bytes())
}

/// Largest length of an `Idempotency-Key`, in characters.
const KEY_LENGTH: usize = 200;

pub(crate) fn idempotency_key(headers: &HeaderMap) -> Result<Option<String>, WebError> {
    let Some(key) = headers.get("idempotency-key") else { return Ok(None) };
    match key.to_str() {
        Ok(key)
            if (1..=KEY_LENGTH).contains(&key.len()) && key.bytes().all(|byte| byte.is_ascii_graphic()) =>
        {
            Ok(Some(key.to_owned()))
        }
        _ => Err(WebError::KeyFormat { limit: KEY_LENGTH }),
    }
}

/// Returns the digest of everything that a request asked for and sent. Every piece is preceded by its length, so that
/// two different requests cannot give the same input.
pub(super) fn fingerprint(pieces: &[&[u8]], received: &Received) -> [u8; 32] {
    let mut digest = blake3::Hasher::new();
    let mut put = |piece: &[u8]| {
        digest.update(&(piece.len() as u64).to_le_bytes());
        digest.update(piece);
    };
    for piece in pieces {
        put(piece);
    }
    for file in &received.files {
        put(file.kind.name().as_bytes());
        put(file.name.as_bytes());
        put(&file.digest);
    }
    *digest.finalize().as_bytes()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn paths_stay_in_their_folder() {
        assert_eq!(path_parts("class/ada/./main.c").unwrap(), ["class", "ada", "main.c"]);
        assert_eq!(path_parts("class\\ada\\main.c").unwrap(), ["class", "ada", "main.c"]);
        for path in ["class/../../etc/passwd", "", "/", ".."] {
            assert!(path_parts(path).is_err(), "{path}");
        }
    }
}
