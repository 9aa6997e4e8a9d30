//! An upload on the local disk, before it is stored: its files, its folders packed into one tar each, the examination before
//! it is accepted, and the key and digest by which a repeated request is recognized.

use std::collections::BTreeMap;
use std::fs;
use std::io::{self, BufWriter, Write as _};
use std::path::{Path, PathBuf};

use axum::http::HeaderMap;
use chaffinch_extract::{Patterns, Survey, check_said, hex};
use chaffinch_query::{SurveyPart, SurveyUpload};
use chaffinch_storage::{AnalysisOptions, CHUNK_BYTES, Idempotency, Named, NewPart, PartKind, Reservation};
use futures_util::{TryStreamExt as _, stream};
use tempfile::TempDir;
use tokio_util::io::{ReaderStream, StreamReader};

use crate::error::{Result, WebError};
use crate::http::admitted::Admitted;
use crate::limits::fair_queue::blocking;

/// Bytes that a file takes on disk in addition to its content.
pub(super) const FILE_COST: u64 = 4096;

/// An upload on the local disk. Dropping it deletes the files.
pub(super) struct Received {
    pub(super) files: Vec<File>,
    /// Total size of all files, in bytes.
    pub(super) bytes: u64,
    pub(super) folder: TempDir,
    /// Space on disk for the files. The field is dropped after the folder.
    pub(super) reservation: Reservation,
}

impl Received {
    /// Starts an upload of the caller without files. The name of its folder has this prefix.
    pub(super) fn begin(who: &Admitted, prefix: &str) -> Result<Self> {
        let spool = &who.app.settings.spool;
        let folder = tempfile::Builder::new().prefix(prefix).tempdir_in(spool.path());
        let folder = folder.map_err(WebError::internal)?;
        let reservation = spool.reserve(who.actor.account.id.0);
        Ok(Self { files: Vec::new(), bytes: 0, folder, reservation })
    }

    /// Examines the upload in a child process, in a turn of its sender. It finds every problem of the upload while the
    /// client still waits for the response. `least` is the minimum number of submissions. `None`: the upload is only
    /// previewed, so too few are not an error.
    pub(super) async fn examine(
        &self,
        who: &Admitted,
        options: &AnalysisOptions,
        least: Option<usize>,
    ) -> Result<Survey> {
        // Options that can be checked without the upload are checked before.
        check_said(&options.encodings, &options.handed_out)?;
        for (field, patterns) in [("include", &options.include), ("exclude", &options.exclude)] {
            Patterns::new(patterns, &[]).map_err(|error| WebError::field(field, error.to_string()))?;
        }
        let queue = if least.is_some() { &who.app.auth.uploads } else { &who.app.auth.drafts };
        let turn = queue.take(who.actor.account.id, 0).await;
        let _turn =
            turn.map_err(|_| WebError::internal("the queue of uploads is full, although it has no limit"))?;
        let part = |file: &File| {
            let File { kind, name, path, .. } = file;
            SurveyPart { kind: *kind, name: name.clone(), path: path.clone() }
        };
        let upload = SurveyUpload {
            parts: self.files.iter().map(part).collect(),
            options: options.clone(),
            least: least.unwrap_or(0),
            limits: who.app.settings.extract.clone(),
            parse: least.is_none(),
        };
        Ok(who.app.surveyor.survey(upload).await?)
    }

    /// Returns the files as the storage takes them.
    pub(super) fn parts(&self) -> Vec<NewPart> {
        let part = |file: &File| {
            // Each file is opened when it is read, because an upload may have more files than a process may hold open.
            let opened = stream::once(tokio::fs::File::open(file.path.clone()));
            let content = StreamReader::new(
                opened.map_ok(|file| ReaderStream::with_capacity(file, CHUNK_BYTES)).try_flatten(),
            );
            NewPart { kind: file.kind, name: file.name.clone(), content: Box::new(Box::pin(content)) }
        };
        self.files.iter().map(part).collect()
    }

    /// Returns the digest of everything that a request asked for and sent. Every piece is preceded by its length, so that
    /// two different requests cannot give the same input.
    pub(super) fn fingerprint(&self, pieces: impl IntoIterator<Item: AsRef<[u8]>>) -> [u8; 32] {
        let mut digest = blake3::Hasher::new();
        let mut put = |piece: &[u8]| {
            digest.update(&(piece.len() as u64).to_le_bytes());
            digest.update(piece);
        };
        pieces.into_iter().for_each(|piece| put(piece.as_ref()));
        for file in &self.files {
            put(file.kind.name().as_bytes());
            put(file.name.as_bytes());
            put(&file.digest);
        }
        *digest.finalize().as_bytes()
    }

    /// Counts an upload that was accepted.
    pub(super) fn count(&self) {
        metrics::counter!("chaffinch_uploads_total").increment(1);
        metrics::counter!("chaffinch_upload_bytes_total").increment(self.bytes);
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
pub(super) fn path_parts(path: &str) -> Result<Vec<String>> {
    let parts: Vec<&str> = path.split(['/', '\\']).filter(|part| !matches!(*part, "" | ".")).collect();
    if parts.is_empty() || parts.contains(&"..") || parts.iter().any(|part| part.contains('\0')) {
        let problem = format!("contains a file named {path:?}, which is not a path in a folder");
        return Err(WebError::field(FOLDER, problem));
    }
    Ok(parts.into_iter().map(str::to_owned).collect())
}

/// Packs the uploaded files, one tar for each top-level folder. A file without a folder stays a single file. Files are
/// packed in the order of their names, so that the same folder gives the same bytes.
pub(super) async fn packed_folders(files: Vec<InFolder>, into: &Path) -> Result<Vec<File>> {
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
        let digest = blocking(move || pack(&files, &target).map_err(WebError::internal)).await?;
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

pub(crate) fn idempotency_key(headers: &HeaderMap) -> Result<Option<String>> {
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

/// The key under which an upload is accepted once.
pub(super) enum RequestKey {
    /// The key that the client chose. `None`: every upload is a new batch.
    Sent(Option<String>),
    /// This prefix and the digest of the request. Equal requests share the batch, as long as it exists.
    Derived(&'static str),
}

impl RequestKey {
    /// Returns the key of a request with this digest.
    pub(super) fn of_request(self, fingerprint: [u8; 32]) -> Option<Idempotency> {
        let key = match self {
            Self::Sent(key) => key?,
            Self::Derived(prefix) => format!("{prefix}{}", hex(&fingerprint)),
        };
        Some(Idempotency { key, fingerprint })
    }
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
