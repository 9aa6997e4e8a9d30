//! `/batches/{batch}/share`: creates, lists and revokes links that show the report to anyone who has them.

use askama::Template;
use axum::extract::State;
use axum::http::HeaderMap;
use axum::response::{Html, Redirect};
use chaffinch_pages::{Frame, PageLocation};
use chaffinch_storage::{Batch, MAX_SHARE_DURATION, Share, ShareId};
use chrono::{DateTime, TimeDelta, Utc};
use serde::Deserialize;

use crate::api::shares::SharePath;
use crate::app::App;
use crate::error::WebError;
use crate::http::guard::{Delete, OnBatch};
use crate::http::request::{Form, Path};
use crate::pages::frame::{frame, render};
use crate::pages::paths::batch_path;
use crate::services::shares::{self, DEFAULT_SHARE_DURATION, ShareRequest};

#[derive(Template)]
#[template(path = "service/share.html")]
struct SharePage<'a> {
    frame: Frame,
    batch: &'a Batch,
    /// Path of the batch's page.
    path: String,
    shares: Vec<Share>,
    now: DateTime<Utc>,
    /// The address of a new link. It is shown only once.
    fresh: Option<String>,
    usual_days: i64,
    most_days: i64,
}

pub(crate) async fn show(on: OnBatch<Delete>, State(app): State<App>) -> Result<Html<String>, WebError> {
    page(&app, &on, None).await
}

async fn page(app: &App, on: &OnBatch<Delete>, fresh: Option<String>) -> Result<Html<String>, WebError> {
    render(&SharePage {
        frame: frame(&on.who, on.who.words.say("share-title"), PageLocation::Service, ""),
        batch: &on.batch,
        path: batch_path(&on.batch),
        shares: app.storage.shares(on.batch.id).await?,
        now: app.clock.now(),
        fresh,
        usual_days: DEFAULT_SHARE_DURATION.num_days(),
        most_days: MAX_SHARE_DURATION.num_days(),
    })
}

/// Form that creates a link. Browsers do not send boxes that are not checked.
#[derive(Deserialize)]
pub(crate) struct ShareForm {
    #[serde(default)]
    days: String,
    #[serde(default)]
    names_hidden: String,
    #[serde(default)]
    exports: String,
}

pub(crate) async fn create(
    on: OnBatch<Delete>,
    State(app): State<App>,
    Form(form): Form<ShareForm>,
) -> Result<Html<String>, WebError> {
    let days = match form.days.trim() {
        "" => None,
        days => {
            let days = days.parse().ok().filter(|days| (1..=MAX_SHARE_DURATION.num_days()).contains(days));
            Some(days.ok_or_else(|| {
                let problem = format!("must be a number from 1 to {}", MAX_SHARE_DURATION.num_days());
                WebError::field("days", problem)
            })?)
        }
    };
    let wish = ShareRequest {
        expires: days.map(|days| app.clock.now() + TimeDelta::days(days)),
        names_hidden: !form.names_hidden.is_empty(),
        exports: !form.exports.is_empty(),
    };
    let (_, secret) = shares::make(&app, &on.who, &on.batch, &HeaderMap::new(), wish).await?;
    let fresh = shares::address(&app, &secret);
    page(&app, &on, Some(fresh)).await
}

pub(crate) async fn revoke(
    on: OnBatch<Delete>,
    State(app): State<App>,
    Path(SharePath { share }): Path<SharePath>,
) -> Result<Redirect, WebError> {
    app.storage.revoke_shares(on.batch.id, Some(ShareId(share)), &on.who.by(&app.clock)).await?;
    Ok(Redirect::to(&format!("{}/share", batch_path(&on.batch))))
}
