//! Serves below a path of the host (`https://host.example.edu/chaffinch/`), which the public URL states.
//!
//! All other code uses paths such as `/batches`. This file removes the path from requests, unless a proxy has already
//! done so, and adds it to every address of the service in answers. No template has to do it, so none can leave it out.

use axum::body::{Body, to_bytes};
use axum::extract::{Request, State};
use axum::http::header::{CONTENT_LENGTH, CONTENT_TYPE, LOCATION, SET_COOKIE};
use axum::http::uri::PathAndQuery;
use axum::http::{HeaderMap, HeaderValue, Uri};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};

use crate::app::App;
use crate::error::WebError;

/// Attributes of pages that contain an address.
const ADDRESSES: [&str; 7] = ["href", "src", "action", "formaction", "data-api", "data-events", "data-then"];

/// Returns the path of a URL without a slash at its end, such as `/chaffinch`, or an empty text.
pub(crate) fn path_of(public_url: &str) -> &str {
    let rest = public_url.split_once("://").map_or(public_url, |(_, rest)| rest);
    rest.find('/').map_or("", |at| &rest[at..])
}

/// Removes the path from a request, unless a proxy has already done so.
pub(crate) fn enter(base: &str, mut request: Request) -> Request {
    let below = |path: &str| match path.strip_prefix(base)? {
        "" => Some("/".to_owned()),
        rest if rest.starts_with('?') => Some(format!("/{rest}")),
        rest => rest.starts_with('/').then(|| rest.to_owned()),
    };
    let path = request.uri().path_and_query().and_then(|path| below(path.as_str()));
    if let Some(Ok(path)) = path.map(PathAndQuery::try_from) {
        let mut parts = request.uri().clone().into_parts();
        parts.path_and_query = Some(path);
        if let Ok(uri) = Uri::from_parts(parts) {
            *request.uri_mut() = uri;
        }
    }
    request
}

/// Adds the path to the addresses of the service in an answer.
pub(crate) async fn leave(State(app): State<App>, request: Request, next: Next) -> Response {
    let response = next.run(request).await;
    let base = path_of(&app.settings.public_url);
    if base.is_empty() {
        return response;
    }
    let (mut parts, body) = response.into_parts();
    headers(&mut parts.headers, base);
    let media = parts.headers.get(CONTENT_TYPE).and_then(|value| value.to_str().ok()).unwrap_or_default();
    if !media.starts_with("text/html") {
        return Response::from_parts(parts, body);
    }
    // Pages are in memory as a whole. Downloads and events are not HTML and were returned above.
    let Ok(bytes) = to_bytes(body, usize::MAX).await else {
        return WebError::internal("a page ended early").into_response();
    };
    parts.headers.remove(CONTENT_LENGTH);
    Response::from_parts(parts, Body::from(page(&String::from_utf8_lossy(&bytes), base)))
}

fn headers(headers: &mut HeaderMap, base: &str) {
    let within = |address: &str| {
        let ours = address.starts_with('/') && !address.starts_with("//");
        let done =
            address.strip_prefix(base).is_some_and(|rest| rest.is_empty() || rest.starts_with(['/', '?']));
        (ours && !done).then(|| format!("{base}{address}"))
    };
    let moved = headers.get(LOCATION).and_then(|value| within(value.to_str().ok()?));
    if let Some(Ok(value)) = moved.map(HeaderValue::try_from) {
        headers.insert(LOCATION, value);
    }
    // Cookies are limited to the path, because other services of the host must not get them.
    let cookies: Vec<HeaderValue> = headers.get_all(SET_COOKIE).iter().cloned().collect();
    if headers.remove(SET_COOKIE).is_some() {
        for cookie in cookies {
            let narrowed =
                cookie.to_str().ok().map(|text| text.replace("; Path=/;", &format!("; Path={base}/;")));
            let narrowed = narrowed.and_then(|text| HeaderValue::try_from(text).ok());
            headers.append(SET_COOKIE, narrowed.unwrap_or(cookie));
        }
    }
}

/// Returns a page with the path added to its addresses. Texts of users stay as they are, because their quotation marks
/// are escaped.
fn page(html: &str, base: &str) -> String {
    let mut moved = String::with_capacity(html.len() + html.len() / 16);
    let mut rest = html;
    while let Some(at) = rest.find("=\"/") {
        let (before, value) = rest.split_at(at + 2);
        let name = before[..at].rsplit(|sign: char| !(sign.is_ascii_alphanumeric() || sign == '-')).next();
        moved.push_str(before);
        if name.is_some_and(|name| ADDRESSES.contains(&name)) && !value.starts_with("//") {
            moved.push_str(base);
        }
        moved.push('/');
        rest = &value[1..];
    }
    moved.push_str(rest);
    moved
}

/// Returns scheme, host and port of a URL.
pub(crate) fn origin(url: &str) -> String {
    let (scheme, rest) = url.split_once("://").unwrap_or(("http", url));
    format!("{scheme}://{}", rest.split('/').next().unwrap_or(rest))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn addresses_are_moved_and_nothing_else() {
        for (html, expected) in [
            ("<a href=\"/\">", "<a href=\"/c/\">"),
            ("<form method=\"post\" action=\"/sign-in\">", "<form method=\"post\" action=\"/c/sign-in\">"),
            ("<img src=\"/static/x.svg\"><a href=\"#m\">", "<img src=\"/c/static/x.svg\"><a href=\"#m\">"),
            ("<section data-events=\"/api/v1/x\">", "<section data-events=\"/c/api/v1/x\">"),
            ("<a href=\"//other.example\">", "<a href=\"//other.example\">"),
            ("<input value=\"/batches\">", "<input value=\"/batches\">"),
            ("<p>href=&#34;/x</p>", "<p>href=&#34;/x</p>"),
            ("<a href=\"https://id.example.edu/x\">", "<a href=\"https://id.example.edu/x\">"),
        ] {
            assert_eq!(page(html, "/c"), expected);
        }
    }

    #[test]
    fn the_path_is_taken_off_where_it_is_there() {
        for (uri, path) in [
            ("/c", "/"),
            ("/c?after=1", "/?after=1"),
            ("/c/", "/"),
            ("/c/batches?x=/c/", "/batches?x=/c/"),
            ("/batches", "/batches"),
            ("/cases", "/cases"),
        ] {
            let request = Request::builder().uri(uri).body(Body::empty()).unwrap();
            assert_eq!(enter("/c", request).uri(), path, "{uri}");
        }
    }

    #[test]
    fn paths_of_addresses() {
        for (url, path) in [
            ("https://host", ""),
            ("https://host/chaffinch", "/chaffinch"),
            ("http://127.0.0.1:8080/a/b", "/a/b"),
        ] {
            assert_eq!(path_of(url), path);
        }
    }
}
