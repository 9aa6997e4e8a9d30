//! The switch that hides names. It is on every page of a report, and a cookie of the browser stores it.

use axum::extract::State;
use axum::http::HeaderMap;
use axum::http::header::REFERER;
use axum::response::IntoResponse;
use chaffinch_report::{PairId, SubmissionId};
use chaffinch_storage::{Action, Actor, BatchId, may};
use serde::Deserialize;

use super::preference;
use crate::app::App;
use crate::error::WebError;
use crate::http::guard::{Public, Viewer};
use crate::http::name_visibility::{COOKIE, NameVisibility};
use crate::http::request::Form;
use crate::services::reports::ReportIds;

#[derive(Deserialize)]
pub(crate) struct NamesForm {
    names: NameVisibility,
}

/// Changes the setting and redirects to the page that holds the switch.
pub(crate) async fn switch(
    _: Public,
    State(app): State<App>,
    Viewer(viewer): Viewer,
    headers: HeaderMap,
    Form(form): Form<NamesForm>,
) -> Result<impl IntoResponse, WebError> {
    let hide = form.names == NameVisibility::Hidden;
    let page = headers.get(REFERER).and_then(|value| value.to_str().ok()).map(preference::local);
    let page = match (page, viewer) {
        (Some(page), Some(viewer)) => Some(with_other_ids(&app, &viewer, &page, hide).await?.unwrap_or(page)),
        (page, _) => page,
    };
    Ok(preference::store(&app, &headers, COOKIE, hide.then_some("hidden"), page.as_deref()))
}

/// Returns the address of the same pair or submission with the ids that its page has under the new setting. `None` if the
/// page is another one, or the account may not see the report: nobody else may learn which number has which code.
async fn with_other_ids(
    app: &App,
    viewer: &Actor,
    page: &str,
    hide: bool,
) -> Result<Option<String>, WebError> {
    let path = page.split('?').next().unwrap_or(page);
    let mut parts: Vec<&str> = path.split('/').collect();
    let Some(at) = parts.iter().position(|part| *part == "batches") else { return Ok(None) };
    let [_, batch, kind, id] = parts[at..] else { return Ok(None) };
    let Ok(batch) = batch.parse::<BatchId>() else { return Ok(None) };
    let Some(batch) = app.storage.batch(batch).await? else { return Ok(None) };
    if !may(viewer, Action::See, batch.course) {
        return Ok(None);
    }
    let (before, after) = (ReportIds::new(&batch, false), ReportIds::new(&batch, hide));
    let id = match kind {
        "pairs" => id
            .parse::<PairId>()
            .ok()
            .and_then(|id| before.numbers(id).ok())
            .map(|numbers| after.pair(numbers).to_string()),
        "submissions" => id
            .parse::<SubmissionId>()
            .ok()
            .and_then(|id| before.number(id).ok())
            .map(|number| SubmissionId(after.id(number)).to_string()),
        _ => None,
    };
    let Some(id) = id else { return Ok(None) };
    parts[at + 3] = &id;
    // Parts, matches and sides of a page are others too.
    let query = if page.contains("view=diff") { "?view=diff" } else { "" };
    Ok(Some(parts.join("/") + query))
}
