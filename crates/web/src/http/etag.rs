//! `ETag`s of the API: answers carry one, and a client that already has the answer gets 304.
//!
//! The tag is a digest of the answer itself, so it is always up to date. It is a weak tag, because compression comes
//! later.

use axum::body::{Body, to_bytes};
use axum::extract::Request;
use axum::http::header::{CACHE_CONTROL, CONTENT_LENGTH, CONTENT_TYPE, ETAG, IF_NONE_MATCH, VARY};
use axum::http::{HeaderMap, HeaderName, HeaderValue, Method, StatusCode};
use axum::middleware::Next;
use axum::response::Response;

use crate::error::WebError;

/// Only the client may store the answer, and must ask before each use, because its access may end.
pub(crate) const PRIVATE: HeaderValue = HeaderValue::from_static("private, no-cache");

/// Adds a tag to an answer that is in memory as a whole.
pub(crate) async fn tagged(request: Request, next: Next) -> Result<Response, WebError> {
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
