//! REST, `/api/v1`: JSON in and out, errors as problems, described by an OpenAPI document made from the handlers.

pub(crate) mod archives;
pub(crate) mod batches;
mod case_model;
pub(crate) mod cases;
pub(crate) mod clusters;
pub(crate) mod courses;
mod description;
pub(crate) mod documents;
pub(crate) mod drafts;
pub(crate) mod events;
pub(crate) mod model;
pub(crate) mod reports;
mod revision_model;
pub(crate) mod revisions;
mod shapes;
pub(crate) mod shares;
pub(crate) mod tokens;
mod words;

use axum::extract::State;
use axum::http::{HeaderMap, Method};
use axum::response::Response;
use axum::routing::MethodRouter;
use utoipa::openapi::RefOr;
use utoipa::openapi::path::Paths;
use utoipa::openapi::schema::Schema;
use utoipa_axum::router::UtoipaMethodRouter;

use crate::app::App;
use crate::constant::Constant;
use crate::error::WebError;
use crate::guard::Public;
use crate::tagged;

pub(crate) use description::Row;

/// An operation's description, without its handler.
pub(crate) struct Operation {
    /// Unique: `batches_create`.
    id: String,
    pub(crate) methods: Vec<Method>,
    pub(crate) path: String,
    paths: Paths,
    schemas: Vec<(String, RefOr<Schema>)>,
}

impl Operation {
    /// `name` is the handler's path, as it is written in the list of routes.
    pub(crate) fn new(
        name: &str,
        (schemas, paths, handler): UtoipaMethodRouter<App>,
    ) -> (Self, MethodRouter<App>) {
        let words: Vec<&str> = name.split("::").map(str::trim).filter(|word| *word != "api").collect();
        let id = words.join("_");
        let (path, item) = paths.paths.first_key_value().expect("a description has a path");
        let methods = [
            (&item.get, Method::GET),
            (&item.post, Method::POST),
            (&item.put, Method::PUT),
            (&item.patch, Method::PATCH),
            (&item.delete, Method::DELETE),
        ];
        let methods = methods
            .into_iter()
            .filter_map(|(described, method)| described.as_ref().map(|_| method))
            .collect();
        (Self { id, methods, path: path.clone(), paths, schemas }, handler)
    }
}

/// Get this document
#[utoipa::path(get, path = "/api/v1/openapi.json",
    responses((status = OK, description = "The OpenAPI 3.1 document", body = Object, content_type = "application/json")))]
pub(crate) async fn openapi(
    _: Public,
    State(app): State<App>,
    headers: HeaderMap,
) -> Result<Response, WebError> {
    let openapi = &app.gate.constants.openapi;
    let known = if let Some(known) = openapi.get() {
        known
    } else {
        // Two that come first at the same moment make the same.
        let json = serde_json::to_vec(&description::document(&app.settings)).map_err(WebError::internal)?;
        let made = Constant::new("application/json", json);
        openapi.get_or_init(|| made)
    };
    Ok(known.answer(&headers, tagged::PRIVATE))
}
