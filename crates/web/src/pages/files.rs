//! Files: styles, scripts, pictures, and the page that explains error codes.

use axum::http::header::{CACHE_CONTROL, CONTENT_TYPE, ETAG};
use axum::http::{HeaderMap, StatusCode, Uri};
use axum::response::{IntoResponse, Response};

use crate::error::WebError;
use crate::guard::Public;
use crate::request::Path;
use crate::tagged::holds;

/// Links carry the start of the digest, so what they name never changes.
const FOR_EVER: &str = "public, max-age=31536000, immutable";
/// Without it the browser asks each time, and mostly hears "not modified".
const ASK: &str = "no-cache";

pub(crate) async fn asset(
    _: Public,
    Path(path): Path<String>,
    uri: Uri,
    headers: HeaderMap,
) -> Result<Response, WebError> {
    let asset = chaffinch_report::asset(&path).ok_or(WebError::NotFound)?;
    let digest = blake3::Hash::from_bytes(asset.digest).to_hex();
    let tag = format!("\"{digest}\"");
    let version = uri.query().and_then(|query| query.strip_prefix("v="));
    let named = version.is_some_and(|version| version.len() >= 8 && digest.starts_with(version));
    let caching = [(CACHE_CONTROL, if named { FOR_EVER } else { ASK }.to_owned()), (ETAG, tag.clone())];
    if holds(&headers, &tag) {
        return Ok((StatusCode::NOT_MODIFIED, caching).into_response());
    }
    Ok((caching, [(CONTENT_TYPE, media_type(&path))], asset.bytes).into_response())
}

/// The few kinds of files that `/static` holds.
fn media_type(path: &str) -> &'static str {
    match path.rsplit_once('.').map(|(_, ending)| ending) {
        Some("css") => "text/css; charset=utf-8",
        Some("js") => "text/javascript; charset=utf-8",
        Some("svg") => "image/svg+xml",
        Some("png") => "image/png",
        _ => "application/octet-stream",
    }
}

/// What each code means, as one text.
pub(crate) async fn errors(_: Public) -> impl IntoResponse {
    ([(CONTENT_TYPE, "text/plain; charset=utf-8"), (CACHE_CONTROL, ASK)], crate::explained::DOCUMENT)
}
