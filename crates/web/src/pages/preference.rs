//! Settings that a cookie of the browser stores, and the way back to the page that changed one.

use axum::http::header::{REFERER, SET_COOKIE};
use axum::http::{HeaderMap, Uri};
use axum::response::{IntoResponse, Redirect};

use crate::app::App;

/// How long the browser keeps the cookie: one year.
const MAX_AGE_SECONDS: u32 = 31_536_000;

/// Sets the cookie, or removes it without a value, and redirects to `back` or to the page that sent the form.
pub(super) fn store(
    app: &App,
    headers: &HeaderMap,
    cookie: &str,
    value: Option<&str>,
    back: Option<&str>,
) -> impl IntoResponse + use<> {
    let secure = if app.settings.secure() { "; Secure" } else { "" };
    let (value, seconds) = value.map_or(("", 0), |value| (value, MAX_AGE_SECONDS));
    let cookie = format!("{cookie}={value}; Path=/; HttpOnly; SameSite=Lax; Max-Age={seconds}{secure}");
    let page = back.or_else(|| headers.get(REFERER).and_then(|value| value.to_str().ok()));
    ([(SET_COOKIE, cookie)], Redirect::to(&local(page.unwrap_or_default())))
}

/// Returns path and query of an address. It never returns an address that a browser could take for one on another host.
pub(super) fn local(address: &str) -> String {
    let page = address.parse::<Uri>().ok();
    let path = page.as_ref().and_then(Uri::path_and_query).map_or("/", |path| path.as_str());
    let ours = path.starts_with('/') && !path.starts_with("//") && !path.contains('\\');
    if ours { path.to_owned() } else { "/".to_owned() }
}
