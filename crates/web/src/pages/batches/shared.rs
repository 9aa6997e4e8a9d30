//! `/shared/{secret}` and below: one report for anyone who has its link. Nothing else can be reached from here.

use axum::extract::State;
use axum::http::HeaderName;
use axum::http::header::REFERRER_POLICY;
use axum::response::{Html, IntoResponse, Response};
use chaffinch_pages::{self as pages, Frame, PageLocation, View};
use chaffinch_report::SubmissionId;
use chaffinch_storage::{Batch, Share};
use serde::Deserialize;

use crate::api::reports::file_of;
use crate::app::App;
use crate::error::WebError;
use crate::exports::{ExportFormat, ExportKey};
use crate::http::guard::OnShare;
use crate::http::locale;
use crate::http::request::{PairPath, Path, Query};
use crate::pages::batches::report::{
    PairQuery, PartQuery, Reader, existing, pair_page, report_page, submission_page,
};
use crate::services::reports::ReportIds;
use crate::services::shares::SHARED;

/// The frame of shared pages has no sign-in or sign-out and nothing to change.
impl From<OnShare> for Reader {
    fn from(on: OnShare) -> Self {
        let place =
            PageLocation::Shared { path: format!("{SHARED}/{}", on.secret), downloads: on.share.exports };
        // Shared pages send no `Referer`: their address is secret.
        let languages = Some(locale::buttons(Some(place.home())));
        let frame = Frame { words: on.words, languages, ..Frame::new(on.batch.title.clone(), place) };
        let ids = shared_ids(&on.batch, &on.share);
        Self { batch: on.batch, frame, ids, caller: on.caller }
    }
}

/// Returns the ids in a shared report. Each link has other codes, so readers of two links cannot compare them.
fn shared_ids(batch: &Batch, share: &Share) -> ReportIds {
    let ids = ReportIds::new(batch, share.names_hidden);
    ReportIds { key: ids.key.for_handout(&format!("share {}", share.id)), ..ids }
}

/// Adds headers that protect the address, which is secret. Linked sites do not receive it, and search engines do not
/// index it.
pub(crate) async fn seal(answer: Response) -> impl IntoResponse {
    let headers =
        [(REFERRER_POLICY, "no-referrer"), (HeaderName::from_static("x-robots-tag"), "noindex, nofollow")];
    (headers, answer)
}

pub(crate) async fn overview(
    on: OnShare,
    State(app): State<App>,
    Query(view): Query<View>,
) -> Result<Html<String>, WebError> {
    report_page(&app, &on.into(), move |frame, report| {
        existing(view.page, pages::overview_pages(report, &view))?;
        Ok(pages::overview(frame, report, &view, &|_| None))
    })
    .await
}

pub(crate) async fn pair(
    on: OnShare,
    State(app): State<App>,
    Path(PairPath { pair }): Path<PairPath>,
    Query(query): Query<PairQuery>,
) -> Result<Html<String>, WebError> {
    pair_page(&app, &on.into(), pair, query, None).await?.ok_or(WebError::NotFound)
}

/// The `{submission}` of a path.
#[derive(Deserialize)]
pub(crate) struct SubmissionPath {
    submission: SubmissionId,
}

pub(crate) async fn submission(
    on: OnShare,
    State(app): State<App>,
    Path(path): Path<SubmissionPath>,
    Query(query): Query<PartQuery>,
) -> Result<Html<String>, WebError> {
    submission_page(&app, &on.into(), path.submission, &query).await
}

/// The `{format}` of a path.
#[derive(Deserialize)]
pub(crate) struct FormatPath {
    format: String,
}

/// Serves the report as a file, if the link allows it.
pub(crate) async fn export(
    on: OnShare,
    State(app): State<App>,
    Path(FormatPath { format }): Path<FormatPath>,
) -> Result<Response, WebError> {
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
    let wanted = ExportKey::load(&*app.storage, &on.batch, None, kind, hide, on.words).await?;
    file_of(&app, ExportKey { shared: true, ..wanted }, on.caller).await
}
