//! One row of the list of routes: what answers it, whom it lets pass, and what its request may take.

use axum::handler::Handler;
use axum::http::Method;
use axum::routing::{MethodFilter, MethodRouter};
use utoipa_axum::router::UtoipaMethodRouter;

use crate::app::App;
use crate::http::error_docs;
use crate::http::guard::{Guarded, Needs};
use crate::limits::rates::Operation;
use crate::openapi::operation::Operation as DescribedOperation;
use crate::services::query::BODY;
use crate::settings::MAX_SMALL_BODY_BYTES;

/// What a request takes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Takes {
    /// A small body at most, and it is answered within a deadline.
    AMoment,
    /// An upload: no small body limit, no deadline.
    Uploads,
    /// Waiting for what is under way: no deadline.
    Patience,
}
/// One row of the list.
pub(super) struct Route {
    pub(super) methods: Vec<Method>,
    pub(super) path: String,
    pub(super) needs: Needs,
    pub(super) takes: Takes,
    /// Bytes that a body may have which is no upload.
    pub(super) body: usize,
    pub(super) handler: MethodRouter<App>,
    /// Set for the rows of the API.
    pub(super) operation: Option<DescribedOperation>,
    /// Codes by which it may refuse beside those that its row implies. For the description.
    pub(super) refuses: Vec<&'static str>,
    /// Takes an `Idempotency-Key`.
    pub(super) repeatable: bool,
    /// Answers in pieces that never come to an end of their own.
    streams: bool,
    /// Answers with an `ETag` that its handler made.
    pub(super) own_tag: bool,
    /// Which rate it counts for.
    pub(super) rate: Operation,
}

fn page<H, T>(method: Method, filter: MethodFilter, path: &str, handler: H) -> Route
where
    H: Handler<T, App>,
    T: Guarded + 'static,
{
    Route {
        methods: vec![method],
        path: path.to_owned(),
        needs: T::NEEDS,
        takes: Takes::AMoment,
        body: MAX_SMALL_BODY_BYTES,
        handler: axum::routing::on(filter, handler),
        operation: None,
        refuses: Vec::new(),
        repeatable: false,
        streams: false,
        own_tag: false,
        rate: Operation::Request,
    }
}

/// A page or file.
pub(super) fn get<H: Handler<T, App>, T: Guarded + 'static>(path: &str, handler: H) -> Route {
    page(Method::GET, MethodFilter::GET, path, handler)
}

/// What a form does.
pub(super) fn post<H: Handler<T, App>, T: Guarded + 'static>(path: &str, handler: H) -> Route {
    page(Method::POST, MethodFilter::POST, path, handler)
}

/// An operation of the API: path and method stand in its OpenAPI description.
pub(super) fn operation<H, T>(_: H, name: &str, described: UtoipaMethodRouter<App>) -> Route
where
    H: Handler<T, App>,
    T: Guarded,
{
    let (operation, handler) = DescribedOperation::new(name, described);
    Route {
        methods: operation.methods.clone(),
        path: operation.path.clone(),
        needs: T::NEEDS,
        takes: Takes::AMoment,
        body: MAX_SMALL_BODY_BYTES,
        handler,
        operation: Some(operation),
        refuses: Vec::new(),
        repeatable: false,
        streams: false,
        own_tag: false,
        rate: Operation::Request,
    }
}

impl Route {
    pub(super) fn for_uploads(self) -> Self {
        Self { takes: Takes::Uploads, rate: Operation::Upload, ..self }
    }

    pub(super) fn patient(self) -> Self {
        Self { takes: Takes::Patience, ..self }
    }

    pub(super) fn for_texts(self) -> Self {
        Self { body: BODY, rate: Operation::Query, ..self }
    }

    pub(super) fn for_questions(self) -> Self {
        Self { rate: Operation::Query, ..self }
    }

    pub(super) fn for_signing_in(self) -> Self {
        Self { rate: Operation::SignIn, ..self }
    }

    /// May be refused by these codes of `docs/integrating/errors.md`, beside those that the row implies.
    pub(super) fn refuses(self, codes: &[&'static str]) -> Self {
        Self { refuses: codes.to_vec(), ..self }
    }

    /// Looks through an upload that came before: whatever refuses an upload may refuse this.
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

    /// Its handler knows an `ETag` without reading the answer.
    pub(super) fn tags_itself(self) -> Self {
        Self { own_tag: true, ..self }
    }

    /// A file of a whole report: it has a deadline and an `ETag` of its own.
    pub(super) fn exports(self) -> Self {
        self.patient().refuses(&["no-report", "overloaded", "report-too-large"]).tags_itself()
    }

    /// The answer has an `ETag` made of itself.
    pub(super) fn is_tagged(&self) -> bool {
        self.operation.is_some() && self.methods == [Method::GET] && !self.streams && !self.own_tag
    }
}
