//! What anybody may fetch: the explanations of the error codes, to which the `type` of every problem response points, static
//! files, health checks and metrics. It contains no data of users.

use std::io::{self, Write as _};
use std::path::PathBuf;

use askama::Template;
use axum::http::header::CONTENT_TYPE;
use axum::http::{HeaderMap, HeaderValue, Uri};
use axum::response::{Html, IntoResponse, Response};
use chaffinch_pages::Frame;

use crate::error::kind::{ALL, Explained, PAGES, explained};
use crate::error::{Result, WebError};
use crate::http::admitted::locale;
use crate::http::guard::Public;
use crate::http::request::Path;
use crate::limits::fair_queue::blocking;
use crate::pages::frame::{public_frame, render};

/// A piece of the text of an entry.
struct Piece {
    text: &'static str,
    /// Whether it is shown as code.
    code: bool,
}

/// An error code as a page shows it.
struct ErrorEntry {
    code: &'static str,
    status: u16,
    href: String,
    /// The first sentence.
    sentence: Vec<Piece>,
    paragraphs: Vec<Vec<Piece>>,
}

impl From<&'static Explained> for ErrorEntry {
    fn from(entry: &'static Explained) -> Self {
        Self {
            code: entry.code,
            status: entry.status,
            href: format!("{PAGES}/{}", entry.code),
            sentence: pieces(entry.sentence()),
            paragraphs: entry.text.trim().split("\n\n").map(pieces).collect(),
        }
    }
}

/// Splits a text into plain pieces and pieces between backquotes.
fn pieces(text: &'static str) -> Vec<Piece> {
    let piece = |(at, text): (usize, &'static str)| Piece { text, code: at % 2 == 1 };
    text.split('`').enumerate().map(piece).filter(|piece| !piece.text.is_empty()).collect()
}

#[derive(Template)]
#[template(path = "service/errors.html")]
struct ErrorsPage {
    frame: Frame,
    groups: Vec<(&'static str, Vec<ErrorEntry>)>,
}

#[derive(Template)]
#[template(path = "service/error_code.html")]
struct CodePage {
    frame: Frame,
    entry: ErrorEntry,
    all: &'static str,
}

/// Serves the list of all codes.
pub(crate) async fn error_codes(_: Public, headers: HeaderMap) -> Result<Html<String>> {
    let mut groups: Vec<(&'static str, Vec<ErrorEntry>)> = Vec::new();
    for entry in ALL.iter() {
        match groups.last_mut() {
            Some((group, entries)) if *group == entry.group => entries.push(entry.into()),
            _ => groups.push((entry.group, vec![entry.into()])),
        }
    }
    let title = locale(&headers).say("errors-title");
    render(&ErrorsPage { frame: public_frame(&headers, title), groups })
}

/// Serves the page of one code.
pub(crate) async fn error_code(
    _: Public,
    Path(code): Path<String>,
    headers: HeaderMap,
) -> Result<Html<String>> {
    let entry = explained(&code).ok_or(WebError::NotFound)?;
    render(&CodePage {
        frame: public_frame(&headers, entry.code.to_owned()),
        entry: entry.into(),
        all: PAGES,
    })
}

/// Links to these files contain the start of the digest, so the content of an address never changes.
const FOR_EVER: HeaderValue = HeaderValue::from_static("public, max-age=31536000, immutable");
/// For addresses without the digest, the browser revalidates each time and mostly receives "not modified".
const ASK: HeaderValue = HeaderValue::from_static("no-cache");

pub(crate) async fn asset(
    Public(app): Public,
    Path(path): Path<String>,
    uri: Uri,
    headers: HeaderMap,
) -> Result<Response> {
    let file = app.auth.constants.files.get(&path).ok_or(WebError::NotFound)?;
    let version = uri.query().and_then(|query| query.strip_prefix("v="));
    let named = version.is_some_and(|version| version.len() >= 8 && file.digest.starts_with(version));
    Ok(file.content.answer(&headers, if named { FOR_EVER } else { ASK }))
}

/// Serves the explanations of all error codes as one text.
pub(crate) async fn error_texts(Public(app): Public, headers: HeaderMap) -> Response {
    app.auth.constants.errors.answer(&headers, ASK)
}

/// Number of bytes that a check writes into each folder. They take a block, so a full disk has no room for them.
const PROBE_BYTES: usize = 4096;

/// Error: a folder of the service cannot be written to. The log shows the folder, and the answer does not.
#[derive(Debug, thiserror::Error)]
#[error("cannot write to {}", folder.display())]
struct Unwritable {
    folder: PathBuf,
    #[source]
    source: io::Error,
}

/// Answers as long as the process runs.
pub(crate) async fn alive(_: Public) -> &'static str {
    "ok\n"
}

/// Answers if the database answers too, and if the service can write to its folders. Otherwise it could accept no upload.
pub(crate) async fn ready(Public(app): Public) -> Result<&'static str> {
    app.storage.ping().await.map_err(WebError::NotReady)?;
    let mut folders = app.settings.written.clone();
    folders.push(app.settings.spool.path().to_owned());
    blocking(move || folders.into_iter().try_for_each(probe)).await?;
    Ok("ready\n")
}

fn probe(folder: PathBuf) -> Result<()> {
    let written = tempfile::tempfile_in(&folder).and_then(|mut file| file.write_all(&[0; PROBE_BYTES]));
    written.map_err(|source| WebError::internal(Unwritable { folder, source }))
}

pub(crate) async fn metrics(Public(app): Public) -> impl IntoResponse {
    metrics::gauge!("chaffinch_spool_bytes").set(app.settings.spool.reserved() as f64);
    let metrics = &app.metrics;
    ([(CONTENT_TYPE, "text/plain; version=0.0.4; charset=utf-8")], metrics.render())
}
