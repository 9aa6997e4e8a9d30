//! Links that show one report to anyone who has them: `/batches/{batch}/share` creates, lists and revokes them, and
//! `/shared/{secret}` and below show the report. Nothing else can be reached from there.

use askama::Template;
use axum::http::header::REFERRER_POLICY;
use axum::http::{HeaderMap, HeaderName};
use axum::response::{Html, IntoResponse, Redirect, Response};
use chaffinch_pages::{self as pages, Frame, PageLocation, View};
use chaffinch_report::SubmissionId;
use chaffinch_storage::{Batch, MAX_SHARE_DURATION, Share, ShareId};
use chrono::{DateTime, TimeDelta, Utc};
use serde::Deserialize;

use crate::api::reports::file_of;
use crate::api::shares::SharePath;
use crate::error::{Result, WebError};
use crate::exports::{ExportFormat, ExportKey};
use crate::http::admitted::language_switch;
use crate::http::guard::{Delete, OnBatch, OnShare};
use crate::http::request::{Form, PairPath, Path, Query};
use crate::pages::batches::pair::{PairQuery, PartQuery, ShownWith, pair_page, submission_page};
use crate::pages::batches::report::{Reader, existing, report_page};
use crate::pages::frame::{batch_path, frame, render};
use crate::services::reports::ReportIds;
use crate::services::shares::{self, DEFAULT_SHARE_DURATION, SHARED, ShareRequest};

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

pub(crate) async fn show(on: OnBatch<Delete>) -> Result<Html<String>> {
    page(&on, None).await
}

async fn page(on: &OnBatch<Delete>, fresh: Option<String>) -> Result<Html<String>> {
    render(&SharePage {
        frame: frame(&on.who, on.who.words.say("share-title"), ""),
        batch: &on.batch,
        path: batch_path(&on.batch),
        shares: on.who.app.storage.shares(on.batch.id).await?,
        now: on.who.app.clock.now(),
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

pub(crate) async fn create(on: OnBatch<Delete>, Form(form): Form<ShareForm>) -> Result<Html<String>> {
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
        expires: days.map(|days| on.who.app.clock.now() + TimeDelta::days(days)),
        names_hidden: !form.names_hidden.is_empty(),
        exports: !form.exports.is_empty(),
    };
    let (_, secret) = shares::make(&on.who, &on.batch, &HeaderMap::new(), wish).await?;
    let fresh = shares::address(&on.who.app, &secret);
    page(&on, Some(fresh)).await
}

pub(crate) async fn revoke(
    on: OnBatch<Delete>,
    Path(SharePath { share }): Path<SharePath>,
) -> Result<Redirect> {
    on.who.app.storage.revoke_shares(on.batch.id, Some(ShareId(share)), &on.who.by()).await?;
    Ok(Redirect::to(&format!("{}/share", batch_path(&on.batch))))
}

/// The frame of shared pages has no sign-in or sign-out and nothing to change.
impl From<OnShare> for Reader {
    fn from(on: OnShare) -> Self {
        let place =
            PageLocation::Shared { path: format!("{SHARED}/{}", on.secret), downloads: on.share.exports };
        // Shared pages send no `Referer`: their address is secret.
        let languages = Some(language_switch(Some(place.home())));
        let frame = Frame { words: on.words, languages, ..Frame::new(on.batch.title.clone(), place) };
        let ids = shared_ids(&on.batch, &on.share);
        Self { app: on.app, batch: on.batch, frame, ids, caller: on.caller }
    }
}

/// Returns the ids in a shared report. Each link has other codes, so readers of two links cannot compare them.
fn shared_ids(batch: &Batch, share: &Share) -> ReportIds {
    let ids = ReportIds::new(batch, share.names_hidden);
    ReportIds { key: ids.key.derived(&format!("share {}", share.id)), ..ids }
}

/// Adds headers that protect the address, which is secret. Linked sites do not receive it, and search engines do not
/// index it.
pub(crate) async fn seal(answer: Response) -> impl IntoResponse {
    let headers =
        [(REFERRER_POLICY, "no-referrer"), (HeaderName::from_static("x-robots-tag"), "noindex, nofollow")];
    (headers, answer)
}

pub(crate) async fn overview(on: OnShare, Query(view): Query<View>) -> Result<Html<String>> {
    report_page(&on.into(), move |frame, report| {
        existing(view.page, pages::overview_pages(frame, report, &view))?;
        Ok(pages::overview(frame, report, &view, &|_| None))
    })
    .await
}

pub(crate) async fn pair(
    on: OnShare,
    Path(PairPath { pair }): Path<PairPath>,
    Query(query): Query<PairQuery>,
) -> Result<Html<String>> {
    pair_page(&on.into(), pair, query, &View::default(), ShownWith::default())
        .await?
        .ok_or(WebError::NotFound)
}

pub(crate) async fn submission(
    on: OnShare,
    Path((_, submission)): Path<(String, SubmissionId)>,
    Query(query): Query<PartQuery>,
) -> Result<Html<String>> {
    submission_page(&on.into(), submission, &query).await
}

/// Serves the report as a file, if the link allows it.
pub(crate) async fn export(on: OnShare, Path((_, format)): Path<(String, String)>) -> Result<Response> {
    let kind = match format.as_str() {
        "report.json" => ExportFormat::Json,
        "report.csv" => ExportFormat::Csv,
        "report.zip" => ExportFormat::Zip,
        _ => return Err(WebError::NotFound),
    };
    if !on.share.exports {
        return Err(WebError::NotFound);
    }
    let hide = shared_ids(&on.batch, &on.share).hiding();
    let wanted = ExportKey::load(&*on.app.storage, &on.batch, None, kind, hide, on.words).await?;
    file_of(&on.app, ExportKey { shared: true, ..wanted }, on.caller).await
}
