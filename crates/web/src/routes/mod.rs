//! The one list of routes, and the layers around them.

mod list;
mod route;

use std::convert::Infallible;

use axum::extract::{DefaultBodyLimit, Request, State};
use axum::http::header::{
    CONTENT_SECURITY_POLICY, HeaderName, HeaderValue, REFERRER_POLICY, STRICT_TRANSPORT_SECURITY,
    X_CONTENT_TYPE_OPTIONS,
};
use axum::middleware::{self, Next};
use axum::response::{IntoResponse, Response};
use axum::routing::MethodRouter;
use axum::{Extension, Router, body::Body};
use tower::ServiceExt as _;
use tower_http::catch_panic::CatchPanicLayer;
use tower_http::compression::CompressionLayer;
use tower_http::compression::predicate::{DefaultPredicate, NotForContentType, Predicate};
use tower_http::csrf::CsrfLayer;
use tower_http::set_header::SetResponseHeaderLayer;
use tower_http::timeout::RequestBodyTimeoutLayer;

pub use self::list::{RouteInfo, routes};
use self::list::{list, operations};
use self::route::Takes;
use crate::app::App;
use crate::error::WebError;
use crate::http::base_path;
use crate::http::client;
use crate::http::etag;
use crate::http::request_log;
use crate::limits::address_limit;
use crate::limits::pace;
use crate::openapi::operation::ListOperations;
use crate::settings::MAX_SMALL_BODY_BYTES;
use crate::sign_in::identity;

/// Pages show student code and file names: nothing but our own files runs, styles, or is spoken to, and nobody
/// may put a page into a frame. What users uploaded is only ever served as a download that no browser runs.
const CONTENT_SECURITY: &str = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; \
     connect-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'";

/// Pages need nothing of a machine but its screen.
const PERMISSIONS: &str = "camera=(), geolocation=(), microphone=(), payment=(), usb=(), browsing-topics=()";

/// Two years, for browsers that reached us over TLS.
const STRICT_TRANSPORT: &str = "max-age=63072000";

/// The whole service.
pub fn router(app: App) -> Router {
    let base = base_path::path_of(&app.settings.public_url).to_owned();
    let inside = inside(app);
    if base.is_empty() {
        return inside;
    }
    // Before a route is looked for, which a layer would be too late for.
    Router::new().fallback_service(inside.map_request(move |request| base_path::enter(&base, request)))
}

/// All of it, as if it were at the root of its host.
fn inside(app: App) -> Router {
    // Layers wrap what was added before them: read them from the bottom up to follow a request.
    let upload_limit = usize::try_from(app.settings.upload.bytes).unwrap_or(usize::MAX);
    let mut router = Router::new();
    for mut route in list() {
        if route.is_tagged() {
            route.handler = route.handler.layer::<_, Infallible>(middleware::from_fn(etag::tagged));
        }
        let handler: MethodRouter<App> = match route.takes {
            // A little more, so that our own count names the limit first; this one stops what is no file at all.
            Takes::Uploads => route.handler.layer::<_, Infallible>(DefaultBodyLimit::max(
                upload_limit.saturating_add(MAX_SMALL_BODY_BYTES),
            )),
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
        .layer(Extension(ListOperations(operations)))
        .layer(middleware::map_request(pace::keep_pace))
        .layer(RequestBodyTimeoutLayer::new(app.settings.idle))
        .layer(cross_site(&app.settings.public_url))
        .layer(CatchPanicLayer::custom(
            |cause: Box<dyn std::any::Any + Send>| -> axum::http::Response<Body> {
                WebError::panic(&*cause).into_response()
            },
        ))
        .layer(middleware::from_fn_with_state(app.clone(), identity::one_credential))
        .layer(middleware::from_fn_with_state(app.clone(), address_limit::crowd))
        .layer(middleware::from_fn_with_state(app.clone(), request_log::watch))
        .layer(middleware::from_fn_with_state(app.clone(), client::know))
        .layer(middleware::from_fn_with_state(app.clone(), base_path::leave));
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
