//! Answers that a client may keep: constant ones, which are built and compressed once, and the `ETag`s of the API. A client
//! that already has the answer gets 304.
//!
//! The tag is a digest of the answer itself, so it is always up to date. It is a weak tag, because compression comes
//! later.

use std::collections::HashMap;
use std::io::Write as _;
use std::sync::OnceLock;

use axum::body::{Body, Bytes, to_bytes};
use axum::extract::Request;
use axum::http::header::{
    ACCEPT_ENCODING, CACHE_CONTROL, CONTENT_ENCODING, CONTENT_LENGTH, CONTENT_TYPE, ETAG, IF_NONE_MATCH, VARY,
};
use axum::http::{HeaderMap, HeaderName, HeaderValue, Method, StatusCode};
use axum::middleware::Next;
use axum::response::{IntoResponse as _, Response};
use flate2::Compression;
use flate2::write::GzEncoder;

use crate::error::{Result, WebError};

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
    pub(crate) files: HashMap<String, StaticFile>,
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
            errors: Constant::new("text/plain; charset=utf-8", crate::error::kind::DOCUMENT),
            openapi: OnceLock::new(),
        }
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

/// Only the client may store the answer, and must ask before each use, because its access may end.
pub(crate) const PRIVATE: HeaderValue = HeaderValue::from_static("private, no-cache");

/// Adds a tag to an answer that is in memory as a whole.
pub(crate) async fn tagged(request: Request, next: Next) -> Result<Response> {
    let known = request.headers().clone();
    let reads = request.method() == Method::GET;
    let response = next.run(request).await;
    if !reads || response.status() != StatusCode::OK {
        return Ok(response);
    }
    let (parts, body) = response.into_parts();
    let body = to_bytes(body, usize::MAX).await.map_err(WebError::internal)?;
    let mut digest = blake3::Hasher::new();
    digest.update(parts.headers.get(CONTENT_TYPE).map_or(&b""[..], HeaderValue::as_bytes));
    digest.update(&body);
    let tag = weak(&digest.finalize());
    let mut response = Response::from_parts(parts, Body::empty());
    if holds(&known, &tag) {
        *response.status_mut() = StatusCode::NOT_MODIFIED;
        for of_the_body in [CONTENT_TYPE, CONTENT_LENGTH, axum::http::header::CONTENT_DISPOSITION] {
            response.headers_mut().remove(of_the_body);
        }
    } else {
        *response.body_mut() = body.into();
    }
    mark(&mut response, &tag);
    Ok(response)
}

/// Returns the weak tag of a digest.
pub(crate) fn weak(digest: &blake3::Hash) -> String {
    format!("W/\"{}\"", &digest.to_hex()[..32])
}

/// Sets the tag of a response, and who may store it.
pub(crate) fn mark(response: &mut Response, tag: &str) {
    const BY: HeaderName = axum::http::header::AUTHORIZATION;
    let headers = response.headers_mut();
    headers.insert(ETAG, HeaderValue::from_str(tag).expect("hexadecimal in quotes"));
    headers.insert(CACHE_CONTROL, PRIVATE);
    headers.append(VARY, BY.into());
    headers.append(VARY, axum::http::header::COOKIE.into());
}

/// Returns whether the client has an answer with this tag.
pub(crate) fn holds(headers: &HeaderMap, tag: &str) -> bool {
    headers.get_all(IF_NONE_MATCH).iter().any(|known| names(known.as_bytes(), tag.as_bytes()))
}

/// Returns whether a list of tags contains this one. The comparison is weak, because proxies that compress weaken tags.
pub(crate) fn names(known: &[u8], tag: &[u8]) -> bool {
    let bare = |tag: &[u8]| tag.strip_prefix(b"W/").unwrap_or(tag).to_vec();
    known
        .split(|&byte| byte == b',')
        .map(<[u8]>::trim_ascii)
        .any(|known| known == b"*" || bare(known) == bare(tag))
}

#[cfg(test)]
mod tests {
    use axum::http::HeaderMap;
    use axum::http::header::ACCEPT_ENCODING;

    use super::*;

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
