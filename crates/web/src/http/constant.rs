//! Answers that stay the same while the process runs. Each is built and compressed once, and has a tag.

use std::collections::HashMap;
use std::io::Write as _;
use std::sync::OnceLock;

use axum::body::Bytes;
use axum::http::header::{ACCEPT_ENCODING, CACHE_CONTROL, CONTENT_ENCODING, CONTENT_TYPE, ETAG, VARY};
use axum::http::{HeaderMap, HeaderValue, StatusCode};
use axum::response::{IntoResponse as _, Response};
use flate2::Compression;
use flate2::write::GzEncoder;

use crate::http::etag::{holds, weak};

/// An answer that does not change while the process runs.
pub(crate) struct Constant {
    media_type: &'static str,
    plain: Bytes,
    packed: Bytes,
    tag: String,
}

impl Constant {
    pub(crate) fn new(media_type: &'static str, plain: impl Into<Bytes>) -> Self {
        let plain = plain.into();
        let mut packed = GzEncoder::new(Vec::new(), Compression::best());
        let finished = packed.write_all(&plain).and_then(|()| packed.finish());
        let packed = finished.expect("memory takes everything").into();
        Self { media_type, packed, tag: weak(&blake3::hash(&plain)), plain }
    }

    /// Returns the response to a request with these headers. `caching` states who may store it.
    pub(crate) fn answer(&self, request: &HeaderMap, caching: HeaderValue) -> Response {
        let tag = HeaderValue::from_str(&self.tag).expect("hexadecimal in quotes");
        let headers =
            [(CACHE_CONTROL, caching), (ETAG, tag), (VARY, HeaderValue::from_static("accept-encoding"))];
        if holds(request, &self.tag) {
            return (StatusCode::NOT_MODIFIED, headers).into_response();
        }
        let media_type = [(CONTENT_TYPE, self.media_type)];
        if takes_gzip(request) {
            (headers, media_type, [(CONTENT_ENCODING, "gzip")], self.packed.clone()).into_response()
        } else {
            (headers, media_type, self.plain.clone()).into_response()
        }
    }
}

/// All constant answers of a process.
pub(crate) struct Constants {
    /// Static files, by path below `/static`.
    files: HashMap<String, StaticFile>,
    /// The explanation of all error codes.
    pub(crate) errors: Constant,
    /// The OpenAPI document. The first request builds it.
    pub(crate) openapi: OnceLock<Constant>,
}

/// A file of `/static`.
pub(crate) struct StaticFile {
    pub(crate) content: Constant,
    /// SHA-256 of its bytes. Links contain the beginning of it.
    pub(crate) digest: String,
}

impl Constants {
    pub(crate) fn new() -> Self {
        let file = |(path, asset): (String, chaffinch_pages::Asset)| {
            let digest = blake3::Hash::from_bytes(asset.digest).to_hex().to_string();
            let content = Constant::new(media_type(&path), asset.bytes.into_owned());
            (path, StaticFile { content, digest })
        };
        Self {
            files: chaffinch_pages::assets().map(file).collect(),
            errors: Constant::new("text/plain; charset=utf-8", crate::http::error_docs::DOCUMENT),
            openapi: OnceLock::new(),
        }
    }

    pub(crate) fn file(&self, path: &str) -> Option<&StaticFile> {
        self.files.get(path)
    }
}

/// Returns the media type of a static file, by its extension.
fn media_type(path: &str) -> &'static str {
    match path.rsplit_once('.').map(|(_, ending)| ending) {
        Some("css") => "text/css; charset=utf-8",
        Some("js") => "text/javascript; charset=utf-8",
        Some("svg") => "image/svg+xml",
        Some("png") => "image/png",
        _ => "application/octet-stream",
    }
}

/// Returns whether the client accepts gzip.
fn takes_gzip(headers: &HeaderMap) -> bool {
    let accepted = headers.get_all(ACCEPT_ENCODING).iter().filter_map(|value| value.to_str().ok());
    accepted.flat_map(|value| value.split(',')).any(|one| {
        let (name, weight) = one.split_once(';').unwrap_or((one, "q=1"));
        let refused = weight.trim().strip_prefix("q=").is_some_and(|weight| weight.parse() == Ok(0.0));
        name.trim().eq_ignore_ascii_case("gzip") && !refused
    })
}

#[cfg(test)]
mod tests {
    use axum::http::{HeaderMap, header::ACCEPT_ENCODING};

    use super::takes_gzip;

    #[test]
    fn gzip_goes_to_those_who_name_it() {
        for (value, takes) in [
            ("gzip", true),
            ("br, GZIP;q=0.5", true),
            ("gzip;q=0", false),
            ("gzip; q=0.000", false),
            ("identity", false),
            ("", false),
        ] {
            let headers: HeaderMap = [(ACCEPT_ENCODING, value.parse().unwrap())].into_iter().collect();
            assert_eq!(takes_gzip(&headers), takes, "{value}");
        }
    }
}
