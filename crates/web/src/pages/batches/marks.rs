//! `/batches/{id}/pairs/{pair}/mark` and `/batches/{id}/marks/divide`: the forms with which staff marks the pairs of a report
//! and divides them among its members.

use axum::response::Redirect;
use chaffinch_pages::{self as pages, View};
use chaffinch_storage::MarkChange;
use serde::Deserialize;

use crate::error::{Result, WebError};
use crate::http::guard::{Change, OnBatch};
use crate::http::request::{Form, PairPath, Path, Query};
use crate::pages::batches::notices::{OUTDATED, back_to, with_parameter};
use crate::pages::batches::report::Reader;
use crate::pages::frame::batch_path;
use crate::services::{marks, reports};

/// The form of a mark. Only the fields of the button that was pressed are there.
#[derive(Deserialize, Default)]
pub(crate) struct MarkForm {
    /// Name of the new state; empty: not looked at.
    state: Option<String>,
    note: Option<String>,
    /// The version of the mark on the page.
    seen: Option<u32>,
    /// The page to return to.
    #[serde(default)]
    back: String,
    /// The page of the next pair.
    #[serde(default)]
    next: String,
    /// `1`: go to the next pair.
    #[serde(default)]
    advance: String,
}

/// The address that takes the last change of a mark back.
#[derive(Deserialize)]
pub(crate) struct UndoQuery {
    /// The version of the mark after the change.
    undo: Option<u32>,
    /// The page to return to.
    back: Option<String>,
}

pub(crate) async fn mark(
    on: OnBatch<Change>,
    Path(PairPath { pair }): Path<PairPath>,
    Query(query): Query<UndoQuery>,
    Form(mut form): Form<MarkForm>,
) -> Result<Redirect> {
    let mut state = form.state.as_deref().map(marks::state).transpose()?;
    if query.undo.is_some() {
        state = Some(marks::previous(&on.who, &on.batch, pair).await?);
        form = MarkForm { seen: query.undo, back: query.back.unwrap_or_default(), ..MarkForm::default() };
    }
    let change = MarkChange { state, note: form.note.map(|note| note.trim().to_owned()), assignee: None };
    let goes_on = form.advance == "1" && change.state.is_some_and(|state| state.is_some());
    let (page, done) = match marks::change(&on.who, &on.batch, pair, &change, form.seen).await {
        Ok(_) if goes_on => (form.next, pair.to_string()),
        Ok(_) => return Ok(Redirect::to(&back_to(&on.batch, &form.back))),
        // Where the change was undone on the page of another pair, the reader sees the pair itself.
        Err(WebError::MarkChanged) if query.undo.is_some() => {
            (format!("{}/pairs/{pair}", batch_path(&on.batch)), format!("{OUTDATED}{pair}"))
        }
        Err(WebError::MarkChanged) => (form.back, format!("{OUTDATED}{pair}")),
        Err(error) => return Err(error),
    };
    Ok(Redirect::to(&with_parameter(&back_to(&on.batch, &page), "done", &done)))
}

/// The form that divides the pairs of a list: `account`, repeated. The query is that of the list.
type DivideForm = Vec<(String, String)>;

pub(crate) async fn divide(
    on: OnBatch<Change>,
    Query(view): Query<View>,
    Form(form): Form<DivideForm>,
) -> Result<Redirect> {
    let accounts: Vec<String> =
        form.into_iter().filter_map(|(name, value)| (name == "account").then_some(value)).collect();
    reports::must_exist(&on.batch)?;
    let review = marks::review(&on.who, &on.batch).await?.ok_or(WebError::Forbidden)?;
    let reader = Reader::from(&on);
    let turn = on.who.app.auth.page(on.who.caller()).await?;
    let report = on.who.app.auth.reports.read(&*on.who.app.storage, &turn, &on.batch).await?;
    let hide = reader.ids.hiding();
    let divided = View { mine: Some(1), page: None, ..view.clone() }.href(&reader.frame.place);
    let (review, pairs) = turn
        .run(move || {
            let (report, _) = reports::assembled(report, &[], &[], hide)?;
            let pairs = pages::to_review(&report, &view, &review);
            Ok::<_, WebError>((review, pairs))
        })
        .await?;
    drop(turn);
    marks::divide(&on.who, &on.batch, &review, &pairs, &accounts).await?;
    Ok(Redirect::to(&divided))
}
