//! Defines a row of the list of routes: its handler, what it needs of callers, and what its request may contain.

use axum::handler::Handler;
use axum::http::Method;
use axum::routing::MethodRouter;
use chaffinch_storage::MAX_STATEMENT_BYTES;
use utoipa_axum::router::UtoipaMethodRouter;

use crate::app::App;
use crate::http::error_docs;
use crate::http::guard::{Guarded, Needs};
use crate::limits::body::MAX_SMALL_BODY_BYTES;
use crate::limits::rates::RatedOperation;
use crate::openapi::operation::Operation as DescribedOperation;
use crate::services::query::MAX_QUERY_BYTES;

/// What a request may send, and how long it may take.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum BodyKind {
    /// A small body at most, answered within the deadline.
    Small,
    /// An upload, without the limit of small bodies and without a deadline.
    Uploads,
    /// A small body at most, without a deadline, because the answer waits for other work.
    WithoutDeadline,
}
/// One row of the list of routes.
pub(super) struct Route {
    pub(super) methods: Vec<Method>,
    pub(super) path: String,
    pub(super) needs: Needs,
    pub(super) takes: BodyKind,
    /// Maximum size in bytes of a body that is no upload.
    pub(super) body: usize,
    pub(super) handler: MethodRouter<App>,
    /// The description, for operations of the API.
    pub(super) operation: Option<DescribedOperation>,
    /// Error codes in addition to those that the row implies. They go into the description.
    pub(super) refuses: Vec<&'static str>,
    /// Whether the route accepts an `Idempotency-Key`.
    pub(super) repeatable: bool,
    /// Whether the answer is a stream without an end.
    streams: bool,
    /// Whether the handler sets an `ETag`.
    pub(super) own_tag: bool,
    /// The rate limit that counts the request.
    pub(super) rate: RatedOperation,
}

/// Returns the row of a page or file.
pub(super) fn get<H: Handler<T, App>, T: Guarded + 'static>(path: &str, handler: H) -> Route {
    Route::new(vec![Method::GET], path, T::NEEDS, axum::routing::get(handler))
}

/// Returns the row of a form.
pub(super) fn post<H: Handler<T, App>, T: Guarded + 'static>(path: &str, handler: H) -> Route {
    Route::new(vec![Method::POST], path, T::NEEDS, axum::routing::post(handler))
}

/// Returns the row of an API operation. Its OpenAPI description states path and method.
pub(super) fn operation<H, T>(_: H, name: &str, described: UtoipaMethodRouter<App>) -> Route
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

    pub(super) fn for_uploads(self) -> Self {
        Self { takes: BodyKind::Uploads, rate: RatedOperation::Upload, ..self }
    }

    pub(super) fn without_deadline(self) -> Self {
        Self { takes: BodyKind::WithoutDeadline, ..self }
    }

    pub(super) fn for_texts(self) -> Self {
        Self { body: MAX_QUERY_BYTES, rate: RatedOperation::Query, ..self }
    }

    pub(super) fn for_statements(self) -> Self {
        Self { body: MAX_STATEMENT_BYTES + MAX_SMALL_BODY_BYTES, ..self.without_deadline() }
    }

    pub(super) fn for_signing_in(self) -> Self {
        Self { rate: RatedOperation::SignIn, ..self }
    }

    /// Adds codes of `docs/integrating/errors.md` to those that the row implies.
    pub(super) fn refuses(self, codes: &[&'static str]) -> Self {
        Self { refuses: codes.to_vec(), ..self }
    }

    /// Adds all codes of uploads, because the operation examines an earlier upload again.
    pub(super) fn looks_through(self) -> Self {
        let uploads = error_docs::ALL.iter().filter(|entry| entry.group == "Uploads");
        Self { refuses: uploads.map(|entry| entry.code).collect(), ..self }
    }

    pub(super) fn repeatable(self) -> Self {
        Self { repeatable: true, ..self }
    }

    pub(super) fn streams(self) -> Self {
        Self { streams: true, ..self }
    }

    /// States that the handler sets an `ETag`, which it knows without reading the answer.
    pub(super) fn tags_itself(self) -> Self {
        Self { own_tag: true, ..self }
    }

    /// States that the answer is a file of a whole report, with its own deadline and `ETag`.
    pub(super) fn exports(self) -> Self {
        self.without_deadline().refuses(&["no-report", "overloaded", "report-too-large"]).tags_itself()
    }

    /// Returns whether the answer gets an `ETag` from its own content.
    pub(super) fn is_tagged(&self) -> bool {
        self.operation.is_some() && self.methods == [Method::GET] && !self.streams && !self.own_tag
    }
}
