//! Selects the language of the pages for a request: the one in the browser's cookie, else the first supported one of
//! `Accept-Language`, else English.

use axum::http::HeaderMap;
use axum::http::header::ACCEPT_LANGUAGE;
use axum_extra::extract::cookie::CookieJar;
use chaffinch_pages::{LanguageSwitch, Locale};

/// Path of the form that changes the language.
pub(crate) const SWITCH: &str = "/language";
/// The cookie that the switch of languages sets. Its value is a language tag.
pub(crate) const COOKIE: &str = "chaffinch_language";

/// Returns the language of pages for the sender of these headers.
pub(crate) fn locale(headers: &HeaderMap) -> Locale {
    let chosen =
        CookieJar::from_headers(headers).get(COOKIE).and_then(|cookie| Locale::from_tag(cookie.value()));
    let accepted = || headers.get(ACCEPT_LANGUAGE).and_then(|value| value.to_str().ok());
    chosen.unwrap_or_else(|| accepted().map_or_else(Locale::english, Locale::preferred))
}

/// Returns the switch for a page. `back` is its path if the browser does not send it.
pub(crate) fn buttons(back: Option<String>) -> LanguageSwitch {
    LanguageSwitch { action: SWITCH.to_owned(), back }
}
