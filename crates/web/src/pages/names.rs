//! The switch that hides names. It is on every page of a report, and a cookie of the browser stores it.

use axum::extract::State;
use axum::http::header::{REFERER, SET_COOKIE};
use axum::http::{HeaderMap, Uri};
use axum::response::{IntoResponse, Redirect};
use serde::Deserialize;

use crate::app::App;
use crate::http::guard::Public;
use crate::http::name_visibility::{COOKIE, NameVisibility};
use crate::http::request::Form;

/// How long the browser keeps the cookie: one year.
const SECONDS: u32 = 31_536_000;

#[derive(Deserialize)]
pub(crate) struct NamesForm {
    names: NameVisibility,
}

/// Changes the setting and redirects to the page that holds the switch.
pub(crate) async fn switch(
    _: Public,
    State(app): State<App>,
    headers: HeaderMap,
    Form(form): Form<NamesForm>,
) -> impl IntoResponse {
    let secure = if app.settings.secure() { "; Secure" } else { "" };
    let (value, seconds) = match form.names {
        NameVisibility::Hidden => ("hidden", SECONDS),
        NameVisibility::Shown => ("", 0),
    };
    let cookie = format!("{COOKIE}={value}; Path=/; HttpOnly; SameSite=Lax; Max-Age={seconds}{secure}");
    ([(SET_COOKIE, cookie)], Redirect::to(&back(&headers)))
}

/// Returns path and query of the page that sent the form. It never returns an address that a browser could take for one
/// on another host.
fn back(headers: &HeaderMap) -> String {
    let page = headers.get(REFERER).and_then(|value| value.to_str().ok()?.parse::<Uri>().ok());
    let path = page.as_ref().and_then(Uri::path_and_query).map_or("/", |path| path.as_str());
    let ours = path.starts_with('/') && !path.starts_with("//") && !path.contains('\\');
    if ours { path.to_owned() } else { "/".to_owned() }
}
