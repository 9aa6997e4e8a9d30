//! The page that says why a change of a case was not made. It leads back to the case and keeps what was typed.

use askama::Template;
use axum::response::{IntoResponse, Response};
use chaffinch_pages::{Frame, PageLocation};
use chaffinch_storage::Case;

use crate::error::WebError;
use crate::http::guard::Admitted;
use crate::pages::frame::{frame, render};
use crate::pages::paths::case_path;

#[derive(Template)]
#[template(path = "service/refused.html")]
struct RefusedPage {
    frame: Frame,
    status: u16,
    code: &'static str,
    title: &'static str,
    detail: String,
    /// What was typed; may be empty.
    typed: String,
    back: String,
}

/// Returns the page, or the error itself if the service failed or the reader may not see the case any more.
pub(super) fn page(who: &Admitted, error: WebError, case: &Case, typed: &str) -> Result<Response, WebError> {
    if error.replaces_the_form() || matches!(error, WebError::NotFound) {
        return Err(error);
    }
    let kind = error.kind();
    let html = render(&RefusedPage {
        frame: frame(who, kind.title, PageLocation::Service, ""),
        status: kind.status.as_u16(),
        code: kind.code,
        title: kind.title,
        detail: error.to_string(),
        typed: typed.to_owned(),
        back: case_path(case),
    })?;
    Ok((kind.status, html).into_response())
}
