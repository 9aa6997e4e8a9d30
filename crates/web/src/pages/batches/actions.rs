//! Actions on a batch: cancel it, delete it.

use askama::Template;
use axum::extract::State;
use axum::response::{Html, Redirect};
use chaffinch_report::{Frame, PageLocation};

use crate::app::App;
use crate::error::WebError;
use crate::http::guard::{Change, Delete, OnBatch};
use crate::pages::frame::{frame, render};
use crate::pages::paths::batch_path;

#[derive(Template)]
#[template(path = "service/delete.html")]
struct DeletePage {
    frame: Frame,
    title: String,
    path: String,
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
    if app.storage.delete(on.batch.id, &on.who.by(&app.clock)).await? {
        app.auth.exports.forget(on.batch.id);
        Ok(Redirect::to("/"))
    } else {
        Err(WebError::NotFound)
    }
}
