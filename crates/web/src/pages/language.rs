//! The switch of languages. It is on every page of the service, and a cookie of the browser stores the choice.

use axum::extract::State;
use axum::http::HeaderMap;
use axum::response::IntoResponse;
use chaffinch_pages::Locale;
use serde::Deserialize;

use super::preference;
use crate::app::App;
use crate::error::WebError;
use crate::http::guard::Public;
use crate::http::locale::COOKIE;
use crate::http::request::Query;

#[derive(Deserialize)]
pub(crate) struct Switch {
    language: Option<String>,
    /// Where to return to from a page whose address the browser does not send.
    back: Option<String>,
}

/// Stores the language and redirects to the page that holds the switch. The form is sent by GET: over plain HTTP, browsers
/// send a POST from a shared page with `Origin: null`, which is refused like the form of another site. The only effect is
/// the language.
pub(crate) async fn switch(
    _: Public,
    State(app): State<App>,
    headers: HeaderMap,
    Query(query): Query<Switch>,
) -> Result<impl IntoResponse, WebError> {
    let locale = query.language.as_deref().and_then(Locale::from_tag).ok_or_else(|| {
        let known: Vec<&str> = Locale::all().map(Locale::tag).collect();
        WebError::field("language", format!("must be one of {}", known.join(", ")))
    })?;
    Ok(preference::store(&app, &headers, COOKIE, Some(locale.tag()), query.back.as_deref()))
}
