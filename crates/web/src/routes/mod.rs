//! Builds the router from the list of routes and the layers around them.

mod list;
pub(crate) mod route;

use std::convert::Infallible;

use axum::body::Body;
use axum::extract::{DefaultBodyLimit, Request, State};
use axum::http::header::{
    CONTENT_SECURITY_POLICY, HeaderName, HeaderValue, REFERRER_POLICY, STRICT_TRANSPORT_SECURITY,
    X_CONTENT_TYPE_OPTIONS,
};
use axum::middleware::{self, Next};
use axum::response::{IntoResponse, Response};
use axum::routing::MethodRouter;
use axum::{Extension, Router};
use tower::ServiceExt as _;
use tower_http::catch_panic::CatchPanicLayer;
use tower_http::compression::CompressionLayer;
use tower_http::compression::predicate::{DefaultPredicate, NotForContentType, Predicate};
use tower_http::csrf::CsrfLayer;
use tower_http::set_header::SetResponseHeaderLayer;
use tower_http::timeout::RequestBodyTimeoutLayer;

use crate::app::App;
use crate::error::WebError;
use crate::http::admitted::Needs;
use crate::http::request::BodyLimit;
use crate::http::{base_path, caching, client, request_log};
use crate::limits::body::{self, MAX_SMALL_BODY_BYTES};
use crate::pages::batches::shares::seal;
use crate::routes::list::{list, operations};
use crate::routes::route::{BodyKind, ListOperations};
use crate::sign_in::identity;

pub use list::{RouteInfo, routes};

/// Pages show student code and file names. Browsers therefore run and load only files of this service, and no other
/// site may frame a page. Uploaded content is only served as a download, which no browser runs.
const CONTENT_SECURITY: &str = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; \
     connect-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'";

/// Pages need no device of the browser.
const PERMISSIONS: &str = "camera=(), geolocation=(), microphone=(), payment=(), usb=(), browsing-topics=()";

/// Two years, for browsers that reached the service over TLS.
const STRICT_TRANSPORT: &str = "max-age=63072000";

/// Builds the router of the whole service.
pub fn router(app: App) -> Router {
    let base = base_path::path_of(&app.settings.public_url).to_owned();
    let service = service_at_root(app);
    if base.is_empty() {
        return service;
    }
    // The path is changed before the router looks for a route. A layer would run too late.
    Router::new().fallback_service(service.map_request(move |request| base_path::enter(&base, request)))
}

/// Returns the service as if it were at the root of its host.
fn service_at_root(app: App) -> Router {
    // A layer wraps everything that was added before it. A request passes them from the bottom up.
    let upload_limit = usize::try_from(app.settings.upload.bytes).unwrap_or(usize::MAX);
    let mut router = Router::new();
    for mut route in list() {
        if route.is_tagged() {
            route.handler = route.handler.layer::<_, Infallible>(middleware::from_fn(caching::tagged));
        }
        if route.needs == Needs::Share {
            route.handler = route.handler.layer::<_, Infallible>(middleware::map_response(seal));
        }
        let handler: MethodRouter<App> = match route.takes {
            // A little more than the limit, so that `intake` reports the limit first. This one stops bytes outside
            // files.
            BodyKind::Uploads => route.handler.layer::<_, Infallible>(DefaultBodyLimit::max(
                upload_limit.saturating_add(MAX_SMALL_BODY_BYTES),
            )),
            BodyKind::WithoutDeadline => {
                route.handler.layer::<_, Infallible>(DefaultBodyLimit::max(route.body))
            }
            BodyKind::Small => route
                .handler
                .layer::<_, Infallible>(middleware::from_fn_with_state(app.clone(), deadline))
                .layer(DefaultBodyLimit::max(route.body)),
        };
        let handler = handler.layer((Extension(route.rate), Extension(BodyLimit(route.body))));
        router = router.route(&route.path, handler);
    }
    let router = router
        .fallback(|| async { WebError::NotFound })
        .method_not_allowed_fallback(|| async { WebError::Method })
        .layer(Extension(ListOperations(operations)))
        .layer(middleware::map_request(body::keep_pace))
        .layer(RequestBodyTimeoutLayer::new(app.settings.idle))
        .layer(cross_site(&app.settings.public_url))
        .layer(CatchPanicLayer::custom(
            |cause: Box<dyn std::any::Any + Send>| -> axum::http::Response<Body> {
                WebError::panic(&*cause).into_response()
            },
        ))
        .layer(middleware::from_fn_with_state(app.clone(), identity::one_credential))
        .layer(middleware::from_fn_with_state(app.clone(), client::limit_address))
        .layer(middleware::from_fn_with_state(app.clone(), request_log::watch))
        .layer(middleware::from_fn_with_state(app.clone(), client::identify))
        .layer(middleware::from_fn_with_state(app.clone(), base_path::leave));
    let transport = app.settings.secure().then_some((STRICT_TRANSPORT_SECURITY, STRICT_TRANSPORT));
    [
        (CONTENT_SECURITY_POLICY, CONTENT_SECURITY),
        (X_CONTENT_TYPE_OPTIONS, "nosniff"),
        // With `no-referrer`, browsers send forms with `Origin: null`. Over plain HTTP nothing else distinguishes
        // forms of this site from those of another one.
        (REFERRER_POLICY, "same-origin"),
        (HeaderName::from_static("permissions-policy"), PERMISSIONS),
        (HeaderName::from_static("cross-origin-resource-policy"), "same-origin"),
        (HeaderName::from_static("cross-origin-opener-policy"), "same-origin"),
        // Pages show personal data. Answers that may be cached set their own header.
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

/// Returns the layer that refuses forms of other sites, by the headers in which browsers name the origin. Scripts with
/// a token send no such header and pass, as do requests from this origin.
fn cross_site(
    public_url: &str,
) -> CsrfLayer<impl FnMut(tower_http::csrf::ProtectionError) -> Response + Clone + Send + Sync + 'static> {
    let layer = CsrfLayer::new();
    // A proxy may rewrite `Host`. The origin is the public one in any case.
    let layer = layer.clone().add_trusted_origin(base_path::origin(public_url)).unwrap_or(layer);
    layer.with_rejection_response(|_| WebError::CrossSite.into_response())
}

async fn deadline(State(app): State<App>, request: Request, next: Next) -> Response {
    let limit = app.settings.answer_within;
    match tokio::time::timeout(limit, next.run(request)).await {
        Ok(response) => response,
        Err(_) => WebError::Slow { seconds: limit.as_secs() }.into_response(),
    }
}
