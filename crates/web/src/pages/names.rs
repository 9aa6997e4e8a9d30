//! The switch that hides names: on every page of a report, for as long as the browser keeps it.

use axum::extract::State;
use axum::http::header::{REFERER, SET_COOKIE};
use axum::http::{HeaderMap, Uri};
use axum::response::{IntoResponse, Redirect};
use axum_extra::extract::cookie::CookieJar;
use serde::{Deserialize, Serialize};

use crate::app::App;
use crate::guard::Public;
use crate::request::Form;

/// Where the switch posts to.
pub(crate) const SWITCH: &str = "/names";
const COOKIE: &str = "chaffinch_names";
/// A year.
const SECONDS: u32 = 31_536_000;

/// Whether names are to be shown.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize, Serialize, utoipa::ToSchema)]
#[serde(rename_all = "lowercase")]
pub(crate) enum Names {
    /// As they are.
    Shown,
    /// Everybody is called by a pseudonym, inside the code too.
    Hidden,
}

#[derive(Deserialize)]
pub(crate) struct Switch {
    names: Names,
}

/// Whether whoever sent these headers asked for pages without names.
pub(crate) fn hidden(headers: &HeaderMap) -> bool {
    CookieJar::from_headers(headers).get(COOKIE).is_some_and(|cookie| cookie.value() == "hidden")
}

/// Back to the page the switch stands on.
pub(crate) async fn switch(
    _: Public,
    State(app): State<App>,
    headers: HeaderMap,
    Form(form): Form<Switch>,
) -> impl IntoResponse {
    let secure = if app.settings.secure() { "; Secure" } else { "" };
    let (value, seconds) = match form.names {
        Names::Hidden => ("hidden", SECONDS),
        Names::Shown => ("", 0),
    };
    let cookie = format!("{COOKIE}={value}; Path=/; HttpOnly; SameSite=Lax; Max-Age={seconds}{secure}");
    ([(SET_COOKIE, cookie)], Redirect::to(&back(&headers)))
}

/// Path and query of the page that sent the form. Never an address that a browser takes for another host's.
fn back(headers: &HeaderMap) -> String {
    let page = headers.get(REFERER).and_then(|value| value.to_str().ok()?.parse::<Uri>().ok());
    let path = page.as_ref().and_then(Uri::path_and_query).map_or("/", |path| path.as_str());
    let ours = path.starts_with('/') && !path.starts_with("//") && !path.contains('\\');
    if ours { path.to_owned() } else { "/".to_owned() }
}
