//! The switch that hides names. It is on every page of a report, and a cookie of the browser stores it.

use axum::extract::State;
use axum::http::HeaderMap;
use axum::response::IntoResponse;
use serde::Deserialize;

use super::preference;
use crate::app::App;
use crate::http::guard::Public;
use crate::http::name_visibility::{COOKIE, NameVisibility};
use crate::http::request::Form;

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
    let hidden = (form.names == NameVisibility::Hidden).then_some("hidden");
    preference::store(&app, &headers, COOKIE, hidden, None)
}
