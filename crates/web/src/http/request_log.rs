//! Wraps every request: its id, its tracing span and its metrics. It is also the only place that writes errors.

use std::sync::Arc;
use std::time::Instant;

use askama::Template;
use axum::extract::{MatchedPath, Request, State};
use axum::http::header::{AUTHORIZATION, CONTENT_TYPE, REFERER, RETRY_AFTER, WWW_AUTHENTICATE};
use axum::http::{HeaderName, HeaderValue, Method, StatusCode, Uri};
use axum::middleware::Next;
use axum::response::{Html, IntoResponse, Redirect, Response};
use chaffinch_pages::{Frame, Locale, PageLocation};
use serde::Serialize;
use tracing::Instrument as _;
use utoipa::ToSchema;
use uuid::Uuid;

use crate::app::App;
use crate::error::{WebError, chain, kind};
use crate::http::admitted::locale;
use crate::http::base_path;

/// Header of every answer, by which a user can name the request and an operator can find it.
const REQUEST_ID: HeaderName = HeaderName::from_static("x-request-id");

/// Path of the text that explains all error codes.
pub(crate) const ERRORS_PAGE: &str = "/docs/errors.md";

/// An error as in RFC 9457.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct Problem {
    /// URL of a page that explains the code.
    #[serde(rename = "type")]
    kind: String,
    /// Short name of the error.
    title: &'static str,
    /// The HTTP status.
    #[schema(minimum = 400, maximum = 599)]
    status: u16,
    /// What was wrong with this request, and what to do.
    detail: String,
    /// Stable code for programs.
    code: &'static str,
    /// Id of the request, under which the log has more details.
    request_id: String,
}

#[derive(Template)]
#[template(path = "service/error.html")]
struct ErrorPage<'a> {
    frame: Frame,
    status: u16,
    title: &'a str,
    detail: String,
    code: &'a str,
    explained: String,
    request_id: &'a str,
    sign_in: bool,
    ours: bool,
    /// The page of this service that sent the form or has the link.
    back: Option<String>,
}

/// Runs a request and writes its error. Only the layers for headers and compression are outside of it.
pub(crate) async fn watch(State(app): State<App>, request: Request, next: Next) -> Response {
    // The service makes the id itself, because an id from a client or proxy is not trustworthy in a log.
    let id = Uuid::now_v7().to_string();
    let started = Instant::now();
    let method = known(request.method());
    // The language of an error page. Programs get JSON, and their requests need no language.
    let page = is_page(request.uri()).then(|| locale(request.headers()));
    let back = way_back(&app, &request);
    let token = request.headers().contains_key(AUTHORIZATION);
    // The pattern of the path has few values, and no ids.
    let route = request
        .extensions()
        .get::<MatchedPath>()
        .map_or_else(|| "none".to_owned(), |path| path.as_str().to_owned());
    let span = tracing::info_span!(
        "request",
        request.id = %id,
        http.method = method,
        http.route = %route,
        http.status = tracing::field::Empty,
    );

    let mut response = next.run(request).instrument(span.clone()).await;
    if let Some(error) = response.extensions_mut().remove::<Arc<WebError>>() {
        let _entered = span.enter();
        if let Some(fault) = error.fault() {
            tracing::error!(error.cause = %chain(fault), "a request failed");
        }
        let written = if matches!(*error, WebError::Unauthenticated { .. }) && page.is_some() && !token {
            Redirect::to("/sign-in").into_response()
        } else {
            written(&error, &id, &app.settings.public_url, page, back)
        };
        // Headers of the replaced answer (`Allow`, cookies) stay.
        let (mut parts, _) = response.into_parts();
        let (error_parts, body) = written.into_parts();
        parts.status = error_parts.status;
        parts.headers.extend(error_parts.headers);
        parts.headers.remove(axum::http::header::CONTENT_LENGTH);
        response = Response::from_parts(parts, body);
    }
    if let Ok(id) = HeaderValue::from_str(&id) {
        response.headers_mut().insert(REQUEST_ID, id);
    }
    let status = response.status().as_u16();
    let seconds = started.elapsed().as_secs_f64();
    span.record("http.status", status);
    span.in_scope(|| tracing::debug!(http.status = status, elapsed.seconds = seconds, "answered"));
    let recorder = [("method", method.to_owned()), ("route", route), ("status", status.to_string())];
    metrics::counter!("chaffinch_http_requests_total", &recorder).increment(1);
    metrics::histogram!("chaffinch_http_request_seconds", &recorder).record(seconds);
    response
}

/// Returns the page that sent a form, so that an error page can lead back to it.
fn way_back(app: &App, request: &Request) -> Option<String> {
    if request.method() != Method::POST {
        return None;
    }
    let referer = request.headers().get(REFERER)?.to_str().ok()?.parse::<Uri>().ok()?;
    let path = referer.path_and_query()?.as_str();
    // `base_path` adds the path of the service to every address.
    let path = path.strip_prefix(base_path::path_of(&app.settings.public_url))?;
    // Attack: a path that a browser takes for an address on another host.
    let ours = path.starts_with('/') && !path.starts_with("//") && !path.contains('\\');
    ours.then(|| path.to_owned())
}

/// Returns whether the address is a page: everything except the API.
pub(crate) fn is_page(address: &Uri) -> bool {
    !address.path().starts_with("/api/")
}

/// Returns the name of a method that HTTP defines, or `other`. Attack: a client without an account invents methods, and
/// each would create a new time series.
fn known(method: &Method) -> &'static str {
    const METHODS: [&str; 7] = ["GET", "HEAD", "POST", "PUT", "DELETE", "OPTIONS", "PATCH"];
    METHODS.into_iter().find(|known| *known == method.as_str()).unwrap_or("other")
}

/// Writes an error as a page in this language, or as JSON for programs.
fn written(
    error: &WebError,
    id: &str,
    public_url: &str,
    page: Option<Locale>,
    back: Option<String>,
) -> Response {
    let kind = error.kind();
    let explained = format!("{}/{}", kind::PAGES, kind.code);
    let mut response = if let Some(words) = page {
        let page = ErrorPage {
            frame: Frame { words, ..Frame::new(kind.title, PageLocation::Service) },
            status: kind.status.as_u16(),
            title: kind.title,
            detail: error.to_string(),
            code: kind.code,
            explained,
            request_id: id,
            sign_in: kind.status == StatusCode::UNAUTHORIZED || matches!(error, WebError::SignInLink),
            ours: kind.status.is_server_error(),
            back,
        };
        // Rendering into memory fails only on a bug. The answer is then the plain text.
        match page.render() {
            Ok(page) => Html(page).into_response(),
            Err(_) => error.to_string().into_response(),
        }
    } else {
        let problem = Problem {
            kind: format!("{public_url}{explained}"),
            title: kind.title,
            status: kind.status.as_u16(),
            detail: error.to_string(),
            code: kind.code,
            request_id: id.to_owned(),
        };
        let body = serde_json::to_string(&problem).expect("texts and a number");
        ([(CONTENT_TYPE, "application/problem+json")], body).into_response()
    };
    *response.status_mut() = kind.status;
    if let WebError::Unauthenticated { presented } = error {
        let challenge = if *presented {
            r#"Bearer realm="chaffinch", error="invalid_token""#
        } else {
            r#"Bearer realm="chaffinch""#
        };
        response.headers_mut().insert(WWW_AUTHENTICATE, HeaderValue::from_static(challenge));
    }
    if let Some(seconds) = error.retry_after() {
        response.headers_mut().insert(RETRY_AFTER, seconds.into());
    }
    response
}
