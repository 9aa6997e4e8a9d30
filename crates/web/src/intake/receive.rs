//! A multipart request streams to temporary files. Each limit is refused where it is passed, by name and value.

use std::path::PathBuf;

use axum::extract::multipart::{Field, MultipartError};
use axum::extract::{FromRequest, Multipart, Request};
use axum::http::StatusCode;
use axum::http::header::{CONTENT_LENGTH, CONTENT_TYPE};
use chaffinch_extract::Input;
use chaffinch_storage::PartKind;
use tempfile::TempDir;
use tokio::io::{AsyncWriteExt, BufWriter};

use super::fields::{FIELD_BYTES, Fields};
use crate::app::App;
use crate::error::{WebError, innermost, stood_still};

/// Bytes gathered before they go to disk.
const BUFFER: usize = 256 << 10;

/// An upload that has not been read yet.
pub(crate) struct Incoming(Multipart);

/// An upload on this machine's disk; gone when this is dropped.
pub(super) struct Received {
    pub(super) files: Vec<File>,
    /// Bytes of all files.
    pub(super) bytes: u64,
    _folder: TempDir,
}

/// One uploaded file.
pub(super) struct File {
    pub(super) kind: PartKind,
    /// As the client named it. Never a path of ours.
    pub(super) name: String,
    pub(super) path: PathBuf,
    /// BLAKE3 of its bytes.
    pub(super) digest: [u8; 32],
}

impl File {
    pub(super) fn input(&self) -> Input {
        Input { name: self.name.clone(), place: self.path.clone() }
    }
}

impl FromRequest<App> for Incoming {
    type Rejection = WebError;

    async fn from_request(request: Request, app: &App) -> Result<Self, WebError> {
        let headers = request.headers();
        let header = |name| headers.get(name).and_then(|value| value.to_str().ok());
        // Before a byte of it is read.
        let announced = header(CONTENT_LENGTH).and_then(|length| length.parse().ok());
        let limit = app.settings.upload.bytes;
        if announced.is_some_and(|bytes: u64| bytes > limit) {
            return Err(WebError::UploadTooLarge { limit, announced });
        }
        let media_type = header(CONTENT_TYPE).and_then(|value| value.split(';').next()).unwrap_or_default();
        if !media_type.trim().eq_ignore_ascii_case("multipart/form-data") {
            return Err(WebError::MediaType { expected: "multipart/form-data" });
        }
        let multipart = Multipart::from_request(request, app)
            .await
            .map_err(|error| WebError::Malformed(innermost(&error)))?;
        Ok(Self(multipart))
    }
}

/// What is counted while an upload arrives.
struct Meter<'a> {
    app: &'a App,
    bytes: u64,
}

impl Meter<'_> {
    /// The next piece of a field, counted.
    async fn chunk(&mut self, field: &mut Field<'_>) -> Result<Option<impl AsRef<[u8]> + use<>>, WebError> {
        let chunk = field.chunk().await.map_err(|error| self.unreadable(&error))?;
        self.bytes += chunk.as_ref().map_or(0, |chunk| chunk.len() as u64);
        let limit = self.app.settings.upload.bytes;
        if self.bytes > limit {
            return Err(WebError::UploadTooLarge { limit, announced: None });
        }
        Ok(chunk)
    }

    fn unreadable(&self, error: &MultipartError) -> WebError {
        if stood_still(error) {
            WebError::Idle { seconds: self.app.settings.idle.as_secs() }
        } else if error.status() == StatusCode::PAYLOAD_TOO_LARGE {
            WebError::UploadTooLarge { limit: self.app.settings.upload.bytes, announced: None }
        } else {
            WebError::Malformed(innermost(error))
        }
    }
}

/// Reads an upload to its end.
pub(super) async fn receive(
    app: &App,
    incoming: Incoming,
    fields: &mut Fields,
) -> Result<Received, WebError> {
    let Incoming(mut multipart) = incoming;
    let folder = tempfile::Builder::new()
        .prefix("chaffinch-upload-")
        .tempdir_in(&app.settings.spool)
        .map_err(WebError::internal)?;
    let mut meter = Meter { app, bytes: 0 };
    let mut files: Vec<File> = Vec::new();
    while let Some(mut field) = multipart.next_field().await.map_err(|error| meter.unreadable(&error))? {
        let field_name = field.name().unwrap_or_default().to_owned();
        let Some(kind) = PartKind::from_name(&field_name) else {
            let name = Fields::known(&field_name)?;
            let text = text(name, &mut field, &mut meter).await?;
            fields.set(name, &text)?;
            continue;
        };
        let limit = app.settings.upload.files;
        if files.len() == limit {
            return Err(WebError::TooManyFiles { limit });
        }
        let name = field.file_name().unwrap_or_default().to_owned();
        let path = folder.path().join(files.len().to_string());
        let (bytes, digest) = store(&path, &mut field, &mut meter).await?;
        match (name.is_empty(), bytes) {
            // What a browser sends for a field in which nothing was chosen.
            (true, 0) => {}
            (true, _) => {
                let name = kind.name();
                return Err(WebError::Field { name, problem: "holds a file without a name".to_owned() });
            }
            (false, _) => files.push(File { kind, name, path, digest }),
        }
    }
    Ok(Received { files, bytes: meter.bytes, _folder: folder })
}

async fn text(name: &'static str, field: &mut Field<'_>, meter: &mut Meter<'_>) -> Result<String, WebError> {
    let mut text = Vec::new();
    while let Some(chunk) = meter.chunk(field).await? {
        text.extend_from_slice(chunk.as_ref());
        if text.len() > FIELD_BYTES {
            return Err(WebError::Field { name, problem: format!("has more than {FIELD_BYTES} bytes") });
        }
    }
    String::from_utf8(text).map_err(|_| WebError::Field { name, problem: "is not UTF-8".to_owned() })
}

async fn store(
    path: &std::path::Path,
    field: &mut Field<'_>,
    meter: &mut Meter<'_>,
) -> Result<(u64, [u8; 32]), WebError> {
    let file = tokio::fs::File::create(path).await.map_err(WebError::internal)?;
    let mut file = BufWriter::with_capacity(BUFFER, file);
    let mut digest = blake3::Hasher::new();
    let before = meter.bytes;
    while let Some(chunk) = meter.chunk(field).await? {
        digest.update(chunk.as_ref());
        file.write_all(chunk.as_ref()).await.map_err(WebError::internal)?;
    }
    file.flush().await.map_err(WebError::internal)?;
    Ok((meter.bytes - before, *digest.finalize().as_bytes()))
}
