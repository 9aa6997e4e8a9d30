//! The REST API under `/api/v1`: JSON in and out, errors as problem details, and an OpenAPI document made from the
//! handlers.

pub(crate) mod archives;
pub(crate) mod batches;
pub(crate) mod cases;
pub(crate) mod checks;
pub(crate) mod courses;
pub(crate) mod documents;
pub(crate) mod drafts;
pub(crate) mod events;
pub(crate) mod marks;
pub(crate) mod reports;
pub(crate) mod revisions;
pub(crate) mod shares;
pub(crate) mod term;
pub(crate) mod tokens;
mod views;

use axum::Extension;
use axum::http::HeaderMap;
use axum::response::Response;

use crate::error::{Result, WebError};
use crate::http::caching::{self, Constant};
use crate::http::guard::Public;
use crate::openapi::document::document;
use crate::routes::route::ListOperations;

/// Get this document
#[utoipa::path(get, path = "/api/v1/openapi.json",
    responses((status = OK, description = "The OpenAPI 3.1 document", body = Object, content_type = "application/json")))]
pub(crate) async fn openapi(
    Public(app): Public,
    Extension(ListOperations(operations)): Extension<ListOperations>,
    headers: HeaderMap,
) -> Result<Response> {
    let openapi = &app.auth.constants.openapi;
    let known = if let Some(known) = openapi.get() {
        known
    } else {
        // If two first requests arrive at the same moment, both build the same document.
        let json = serde_json::to_vec(&document(&app.settings, &operations())).map_err(WebError::internal)?;
        let made = Constant::new("application/json", json);
        openapi.get_or_init(|| made)
    };
    Ok(known.answer(&headers, caching::PRIVATE))
}
