//! Streams a multipart request to temporary files. An upload that exceeds a limit is refused at that point, with the
//! name and value of the limit.

use std::convert::Infallible;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use axum::BoxError;
use axum::body::Body;
use axum::extract::multipart::{Field, MultipartError};
use axum::extract::{FromRequest, Multipart, Request};
use axum::http::StatusCode;
use axum::http::header::CONTENT_LENGTH;
use chaffinch_query::last_part;
use chaffinch_storage::{Named, PartKind};
use futures_util::{StreamExt, stream};
use tokio::io::{AsyncWriteExt, BufWriter};

use crate::app::App;
use crate::error::{Result, WebError, innermost};
use crate::http::admitted::Admitted;
use crate::http::request::is_media_type;
use crate::intake::fields::Fields;
use crate::intake::upload::{FILE_COST, FOLDER, File, InFolder, Received, packed_folders, path_parts};
use crate::sign_in::identity::Sender;

/// Size in bytes of the write buffer. It is held twice during a write, for each upload under way.
const BUFFER: usize = 64 << 10;

/// Largest size in bytes of a file's name, including the folders before it.
const MAX_NAME_BYTES: usize = 1024;

/// Most bytes that may arrive without completing the headers or a piece of a part.
const BETWEEN_PARTS: u64 = 256 << 10;

/// An upload that has not been read yet, or why it cannot be read.
pub(crate) struct Incoming {
    upload: Result<UnreadUpload>,
    sender: Sender,
}

struct UnreadUpload {
    multipart: Multipart,
    /// Bytes that arrived since the parser last found something.
    unread: Arc<AtomicU64>,
}

impl FromRequest<App> for Incoming {
    type Rejection = Infallible;

    async fn from_request(request: Request, app: &App) -> Result<Self, Infallible> {
        let sender = Sender::from_extensions(request.extensions());
        Ok(Self { upload: UnreadUpload::new(request, app).await, sender })
    }
}

impl UnreadUpload {
    async fn new(request: Request, app: &App) -> Result<Self> {
        // The announced size is checked before any byte is read.
        let announced =
            request.headers().get(CONTENT_LENGTH).and_then(|value| value.to_str().ok()?.parse().ok());
        let limit = app.settings.upload.bytes;
        if announced.is_some_and(|bytes: u64| bytes > limit) {
            return Err(WebError::UploadTooLarge { limit, announced });
        }
        if !is_media_type(request.headers(), "multipart/form-data") {
            return Err(WebError::MediaType { expected: "multipart/form-data" });
        }
        let unread = Arc::new(AtomicU64::new(0));
        let request = request.map(|body| paced(body, unread.clone()));
        let multipart = Multipart::from_request(request, app)
            .await
            .map_err(|error| WebError::Malformed(innermost(&error)))?;
        Ok(Self { multipart, unread })
    }
}

/// Wraps a body so that the parser receives one piece at a time. The body fails when the parser finds nothing in too
/// many bytes.
///
/// Attack: endless headers of a part, or endless text before the first part. The parser keeps all of it in memory and
/// searches it from the start each time more arrives.
fn paced(body: Body, unread: Arc<AtomicU64>) -> Body {
    let pieces = (body.into_data_stream(), unread, false);
    Body::from_stream(stream::unfold(pieces, async |(mut body, unread, more)| {
        if more {
            // The parser takes everything that is available before it parses any of it. If the last piece arrives
            // together with the end, it may not parse at all.
            tokio::task::yield_now().await;
        }
        let piece = body.next().await?.map_err(BoxError::from).and_then(|piece| {
            if unread.fetch_add(piece.len() as u64, Ordering::Relaxed) > BETWEEN_PARTS {
                return Err(format!("more than {BETWEEN_PARTS} bytes do not belong to any part").into());
            }
            Ok(piece)
        });
        Some((piece, (body, unread, true)))
    }))
}

/// Counters of an upload while it arrives.
struct Meter<'a> {
    app: &'a App,
    unread: Arc<AtomicU64>,
    /// Largest size of this kind of request in bytes, if it is smaller than that of an upload.
    max_bytes: Option<u64>,
    received: Received,
}

impl Meter<'_> {
    /// Returns the next part.
    async fn field<'m>(&self, multipart: &'m mut Multipart) -> Result<Option<Field<'m>>> {
        let field = multipart.next_field().await.map_err(|error| self.unreadable(&error))?;
        self.unread.store(0, Ordering::Relaxed);
        Ok(field)
    }

    /// Returns the next piece of a field and counts it.
    async fn chunk(&mut self, field: &mut Field<'_>) -> Result<Option<impl AsRef<[u8]> + use<>>> {
        let chunk = field.chunk().await.map_err(|error| self.unreadable(&error))?;
        self.unread.store(0, Ordering::Relaxed);
        self.received.bytes += chunk.as_ref().map_or(0, |chunk| chunk.len() as u64);
        if let Some(limit) = self.max_bytes.filter(|&limit| self.received.bytes > limit) {
            return Err(WebError::BodyTooLarge { limit });
        }
        let limit = self.app.settings.upload.bytes;
        if self.received.bytes > limit {
            return Err(WebError::UploadTooLarge { limit, announced: None });
        }
        Ok(chunk)
    }

    /// Skips the empty part that a browser sends for a file field without a selection. Refuses a file that has content but
    /// no name.
    async fn nothing_chosen(&mut self, name: &'static str, field: &mut Field<'_>) -> Result<()> {
        while let Some(chunk) = self.chunk(field).await? {
            if !chunk.as_ref().is_empty() {
                return Err(WebError::field(name, "contains a file without a name"));
            }
        }
        Ok(())
    }

    /// Returns the text of a field that may have so many bytes.
    async fn text(&mut self, name: &'static str, most: usize, field: &mut Field<'_>) -> Result<String> {
        let mut text = Vec::new();
        while let Some(chunk) = self.chunk(field).await? {
            text.extend_from_slice(chunk.as_ref());
            if text.len() > most {
                return Err(WebError::field(name, format!("has more than {most} bytes")));
            }
        }
        String::from_utf8(text).map_err(|_| WebError::field(name, "is not UTF-8"))
    }

    /// Writes the content of a field to a file and returns its digest.
    async fn store(&mut self, path: &Path, field: &mut Field<'_>) -> Result<[u8; 32]> {
        self.received.reservation.grow(FILE_COST)?;
        let file = tokio::fs::File::create(path).await.map_err(WebError::internal)?;
        let mut file = BufWriter::with_capacity(BUFFER, file);
        let mut digest = blake3::Hasher::new();
        while let Some(chunk) = self.chunk(field).await? {
            self.received.reservation.grow(chunk.as_ref().len() as u64)?;
            digest.update(chunk.as_ref());
            file.write_all(chunk.as_ref()).await.map_err(WebError::internal)?;
        }
        file.flush().await.map_err(WebError::internal)?;
        Ok(*digest.finalize().as_bytes())
    }

    fn unreadable(&self, error: &MultipartError) -> WebError {
        WebError::of_arrival(error, self.app.settings.idle).unwrap_or_else(|| {
            if error.status() == StatusCode::PAYLOAD_TOO_LARGE {
                WebError::UploadTooLarge { limit: self.app.settings.upload.bytes, announced: None }
            } else {
                WebError::Malformed(innermost(error))
            }
        })
    }
}

/// Reads an upload of the caller to its end, then checks again that its sender is allowed.
pub(super) async fn receive(who: &Admitted, incoming: Incoming, fields: &mut Fields) -> Result<Received> {
    let Incoming { upload, sender } = incoming;
    let received = match upload {
        Ok(upload) => read(who, upload, fields).await,
        Err(error) => Err(error),
    };
    // The sender is checked even if the upload cannot be read, because the page with the form then shows the reason.
    sender.check_again(&who.app).await?;
    received
}

async fn read(
    who: &Admitted,
    UnreadUpload { mut multipart, unread }: UnreadUpload,
    fields: &mut Fields,
) -> Result<Received> {
    let app = &who.app;
    let place = app.auth.arriving.take(who.actor.account.id).ok_or(WebError::TooMany {
        what: "uploads at the same time",
        limit: app.settings.upload.of_account as u32,
        seconds: 10,
    })?;
    let received = Received::begin(who, "chaffinch-upload-")?;
    let mut meter = Meter { app, unread, max_bytes: fields.max_bytes(), received };
    let mut in_folders: Vec<InFolder> = Vec::new();
    while let Some(mut field) = meter.field(&mut multipart).await? {
        let field_name = field.name().unwrap_or_default().to_owned();
        let is_in_folder = field_name == FOLDER && fields.takes(PartKind::Submissions);
        let kind = if is_in_folder { Some(PartKind::Submissions) } else { fields.files(&field_name) };
        let Some(kind) = kind else {
            let name = fields.known(&field_name)?;
            let most = fields.most_bytes(name);
            let text = meter.text(name, most, &mut field).await?;
            fields.set(name, &text)?;
            continue;
        };
        let field_name = if is_in_folder { FOLDER } else { kind.name() };
        let name = field.file_name().unwrap_or_default().to_owned();
        if name.is_empty() {
            meter.nothing_chosen(field_name, &mut field).await?;
            continue;
        }
        let parts = if is_in_folder { Some(path_parts(&name)?) } else { None };
        if parts.is_none() && last_part(&name).is_none() {
            let problem = format!("contains a file named {name:?}, which is not a valid file name");
            return Err(WebError::field(field_name, problem));
        }
        // Attack: a name of 100 KB, which would be repeated in the names of all submissions of its archive.
        if name.len() > MAX_NAME_BYTES {
            let bytes = name.len();
            let problem =
                format!("contains a file name of {bytes} bytes, more than the limit of {MAX_NAME_BYTES}");
            return Err(WebError::field(field_name, problem));
        }
        let (count, limit) = (meter.received.files.len() + in_folders.len(), app.settings.upload.files);
        if count == limit {
            return Err(WebError::TooManyFiles { limit });
        }
        let path = meter.received.folder.path().join(count.to_string());
        let digest = meter.store(&path, &mut field).await?;
        if let Some(parts) = parts {
            in_folders.push(InFolder { parts, path, digest });
            continue;
        }
        if kind == PartKind::Reference {
            fields.add_reference()?;
        }
        meter.received.files.push(File { kind, name, path, digest });
    }
    drop(place);
    let mut received = meter.received;
    received.files.extend(packed_folders(in_folders, received.folder.path()).await?);
    Ok(received)
}
