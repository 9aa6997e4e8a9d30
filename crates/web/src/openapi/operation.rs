//! Describes one operation of the API, and what its row in the list of routes adds to it.

use axum::http::Method;
use axum::routing::MethodRouter;
use utoipa::openapi::path::{self, ParameterBuilder, ParameterIn, Paths};
use utoipa::openapi::schema::{KnownFormat, ObjectBuilder, Schema, SchemaFormat, Type};
use utoipa::openapi::{RefOr, Required};
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
        (schemas, mut paths, handler): UtoipaMethodRouter<App>,
    ) -> (Self, MethodRouter<App>) {
        let words: Vec<&str> = name.split("::").map(str::trim).filter(|word| *word != "api").collect();
        let id = words.join("_");
        let (path, item) = paths.paths.iter_mut().next().expect("a description has a path");
        let path = path.clone();
        let described = [
            (&mut item.get, Method::GET),
            (&mut item.post, Method::POST),
            (&mut item.put, Method::PUT),
            (&mut item.patch, Method::PATCH),
            (&mut item.delete, Method::DELETE),
        ];
        let mut methods = Vec::new();
        for (described, method) in described {
            if let Some(described) = described {
                add_ids(&path, described);
                methods.push(method);
            }
        }
        (Self { id, methods, path, paths, schemas }, handler)
    }
}

/// Adds the parameters of the path to a description. Those that it does not describe are ids.
fn add_ids(path: &str, operation: &mut path::Operation) {
    let described = operation.parameters.take().unwrap_or_default();
    let is_described =
        |name: &str| described.iter().any(|one| matches!(one, RefOr::T(one) if one.name == name));
    let names = path.split('{').skip(1).filter_map(|piece| piece.split('}').next());
    let uuid = ObjectBuilder::new()
        .schema_type(Type::String)
        .format(Some(SchemaFormat::KnownFormat(KnownFormat::Uuid)));
    let uuid = uuid.build();
    let id = |name: &str| {
        let id = ParameterBuilder::new().name(name).parameter_in(ParameterIn::Path).required(Required::True);
        RefOr::T(id.schema(Some(uuid.clone())).build())
    };
    let mut parameters: Vec<_> = names.filter(|name| !is_described(name)).map(id).collect();
    parameters.extend(described);
    operation.parameters = Some(parameters).filter(|all| !all.is_empty());
}
