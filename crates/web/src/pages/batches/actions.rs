//! Actions on a batch: cancel it, delete it, open the sample.

use askama::Template;
use axum::extract::State;
use axum::response::{Html, Redirect};
use chaffinch_pages::{Frame, PageLocation};
use serde::Deserialize;

use crate::app::App;
use crate::error::WebError;
use crate::http::guard::{Change, Delete, InSomeCourse, OnBatch, Upload};
use crate::http::request::Form;
use crate::intake;
use crate::pages::frame::{frame, render};
use crate::pages::paths::batch_path;
use crate::pages::preference::local;
use crate::services::batches;

/// A new title, from the menu of a row of the list.
#[derive(Deserialize)]
pub(crate) struct Rename {
    title: String,
    /// The address of the list.
    #[serde(default)]
    back: String,
}

pub(crate) async fn rename(
    on: OnBatch<Change>,
    State(app): State<App>,
    Form(form): Form<Rename>,
) -> Result<Redirect, WebError> {
    batches::rename(&app, &on.who, &on.batch, &form.title).await?;
    Ok(Redirect::to(&local(&form.back)))
}

#[derive(Template)]
#[template(path = "service/delete.html")]
struct DeletePage {
    frame: Frame,
    title: String,
    path: String,
}

/// Compares the sample class, unless the account has done so before, and leads to the report.
pub(crate) async fn open_sample(
    who: InSomeCourse<Upload>,
    State(app): State<App>,
) -> Result<Redirect, WebError> {
    let accepted = intake::open_sample(&app, &who).await?;
    Ok(Redirect::to(&batch_path(accepted.batch())))
}

pub(crate) async fn cancel(on: OnBatch<Change>, State(app): State<App>) -> Result<Redirect, WebError> {
    app.storage.cancel(on.batch.id, &on.who.by(&app.clock)).await?.ok_or(WebError::NotFound)?;
    Ok(Redirect::to(&batch_path(&on.batch)))
}

pub(crate) async fn confirm_delete(on: OnBatch<Delete>) -> Result<Html<String>, WebError> {
    render(&DeletePage {
        frame: frame(&on.who, on.who.words.say("delete-title"), PageLocation::Service, ""),
        title: on.batch.title.clone(),
        path: batch_path(&on.batch),
    })
}

pub(crate) async fn delete(on: OnBatch<Delete>, State(app): State<App>) -> Result<Redirect, WebError> {
    batches::delete(&app, &on.who, &on.batch).await?;
    Ok(Redirect::to("/"))
}
