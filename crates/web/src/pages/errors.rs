//! `/errors` and below: explanations of the error codes. The `type` of every problem response points here.

use askama::Template;
use axum::response::Html;
use chaffinch_pages::{Frame, PageLocation};

use crate::error::WebError;
use crate::http::error_docs::{ALL, Explained, PAGES, explained};
use crate::http::guard::Public;
use crate::http::locale::{self, locale};
use crate::http::request::Path;
use crate::pages::frame::render;

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

fn frame(headers: &axum::http::HeaderMap, title: String) -> Frame {
    let languages = Some(locale::buttons(None));
    Frame { words: locale(headers), languages, ..Frame::new(title, PageLocation::Service) }
}

/// Serves the list of all codes.
pub(crate) async fn list(_: Public, headers: axum::http::HeaderMap) -> Result<Html<String>, WebError> {
    let mut groups: Vec<(&'static str, Vec<ErrorEntry>)> = Vec::new();
    for entry in ALL.iter() {
        match groups.last_mut() {
            Some((group, entries)) if *group == entry.group => entries.push(entry.into()),
            _ => groups.push((entry.group, vec![entry.into()])),
        }
    }
    let title = locale(&headers).say("errors-title").plain();
    render(&ErrorsPage { frame: frame(&headers, title), groups })
}

/// Serves the page of one code.
pub(crate) async fn code(
    _: Public,
    Path(code): Path<String>,
    headers: axum::http::HeaderMap,
) -> Result<Html<String>, WebError> {
    let entry = explained(&code).ok_or(WebError::NotFound)?;
    render(&CodePage { frame: frame(&headers, entry.code.to_owned()), entry: entry.into(), all: PAGES })
}
