//! The switch that hides names. It is on every page of a report, and a cookie of the browser stores it.

use axum::extract::State;
use axum::http::HeaderMap;
use axum::response::IntoResponse;
use axum_extra::extract::cookie::CookieJar;
use serde::{Deserialize, Serialize};

use super::preference;
use crate::app::App;
use crate::guard::Public;
use crate::request::Form;

/// The address of the form.
pub(crate) const SWITCH: &str = "/names";
const COOKIE: &str = "chaffinch_names";

/// Whether names are shown.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize, Serialize, utoipa::ToSchema)]
#[serde(rename_all = "lowercase")]
pub(crate) enum Names {
    /// Names are shown.
    Shown,
    /// People have pseudonyms, inside the code too.
    Hidden,
}

#[derive(Deserialize)]
pub(crate) struct Switch {
    names: Names,
}

/// Returns whether the browser that sent these headers has the switch set to hide names.
pub(crate) fn hidden(headers: &HeaderMap) -> bool {
    CookieJar::from_headers(headers).get(COOKIE).is_some_and(|cookie| cookie.value() == "hidden")
}

/// Changes the setting and redirects to the page that holds the switch.
pub(crate) async fn switch(
    _: Public,
    State(app): State<App>,
    headers: HeaderMap,
    Form(form): Form<Switch>,
) -> impl IntoResponse {
    let hidden = (form.names == Names::Hidden).then_some("hidden");
    preference::store(&app, &headers, COOKIE, hidden, None)
}
