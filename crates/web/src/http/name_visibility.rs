//! Whether a browser asks for names or for pseudonyms. A cookie stores the choice.

use axum::http::HeaderMap;
use axum_extra::extract::cookie::CookieJar;
use serde::{Deserialize, Serialize};

/// Path of the form that changes the choice.
pub(crate) const SWITCH: &str = "/names";
/// Name of the cookie that stores the choice.
pub(crate) const COOKIE: &str = "chaffinch_names";

/// Whether names are shown.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize, Serialize, utoipa::ToSchema)]
#[serde(rename_all = "lowercase")]
#[schema(as = Names)]
pub(crate) enum NameVisibility {
    /// Names are shown.
    Shown,
    /// People have pseudonyms, inside the code too.
    Hidden,
}

/// Returns whether the browser that sent these headers has the switch set to hide names.
pub(crate) fn hidden(headers: &HeaderMap) -> bool {
    CookieJar::from_headers(headers).get(COOKIE).is_some_and(|cookie| cookie.value() == "hidden")
}
