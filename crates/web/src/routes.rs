//! The one list of routes, and the layers around them.

use std::convert::Infallible;

use axum::extract::{DefaultBodyLimit, Request, State};
use axum::handler::Handler;
use axum::http::Method;
use axum::http::header::{
    CONTENT_SECURITY_POLICY, HeaderName, HeaderValue, REFERRER_POLICY, STRICT_TRANSPORT_SECURITY,
    X_CONTENT_TYPE_OPTIONS,
};
use axum::middleware::{self, Next};
use axum::response::{IntoResponse, Response};
use axum::routing::{MethodFilter, MethodRouter};
use axum::{Extension, Router, body::Body};
use tower::ServiceExt as _;
use tower_http::catch_panic::CatchPanicLayer;
use tower_http::compression::CompressionLayer;
use tower_http::compression::predicate::{DefaultPredicate, NotForContentType, Predicate};
use tower_http::csrf::CsrfLayer;
use tower_http::set_header::SetResponseHeaderLayer;
use tower_http::timeout::RequestBodyTimeoutLayer;
use utoipa_axum::router::UtoipaMethodRouter;

use crate::app::App;
use crate::error::WebError;
use crate::guard::{Guarded, Needs};
use crate::rates::Operation;
use crate::{api, base, client, crowd, explained, health, identity, moss, pace, pages, query, tagged, watch};

/// Bytes a request may have that is no upload.
pub(crate) const SMALL_BODY: usize = 64 << 10;

/// Pages show student code and file names: nothing but our own files runs, styles, or is spoken to, and nobody
/// may put a page into a frame. What users uploaded is only ever served as a download that no browser runs.
const CONTENT_SECURITY: &str = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; \
     connect-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'";

/// What a request takes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Takes {
    /// A small body at most, and it is answered within a deadline.
    AMoment,
    /// An upload: no small body limit, no deadline.
    Uploads,
    /// Waiting for what is under way: no deadline.
    Patience,
}
/// Pages need nothing of a machine but its screen.
const PERMISSIONS: &str = "camera=(), geolocation=(), microphone=(), payment=(), usb=(), browsing-topics=()";

/// Two years, for browsers that reached us over TLS.
const STRICT_TRANSPORT: &str = "max-age=63072000";

/// One row of the list.
pub(crate) struct Route {
    methods: Vec<Method>,
    path: String,
    needs: Needs,
    takes: Takes,
    /// Bytes that a body may have which is no upload.
    body: usize,
    handler: MethodRouter<App>,
    /// Set for the rows of the API.
    operation: Option<api::Operation>,
    /// Codes by which it may refuse beside those that its row implies. For the description.
    refuses: Vec<&'static str>,
    /// Takes an `Idempotency-Key`.
    repeatable: bool,
    /// Answers in pieces that never come to an end of their own.
    streams: bool,
    /// Answers with an `ETag` that its handler made.
    own_tag: bool,
    /// Which rate it counts for.
    rate: Operation,
}

/// A row as others may see it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RouteInfo {
    /// Methods it answers.
    pub methods: Vec<Method>,
    /// The pattern.
    pub path: String,
    /// What it needs of whoever calls.
    pub needs: Needs,
    /// Takes an upload.
    pub upload: bool,
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
        body: SMALL_BODY,
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
fn get<H: Handler<T, App>, T: Guarded + 'static>(path: &str, handler: H) -> Route {
    page(Method::GET, MethodFilter::GET, path, handler)
}

/// What a form does.
fn post<H: Handler<T, App>, T: Guarded + 'static>(path: &str, handler: H) -> Route {
    page(Method::POST, MethodFilter::POST, path, handler)
}

/// An operation of the API: path and method stand in its OpenAPI description.
pub(crate) fn operation<H, T>(_: H, name: &str, described: UtoipaMethodRouter<App>) -> Route
where
    H: Handler<T, App>,
    T: Guarded,
{
    let (operation, handler) = api::Operation::new(name, described);
    Route {
        methods: operation.methods.clone(),
        path: operation.path.clone(),
        needs: T::NEEDS,
        takes: Takes::AMoment,
        body: SMALL_BODY,
        handler,
        operation: Some(operation),
        refuses: Vec::new(),
        repeatable: false,
        streams: false,
        own_tag: false,
        rate: Operation::Request,
    }
}

/// Names a handler once and takes both its description and its guard.
macro_rules! operation {
    ($handler:path) => {
        operation($handler, stringify!($handler), utoipa_axum::routes!($handler))
    };
}

impl Route {
    fn for_uploads(self) -> Self {
        Self { takes: Takes::Uploads, rate: Operation::Upload, ..self }
    }

    fn patient(self) -> Self {
        Self { takes: Takes::Patience, ..self }
    }

    fn for_texts(self) -> Self {
        Self { body: query::BODY, rate: Operation::Query, ..self }
    }

    fn for_questions(self) -> Self {
        Self { rate: Operation::Query, ..self }
    }

    fn for_signing_in(self) -> Self {
        Self { rate: Operation::SignIn, ..self }
    }

    /// May be refused by these codes of `docs/integrating/errors.md`, beside those that the row implies.
    fn refuses(self, codes: &[&'static str]) -> Self {
        Self { refuses: codes.to_vec(), ..self }
    }

    /// Looks through an upload that came before: whatever refuses an upload may refuse this.
    fn looks_through(self) -> Self {
        let uploads = explained::ALL.iter().filter(|entry| entry.group == "Uploads");
        Self { refuses: uploads.map(|entry| entry.code).collect(), ..self }
    }

    fn repeatable(self) -> Self {
        Self { repeatable: true, ..self }
    }

    fn streams(self) -> Self {
        Self { streams: true, ..self }
    }

    /// Its handler knows an `ETag` without reading the answer.
    fn tags_itself(self) -> Self {
        Self { own_tag: true, ..self }
    }

    /// A file of a whole report: it has a deadline and an `ETag` of its own.
    fn exports(self) -> Self {
        self.patient().refuses(&["no-report", "overloaded", "report-too-large"]).tags_itself()
    }

    /// The answer has an `ETag` made of itself.
    fn is_tagged(&self) -> bool {
        self.operation.is_some() && self.methods == [Method::GET] && !self.streams && !self.own_tag
    }
}

fn list() -> Vec<Route> {
    vec![
        // Pages
        get("/", pages::batches::list),
        get("/batches/new", pages::new::form),
        post("/batches/new", pages::new::submit).for_uploads(),
        post("/drafts", pages::draft::create).for_uploads(),
        get("/drafts/{draft}", pages::draft::show),
        post("/drafts/{draft}", pages::draft::change).patient(),
        get("/batches/{batch}", pages::batch::overview),
        get("/batches/{batch}/pairs/{pair}", pages::batch::pair),
        get("/batches/{batch}/pairs/{pair}/evidence.html", pages::evidence::of_pair),
        get("/batches/{batch}/evidence.html", pages::evidence::of_case),
        get("/batches/{batch}/submissions", pages::batch::submissions),
        get("/batches/{batch}/submissions/{submission}", pages::batch::submission),
        get("/batches/{batch}/clusters", pages::batch::clusters),
        get("/batches/{batch}/guide", pages::batch::guide),
        get("/batches/{batch}/skipped", pages::batch::skipped),
        post("/batches/{batch}/cancel", pages::change::cancel),
        get("/batches/{batch}/delete", pages::change::confirm_delete),
        post("/batches/{batch}/delete", pages::change::delete),
        get("/batches/{batch}/review", pages::review::show),
        post("/batches/{batch}/review", pages::review::submit),
        post("/batches/{batch}/template", pages::review::template),
        post("/batches/{batch}/late", pages::review::late).for_uploads(),
        post("/batches/{batch}/revisions/{revision}/current", pages::review::choose),
        get("/batches/{batch}/share", pages::share::show),
        post("/batches/{batch}/share", pages::share::create),
        post("/batches/{batch}/share/{share}/revoke", pages::share::revoke),
        get("/shared/{secret}", pages::shared::overview),
        get("/shared/{secret}/pairs/{pair}", pages::shared::pair),
        get("/shared/{secret}/submissions", pages::shared::submissions),
        get("/shared/{secret}/submissions/{submission}", pages::shared::submission),
        get("/shared/{secret}/clusters", pages::shared::clusters),
        get("/shared/{secret}/guide", pages::shared::guide),
        get("/shared/{secret}/skipped", pages::shared::skipped),
        get("/shared/{secret}/{format}", pages::shared::export).patient(),
        post("/batches/{batch}/cases", pages::cases::open),
        get("/cases", pages::cases::list),
        get("/cases/{case}", pages::case::show),
        post("/cases/{case}/events", pages::case::change),
        get("/archives", pages::archives::list),
        get("/archives/new", pages::new_archive::form),
        post("/archives/new", pages::new_archive::submit).for_uploads(),
        get("/archives/{archive}", pages::archive::show),
        get("/archives/{archive}/clusters", pages::archive_clusters::show).for_questions(),
        post("/archives/{archive}/submissions", pages::archive::add).for_uploads(),
        post("/archives/{archive}/keep", pages::archive::keep),
        get("/archives/{archive}/reduce", pages::archive::confirm_reduce),
        post("/archives/{archive}/reduce", pages::archive::reduce),
        get("/archives/{archive}/delete", pages::archive::confirm_delete),
        post("/archives/{archive}/delete", pages::archive::delete),
        get("/query", pages::query::form),
        post("/query", pages::query::ask).for_texts(),
        post(pages::names::SWITCH, pages::names::switch),
        get(pages::language::SWITCH, pages::language::switch),
        get("/courses", pages::courses::list),
        post("/courses", pages::courses::create),
        get("/courses/{course}", pages::course::show),
        post("/courses/{course}", pages::course::change),
        post("/courses/{course}/members", pages::course::set_member),
        post("/courses/{course}/leave", pages::course::leave),
        get("/courses/{course}/audit", pages::audit::of_course),
        get("/account", pages::account::show),
        post("/account/password", pages::password::set),
        post("/account/sessions/{session}/end", pages::account::end_session),
        post("/account/tokens", pages::account::create_token),
        post("/account/tokens/{token}/revoke", pages::account::revoke_token),
        post("/account/moss-numbers", pages::moss_number::create),
        post("/account/sign-out-everywhere", pages::account::sign_out_everywhere),
        get("/sign-in", pages::sign_in::form),
        post("/sign-in", pages::sign_in::submit).for_signing_in(),
        post("/sign-in/link", pages::sign_in::mail_link).for_signing_in(),
        get("/sign-in/provider", pages::provider::depart).for_signing_in(),
        get("/sign-in/provider/callback", pages::provider::arrive).for_signing_in(),
        post("/sign-out", pages::sign_in::sign_out),
        get("/sign-out/provider", pages::provider::sign_out),
        get("/admin/accounts", pages::accounts::list),
        post("/admin/accounts", pages::accounts::create),
        get("/admin/accounts/{account}", pages::accounts::show),
        post("/admin/accounts/{account}", pages::accounts::change),
        get("/admin/courses", pages::admin_courses::list),
        post("/admin/courses/{course}/join", pages::admin_courses::join),
        get("/admin/persons", pages::persons::form),
        post("/admin/persons", pages::persons::answer).patient(),
        get("/admin/audit", pages::audit::of_everything),
        // API
        operation!(api::batches::create).for_uploads().repeatable(),
        operation!(api::batches::list).refuses(&["invalid-field"]),
        operation!(api::batches::show),
        operation!(api::batches::delete).refuses(&["held"]),
        operation!(api::batches::cancel),
        operation!(api::events::events).streams(),
        operation!(api::reports::report).exports(),
        operation!(api::reports::report_csv).exports(),
        operation!(api::reports::report_zip).exports(),
        operation!(api::reports::pairs).refuses(&["no-report"]),
        operation!(api::reports::pair).refuses(&["no-report"]),
        operation!(api::revisions::rescore).repeatable().refuses(&[
            "too-many-revisions",
            "no-report",
            "invalid-field",
            "busy",
            "not-kept",
        ]),
        operation!(api::revisions::add_late).for_uploads().repeatable().refuses(&[
            "too-many-revisions",
            "no-report",
            "busy",
            "not-kept",
        ]),
        operation!(api::revisions::list),
        operation!(api::revisions::make_current).refuses(&["no-report", "busy"]),
        operation!(api::shares::create).repeatable().refuses(&[
            "invalid-field",
            "outlives-token",
            "too-many-shares",
        ]),
        operation!(api::shares::list),
        operation!(api::shares::revoke_all),
        operation!(api::shares::revoke),
        operation!(api::cases::of_batch),
        operation!(api::cases::list).refuses(&["invalid-field"]),
        operation!(api::cases::open).refuses(&[
            "invalid-field",
            "no-report",
            "case-exists",
            "case-full",
            "too-many-cases",
        ]),
        operation!(api::cases::show),
        operation!(api::cases::add_event).refuses(&[
            "invalid-field",
            "no-report",
            "case-exists",
            "case-full",
            "reviewer-decides",
        ]),
        operation!(api::archives::create).for_uploads().refuses(&["name-taken", "not-finished"]),
        operation!(api::archives::list).refuses(&["invalid-field"]),
        operation!(api::archives::show),
        operation!(api::clusters::clusters)
            .for_questions()
            .refuses(&["archive-too-large", "archive-changing"]),
        operation!(api::archives::add).for_uploads().refuses(&["not-finished"]),
        operation!(api::archives::keep).refuses(&["invalid-field"]),
        operation!(api::archives::reduce).refuses(&["held"]),
        operation!(api::archives::delete).refuses(&["held"]),
        operation!(api::events::archive_events).streams(),
        operation!(api::documents::query).for_texts().refuses(&[
            "invalid-field",
            "unknown-field",
            "unreadable",
        ]),
        operation!(api::courses::list),
        operation!(api::courses::create).refuses(&["invalid-field", "too-many-courses"]),
        operation!(api::courses::show),
        operation!(api::courses::change).refuses(&["invalid-field"]),
        operation!(api::courses::set_member).refuses(&[
            "invalid-field",
            "no-account",
            "last-owner",
            "too-many-courses",
        ]),
        operation!(api::courses::remove_member).refuses(&["no-account", "last-owner"]),
        operation!(api::courses::audit),
        operation!(api::tokens::list),
        operation!(api::tokens::create).refuses(&["invalid-field", "outlives-token"]),
        operation!(api::tokens::revoke),
        operation!(api::drafts::create).for_uploads(),
        operation!(api::drafts::show),
        operation!(api::drafts::change).looks_through().patient(),
        operation!(api::drafts::run).looks_through().patient(),
        operation!(api::drafts::delete),
        operation!(api::openapi).tags_itself(),
        // Results in MOSS's form
        get("/results/{shelf}/{result}", moss::without_slash),
        get("/results/{shelf}/{result}/", moss::list).patient(),
        get("/results/{shelf}/{result}/{page}", moss::of_pair).patient(),
        get("/bitmaps/{picture}", moss::thermometer),
        get("/general/{page}", moss::general),
        // What runs beside people
        get("/healthz", health::alive),
        get("/readyz", health::ready),
        get("/metrics", health::metrics),
        get(watch::ERRORS_PAGE, pages::files::errors),
        get(explained::PAGES, pages::errors::list),
        get("/errors/{code}", pages::errors::code),
        get("/static/{*path}", pages::files::asset),
    ]
}

/// The rows, for tests that ask every route whom it lets pass.
pub fn routes() -> Vec<RouteInfo> {
    list()
        .into_iter()
        .map(|Route { methods, path, needs, takes, .. }| {
            let upload = takes == Takes::Uploads;
            RouteInfo { methods, path, needs, upload }
        })
        .collect()
}

/// The rows of the API with what their descriptions do not say, in the order of the list.
pub(crate) fn operations() -> impl Iterator<Item = (api::Row, api::Operation)> {
    list().into_iter().filter_map(|route| {
        let tagged = route.is_tagged() || route.own_tag;
        let Route { needs, takes, refuses, repeatable, .. } = route;
        let upload = takes == Takes::Uploads;
        Some((api::Row { needs, upload, refuses, repeatable, tagged }, route.operation?))
    })
}

/// The whole service.
pub fn router(app: App) -> Router {
    let base = base::path_of(&app.settings.public_url).to_owned();
    let inside = inside(app);
    if base.is_empty() {
        return inside;
    }
    // Before a route is looked for, which a layer would be too late for.
    Router::new().fallback_service(inside.map_request(move |request| base::enter(&base, request)))
}

/// All of it, as if it were at the root of its host.
fn inside(app: App) -> Router {
    // Layers wrap what was added before them: read them from the bottom up to follow a request.
    let upload_limit = usize::try_from(app.settings.upload.bytes).unwrap_or(usize::MAX);
    let mut router = Router::new();
    for mut route in list() {
        if route.is_tagged() {
            route.handler = route.handler.layer::<_, Infallible>(middleware::from_fn(tagged::tagged));
        }
        let handler: MethodRouter<App> = match route.takes {
            // A little more, so that our own count names the limit first; this one stops what is no file at all.
            Takes::Uploads => route
                .handler
                .layer::<_, Infallible>(DefaultBodyLimit::max(upload_limit.saturating_add(SMALL_BODY))),
            Takes::Patience => route.handler.layer::<_, Infallible>(DefaultBodyLimit::max(route.body)),
            Takes::AMoment => route
                .handler
                .layer::<_, Infallible>(middleware::from_fn_with_state(app.clone(), deadline))
                .layer(DefaultBodyLimit::max(route.body)),
        };
        router = router.route(&route.path, handler.layer(Extension(route.rate)));
    }
    let router = router
        .fallback(|| async { WebError::NotFound })
        .method_not_allowed_fallback(|| async { WebError::Method })
        .layer(middleware::map_request(pace::keep_pace))
        .layer(RequestBodyTimeoutLayer::new(app.settings.idle))
        .layer(cross_site(&app.settings.public_url))
        .layer(CatchPanicLayer::custom(
            |cause: Box<dyn std::any::Any + Send>| -> axum::http::Response<Body> {
                WebError::panic(&*cause).into_response()
            },
        ))
        .layer(middleware::from_fn_with_state(app.clone(), identity::one_credential))
        .layer(middleware::from_fn_with_state(app.clone(), crowd::crowd))
        .layer(middleware::from_fn_with_state(app.clone(), watch::watch))
        .layer(middleware::from_fn_with_state(app.clone(), client::know))
        .layer(middleware::from_fn_with_state(app.clone(), base::leave));
    let transport = app.settings.secure().then_some((STRICT_TRANSPORT_SECURITY, STRICT_TRANSPORT));
    [
        (CONTENT_SECURITY_POLICY, CONTENT_SECURITY),
        (X_CONTENT_TYPE_OPTIONS, "nosniff"),
        // Not `no-referrer`: with it browsers send forms with `Origin: null`, and over plain HTTP nothing else
        // tells our own forms from another site's.
        (REFERRER_POLICY, "same-origin"),
        (HeaderName::from_static("permissions-policy"), PERMISSIONS),
        (HeaderName::from_static("cross-origin-resource-policy"), "same-origin"),
        (HeaderName::from_static("cross-origin-opener-policy"), "same-origin"),
        // Pages show personal data; what may be kept says so itself.
        (axum::http::header::CACHE_CONTROL, "no-store"),
    ]
    .into_iter()
    .chain(transport)
    .fold(router, |router, (name, value)| {
        router.layer(SetResponseHeaderLayer::if_not_present(name, HeaderValue::from_static(value)))
    })
    .layer(
        CompressionLayer::new()
            .compress_when(DefaultPredicate::new().and(NotForContentType::new("application/zip"))),
    )
    .with_state(app)
}

/// Forms of other sites are refused by what browsers say about where a request comes from. Scripts with a token
/// say nothing of the kind and pass; so does whatever a person starts in this origin.
fn cross_site(
    public_url: &str,
) -> CsrfLayer<impl FnMut(tower_http::csrf::ProtectionError) -> Response + Clone + Send + Sync + 'static> {
    let layer = CsrfLayer::new();
    // Behind a proxy that rewrites `Host`, the origin is still the public one.
    let layer = layer.clone().add_trusted_origin(origin(public_url)).unwrap_or(layer);
    layer.with_rejection_response(|_| WebError::CrossSite.into_response())
}

/// Scheme, host and port of an address.
pub(crate) fn origin(url: &str) -> String {
    let (scheme, rest) = url.split_once("://").unwrap_or(("http", url));
    format!("{scheme}://{}", rest.split('/').next().unwrap_or(rest))
}

async fn deadline(State(app): State<App>, request: Request, next: Next) -> Response {
    let limit = app.settings.answer_within;
    match tokio::time::timeout(limit, next.run(request)).await {
        Ok(response) => response,
        Err(_) => WebError::Slow { seconds: limit.as_secs() }.into_response(),
    }
}
