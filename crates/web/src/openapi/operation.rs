//! Describes one operation of the API, and what its row in the list of routes adds to it.

use axum::http::Method;
use axum::routing::MethodRouter;
use utoipa::openapi::RefOr;
use utoipa::openapi::path::Paths;
use utoipa::openapi::schema::Schema;
use utoipa_axum::router::UtoipaMethodRouter;

use crate::app::App;
use crate::http::guard::Needs;

/// Returns all operations of the list of routes. The handler of the document gets this function with its request,
/// because it is itself in the list.
#[derive(Clone, Copy)]
pub(crate) struct ListOperations(pub(crate) fn() -> Vec<(RouteProperties, Operation)>);

/// The properties of an operation that its row in the list of routes adds to the description.
pub(crate) struct RouteProperties {
    pub(crate) needs: Needs,
    pub(crate) upload: bool,
    /// The error codes that are specific to this operation.
    pub(crate) refuses: Vec<&'static str>,
    /// Whether it accepts an `Idempotency-Key`.
    pub(crate) repeatable: bool,
    /// Whether its response has an `ETag`.
    pub(crate) tagged: bool,
}

/// The description of an operation, without its handler.
pub(crate) struct Operation {
    /// The unique id, such as `batches_create`.
    pub(crate) id: String,
    pub(crate) methods: Vec<Method>,
    pub(crate) path: String,
    pub(crate) paths: Paths,
    pub(crate) schemas: Vec<(String, RefOr<Schema>)>,
}

impl Operation {
    /// Splits a described handler. `name` is the handler's path as written in the list of routes.
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
