//! Defines a row of the list of routes: its handler, what it needs of callers, what its request may contain, and for
//! operations of the API the description without the handler.

use axum::handler::Handler;
use axum::http::Method;
use axum::routing::MethodRouter;
use chaffinch_storage::MAX_STATEMENT_BYTES;
use utoipa::openapi::path::{Operation, ParameterBuilder, ParameterIn, Paths};
use utoipa::openapi::schema::{KnownFormat, ObjectBuilder, Schema, SchemaFormat, Type};
use utoipa::openapi::{RefOr, Required};
use utoipa_axum::router::UtoipaMethodRouter;

use crate::app::App;
use crate::error::kind;
use crate::http::admitted::Needs;
use crate::http::guard::Guard;
use crate::limits::body::MAX_SMALL_BODY_BYTES;
use crate::limits::rates::RatedOperation;
use crate::pages::batches::patterns::MAX_NAMES_BYTES;
use crate::services::query::MAX_QUERY_BYTES;

/// What a request may send, and how long it may take.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum BodyKind {
    /// A small body at most, answered within the deadline.
    Small,
    /// An upload, without the limit of small bodies and without a deadline.
    Uploads,
    /// A small body at most, without a deadline, because the answer waits for other work.
    WithoutDeadline,
}

/// One row of the list of routes.
pub(crate) struct Route {
    pub(crate) methods: Vec<Method>,
    pub(crate) path: String,
    pub(crate) needs: Needs,
    pub(crate) takes: BodyKind,
    /// Maximum size in bytes of a body that is no upload.
    pub(crate) body: usize,
    pub(crate) handler: MethodRouter<App>,
    /// The description, for operations of the API.
    pub(crate) operation: Option<DescribedOperation>,
    /// Error codes in addition to those that the row implies. They go into the description.
    pub(crate) refuses: Vec<&'static str>,
    /// Whether the route accepts an `Idempotency-Key`.
    pub(crate) repeatable: bool,
    /// Whether the answer is a stream without an end.
    streams: bool,
    /// Whether the handler sets an `ETag`.
    own_tag: bool,
    /// The rate limit that counts the request.
    pub(crate) rate: RatedOperation,
}

/// Arguments of a handler, as axum lists them. The first one is a [`Guard`].
pub(crate) trait Guarded {
    const NEEDS: Needs;
}

macro_rules! guarded {
    ($($rest:ident),*) => {
        impl<Via, G: Guard, $($rest),*> Guarded for (Via, G, $($rest,)*) {
            const NEEDS: Needs = G::NEEDS;
        }
    };
}
guarded!();
guarded!(A);
guarded!(A, B);
guarded!(A, B, C);
guarded!(A, B, C, D);

/// Returns the rows that are operations of the API. The handler of the document gets this function with its request,
/// because it is itself in the list.
#[derive(Clone, Copy)]
pub(crate) struct ListOperations(pub(crate) fn() -> Vec<Route>);

/// Returns the row of a page or file.
pub(crate) fn get<H: Handler<T, App>, T: Guarded + 'static>(path: &str, handler: H) -> Route {
    Route::new(vec![Method::GET], path, T::NEEDS, axum::routing::get(handler))
}

/// Returns the row of a form.
pub(crate) fn post<H: Handler<T, App>, T: Guarded + 'static>(path: &str, handler: H) -> Route {
    Route::new(vec![Method::POST], path, T::NEEDS, axum::routing::post(handler))
}

/// Returns the row of an API operation. Its OpenAPI description states path and method.
pub(crate) fn operation<H, T>(_: H, name: &str, described: UtoipaMethodRouter<App>) -> Route
where
    H: Handler<T, App>,
    T: Guarded,
{
    let (operation, handler) = DescribedOperation::new(name, described);
    let route = Route::new(operation.methods.clone(), &operation.path, T::NEEDS, handler);
    Route { operation: Some(operation), ..route }
}

impl Route {
    fn new(methods: Vec<Method>, path: &str, needs: Needs, handler: MethodRouter<App>) -> Self {
        Self {
            methods,
            path: path.to_owned(),
            needs,
            takes: BodyKind::Small,
            body: MAX_SMALL_BODY_BYTES,
            handler,
            operation: None,
            refuses: Vec::new(),
            repeatable: false,
            streams: false,
            own_tag: false,
            rate: RatedOperation::Request,
        }
    }

    pub(crate) fn for_uploads(self) -> Self {
        Self { takes: BodyKind::Uploads, rate: RatedOperation::Upload, ..self }
    }

    pub(crate) fn without_deadline(self) -> Self {
        Self { takes: BodyKind::WithoutDeadline, ..self }
    }

    pub(crate) fn for_texts(self) -> Self {
        Self { body: MAX_QUERY_BYTES, rate: RatedOperation::Query, ..self }
    }

    pub(crate) fn for_names(self) -> Self {
        Self { body: MAX_NAMES_BYTES, ..self }
    }

    pub(crate) fn for_statements(self) -> Self {
        Self { body: MAX_STATEMENT_BYTES + MAX_SMALL_BODY_BYTES, ..self.without_deadline() }
    }

    pub(crate) fn for_signing_in(self) -> Self {
        Self { rate: RatedOperation::SignIn, ..self }
    }

    /// Adds codes of `docs/integrating/errors.md` to those that the row implies.
    pub(crate) fn refuses(self, codes: &[&'static str]) -> Self {
        Self { refuses: codes.to_vec(), ..self }
    }

    /// Adds all codes of uploads, because the operation examines an earlier upload again.
    pub(crate) fn looks_through(self) -> Self {
        let uploads = kind::ALL.iter().filter(|entry| entry.group == "Uploads");
        Self { refuses: uploads.map(|entry| entry.code).collect(), ..self }
    }

    pub(crate) fn repeatable(self) -> Self {
        Self { repeatable: true, ..self }
    }

    pub(crate) fn streams(self) -> Self {
        Self { streams: true, ..self }
    }

    /// States that the handler sets an `ETag`, which it knows without reading the answer.
    pub(crate) fn tags_itself(self) -> Self {
        Self { own_tag: true, ..self }
    }

    /// States that the answer is a file of a whole report, with its own deadline and `ETag`.
    pub(crate) fn exports(self) -> Self {
        self.without_deadline().refuses(&["no-report", "overloaded", "report-too-large"]).tags_itself()
    }

    /// Returns whether the route takes an upload.
    pub(crate) fn is_upload(&self) -> bool {
        self.takes == BodyKind::Uploads
    }

    /// Returns whether the answer has an `ETag`.
    pub(crate) fn has_tag(&self) -> bool {
        self.own_tag || self.is_tagged()
    }

    /// Returns whether the answer gets an `ETag` from its own content.
    pub(crate) fn is_tagged(&self) -> bool {
        self.operation.is_some() && self.methods == [Method::GET] && !self.streams && !self.own_tag
    }
}

/// The description of an operation, without its handler.
pub(crate) struct DescribedOperation {
    /// The unique id, such as `batches_create`.
    pub(crate) id: String,
    methods: Vec<Method>,
    path: String,
    pub(crate) paths: Paths,
    pub(crate) schemas: Vec<(String, RefOr<Schema>)>,
}

impl DescribedOperation {
    /// Splits a described handler. `name` is the handler's path as written in the list of routes.
    fn new(name: &str, (schemas, mut paths, handler): UtoipaMethodRouter<App>) -> (Self, MethodRouter<App>) {
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
fn add_ids(path: &str, operation: &mut Operation) {
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
