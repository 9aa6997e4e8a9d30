//! The switches of languages and of names, which are on every page, and the way back to the page that holds one. A cookie
//! of the browser stores each choice.

use axum::http::header::{REFERER, SET_COOKIE};
use axum::http::{HeaderMap, Uri};
use axum::response::{IntoResponse, Redirect};
use chaffinch_pages::Locale;
use chaffinch_report::{PairId, SubmissionId};
use chaffinch_storage::{Action, Actor, BatchId, may};
use serde::Deserialize;

use crate::app::App;
use crate::error::{Result, WebError};
use crate::http::admitted::{LANGUAGE_COOKIE, NAMES_COOKIE, NameVisibility};
use crate::http::guard::{Public, Viewer};
use crate::http::request::{Form, Query};
use crate::services::reports::ReportIds;

#[derive(Deserialize)]
pub(crate) struct Switch {
    language: Option<String>,
    /// Where to return to from a page whose address the browser does not send.
    back: Option<String>,
}

/// Stores the language and redirects to the page that holds the switch. The form is sent by GET: over plain HTTP, browsers
/// send a POST from a shared page with `Origin: null`, which is refused like the form of another site. The only effect is
/// the language.
pub(crate) async fn switch_language(
    Public(app): Public,
    headers: HeaderMap,
    Query(query): Query<Switch>,
) -> Result<impl IntoResponse> {
    let locale = query.language.as_deref().and_then(Locale::from_tag).ok_or_else(|| {
        let known: Vec<&str> = Locale::all().map(Locale::tag).collect();
        WebError::field("language", format!("must be one of {}", known.join(", ")))
    })?;
    Ok(store(&app, &headers, LANGUAGE_COOKIE, Some(locale.tag()), query.back.as_deref()))
}

#[derive(Deserialize)]
pub(crate) struct NamesForm {
    names: NameVisibility,
}

/// Changes the setting and redirects to the page that holds the switch.
pub(crate) async fn switch_names(
    Public(app): Public,
    Viewer(viewer): Viewer,
    headers: HeaderMap,
    Form(form): Form<NamesForm>,
) -> Result<impl IntoResponse> {
    let hide = form.names == NameVisibility::Hidden;
    let page = headers.get(REFERER).and_then(|value| value.to_str().ok()).map(local);
    let page = match (page, viewer) {
        (Some(page), Some(viewer)) => Some(with_other_ids(&app, &viewer, &page, hide).await?.unwrap_or(page)),
        (page, _) => page,
    };
    Ok(store(&app, &headers, NAMES_COOKIE, hide.then_some("hidden"), page.as_deref()))
}

/// Returns the address of the same pair or submission with the ids that its page has under the new setting. `None` if the
/// page is another one, or the account may not see the report: nobody else may learn which number has which code.
async fn with_other_ids(app: &App, viewer: &Actor, page: &str, hide: bool) -> Result<Option<String>> {
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
