//! REST, `/api/v1`: JSON in and out, errors as problems, described by an OpenAPI document made from the handlers.

pub(crate) mod archives;
pub(crate) mod batches;
mod case_model;
pub(crate) mod cases;
pub(crate) mod documents;
pub(crate) mod events;
pub(crate) mod model;
pub(crate) mod reports;
mod revision_model;
pub(crate) mod revisions;

use axum::http::Method;
use axum::routing::MethodRouter;
use axum::{Json, response::IntoResponse};
use utoipa::OpenApi;
use utoipa::openapi::path::Paths;
use utoipa::openapi::schema::Schema;
use utoipa::openapi::security::{Http, HttpAuthScheme, SecurityRequirement, SecurityScheme};
use utoipa::openapi::{ContentBuilder, Ref, RefOr, ResponseBuilder};
use utoipa_axum::router::UtoipaMethodRouter;

use crate::app::App;
use crate::guard::{Needs, Public};
use crate::routes;
use crate::watch::Problem;

/// The name of the way to sign in, in the document.
const BEARER: &str = "token";

/// An operation's description, without its handler.
pub(crate) struct Operation {
    pub(crate) methods: Vec<Method>,
    pub(crate) path: String,
    paths: Paths,
    schemas: Vec<(String, RefOr<Schema>)>,
}

impl Operation {
    pub(crate) fn new((schemas, paths, handler): UtoipaMethodRouter<App>) -> (Self, MethodRouter<App>) {
        let (path, item) = paths.paths.first_key_value().expect("a description has a path");
        let methods = [
            (&item.get, Method::GET),
            (&item.post, Method::POST),
            (&item.patch, Method::PATCH),
            (&item.delete, Method::DELETE),
        ];
        let methods = methods
            .into_iter()
            .filter_map(|(described, method)| described.as_ref().map(|_| method))
            .collect();
        (Self { methods, path: path.clone(), paths, schemas }, handler)
    }
}

#[derive(OpenApi)]
#[openapi(
    info(
        title = "Chaffinch",
        version = "1",
        description = "Finds copied work among submissions. Every call but this one needs a token \
            (`Authorization: Bearer`). Errors are RFC 9457 problems with a stable `code`, explained in \
            `/docs/errors.md`.",
        license(name = "MIT OR Apache-2.0")
    ),
    components(schemas(Problem))
)]
struct Document;

/// The whole document.
pub(crate) fn document() -> utoipa::openapi::OpenApi {
    let mut document = Document::openapi();
    let components = document.components.get_or_insert_default();
    components.add_security_scheme(BEARER, SecurityScheme::Http(Http::new(HttpAuthScheme::Bearer)));
    let problem = ResponseBuilder::new()
        .description("What went wrong")
        .content(
            "application/problem+json",
            ContentBuilder::new().schema(Some(Ref::from_schema_name("Problem"))).build(),
        )
        .build();
    for (needs, operation) in routes::operations() {
        components.schemas.extend(operation.schemas);
        for (path, mut item) in operation.paths.paths {
            let operations = [&mut item.get, &mut item.post, &mut item.patch, &mut item.delete];
            for described in operations.into_iter().flatten() {
                if needs != Needs::Nothing {
                    described.security = Some(vec![SecurityRequirement::new(BEARER, [""; 0])]);
                    described.responses.responses.insert("default".to_owned(), problem.clone().into());
                }
            }
            match document.paths.paths.get_mut(&path) {
                Some(known) => known.merge_operations(item),
                None => {
                    document.paths.paths.insert(path, item);
                }
            }
        }
    }
    document
}

/// This document
#[utoipa::path(get, path = "/api/v1/openapi.json", responses((status = OK, description = "OpenAPI 3.1")))]
pub(crate) async fn openapi(_: Public) -> impl IntoResponse {
    Json(document())
}
