//! Static files: styles, scripts, images, and the text that explains error codes.

use axum::extract::State;
use axum::http::{HeaderMap, HeaderValue, Uri};
use axum::response::Response;

use crate::app::App;
use crate::error::WebError;
use crate::http::guard::Public;
use crate::http::request::Path;

/// Links to these files contain the start of the digest, so the content of an address never changes.
const FOR_EVER: HeaderValue = HeaderValue::from_static("public, max-age=31536000, immutable");
/// For addresses without the digest, the browser revalidates each time and mostly receives "not modified".
const ASK: HeaderValue = HeaderValue::from_static("no-cache");

pub(crate) async fn asset(
    _: Public,
    State(app): State<App>,
    Path(path): Path<String>,
    uri: Uri,
    headers: HeaderMap,
) -> Result<Response, WebError> {
    let file = app.auth.constants.file(&path).ok_or(WebError::NotFound)?;
    let version = uri.query().and_then(|query| query.strip_prefix("v="));
    let named = version.is_some_and(|version| version.len() >= 8 && file.digest.starts_with(version));
    Ok(file.content.answer(&headers, if named { FOR_EVER } else { ASK }))
}

/// Serves the explanations of all error codes as one text.
pub(crate) async fn errors(_: Public, State(app): State<App>, headers: HeaderMap) -> Response {
    app.auth.constants.errors.answer(&headers, ASK)
}
