//! Batches over REST: make, list, look, cancel, delete.

use axum::Json;
use axum::extract::State;
use axum::http::header::LOCATION;
use axum::http::{HeaderMap, StatusCode};
use axum::response::IntoResponse;
use chaffinch_storage::{BatchFilter, BatchId};
use serde::Deserialize;
use utoipa::{IntoParams, ToSchema};
use uuid::Uuid;

use super::model::{BatchAloneView, BatchList, BatchView};
use super::words::LayoutName;
use crate::app::App;
use crate::error::WebError;
use crate::guard::{Change, Delete, InSomeCourse, OnBatch, Own, See, Upload};
use crate::intake::{self, Fields, Incoming};
use crate::request::Query;

/// Batches on a page unless asked otherwise, and at most.
const LIMIT: u32 = 50;
const MAX_LIMIT: u32 = 200;

/// The fields of an upload. Others are refused.
#[derive(ToSchema)]
#[expect(dead_code, reason = "describes the form; `intake` reads it piece by piece")]
pub(crate) struct NewBatch {
    /// Archives (zip, 7z, tar, and tar compressed by gzip, xz, bzip2 or zstd) or single files.
    #[schema(value_type = Vec<String>, format = Binary, min_items = 1)]
    submissions: Vec<Vec<u8>>,
    /// Files of folders, each with its path as its file name: every folder is taken as an archive of it.
    #[schema(value_type = Option<Vec<String>>, format = Binary)]
    folder: Option<Vec<Vec<u8>>>,
    /// Code handed out: archives or files. Never counted.
    #[schema(value_type = Option<Vec<String>>, format = Binary)]
    boilerplate: Option<Vec<Vec<u8>>>,
    /// Default: the name of the first file.
    #[schema(max_length = 200, format = "line")]
    title: Option<String>,
    /// Id or name of one of your courses. Default: your own.
    #[schema(format = "line")]
    course: Option<String>,
    /// `auto` (the default) or a language's name.
    language: Option<String>,
    /// How submissions are found.
    #[schema(value_type = Option<LayoutName>)]
    layout: Option<String>,
    /// Passages in more groups than this count nothing. Default 0: no limit.
    #[schema(minimum = 0, default = 0)]
    common_limit: Option<u32>,
    /// Pairs to list, at most 10,000. Default 250; 0: as many as there are, up to 10,000.
    #[schema(maximum = 10_000, default = 250)]
    max_pairs: Option<u32>,
    /// The first pairs that carry their matches in the report. Default 1000.
    #[schema(maximum = 10_000, default = 1000)]
    matches: Option<u32>,
    /// Archives to compare against, by name or id, separated by commas; may come several times. `none`: no archive.
    /// Default: all of the course.
    #[schema(format = "line")]
    archives: Option<String>,
    /// Who worked together, as CSV (text or a file): a team a row, or a first row with the words `member` and `team` and
    /// a member a row. Names of submissions or authors. They are not reported against each other and count as one.
    teams: Option<String>,
    /// Names of submissions or authors that are no students', separated by commas or a line each: reported apart,
    /// never counted.
    staff: Option<String>,
    /// Encodings that files are said to have, a line each: `GLOB=NAME` (`*.c=windows-1251`), the first that fits
    /// decides; `digest:` and a file's digest instead of a pattern names that file.
    encodings: Option<String>,
    /// What among the submissions was handed out, a line each: the name of a submission, or `digest:` and a file's
    /// digest.
    handed_out: Option<String>,
    /// RFC 3339 time, or a date: delete the batch then.
    #[schema(format = "day-or-time")]
    keep_until: Option<String>,
    /// Address of a program that is told of the end by a signed POST; see `notification` of the answer.
    #[schema(max_length = 2000, format = "address")]
    notify_url: Option<String>,
}

/// Compare submissions
///
/// Answers once everything is stored: what was accepted is analysed even if the power fails. A request with the
/// same `Idempotency-Key` and content as an earlier one gives that one's batch.
#[utoipa::path(
    post,
    path = "/api/v1/batches",
    request_body(content = NewBatch, content_type = "multipart/form-data"),
    responses((status = ACCEPTED, description = "Accepted", body = BatchAloneView,
        headers(("Location" = String, description = "Where to look for progress"))))
)]
pub(crate) async fn create(
    who: InSomeCourse<Upload>,
    State(app): State<App>,
    headers: HeaderMap,
    incoming: Incoming,
) -> Result<impl IntoResponse, WebError> {
    let accepted = intake::accept(&app, &who, &headers, incoming, &mut Fields::of(&intake::BATCH)).await?;
    let batch = accepted.batch();
    let location = format!("/api/v1/batches/{}", batch.id);
    let told = app.storage.notification(batch.id).await?;
    Ok((StatusCode::ACCEPTED, [(LOCATION, location)], Json(BatchAloneView::of(batch, told, true))))
}

/// Which batches to list.
#[derive(Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
pub(crate) struct ListQuery {
    /// `next` of the page before.
    after: Option<Uuid>,
    /// 1 to 200; default 50.
    #[param(minimum = 1, maximum = 200)]
    limit: Option<u32>,
    /// Only those of this course: its id or name.
    course: Option<String>,
}

/// List batches, newest first
#[utoipa::path(
    get,
    path = "/api/v1/batches",
    params(ListQuery),
    responses((status = OK, description = "Those you may see", body = BatchList))
)]
pub(crate) async fn list(
    who: Own<See>,
    State(app): State<App>,
    Query(query): Query<ListQuery>,
) -> Result<Json<BatchList>, WebError> {
    let filter = BatchFilter {
        account: who.actor.account.id,
        course: intake::listed_course(&app, &who, query.course.as_deref()).await?,
        after: query.after.map(BatchId),
        limit: page_limit(query.limit, LIMIT, MAX_LIMIT)?,
    };
    let page = app.storage.batches(&filter).await?;
    Ok(Json(BatchList {
        batches: page.items.iter().map(BatchView::from).collect(),
        next: page.next.map(|id| id.0),
    }))
}

/// How many entries a page shall have.
pub(crate) fn page_limit(asked: Option<u32>, default: u32, most: u32) -> Result<u32, WebError> {
    match asked.unwrap_or(default) {
        limit if (1..=most).contains(&limit) => Ok(limit),
        _ => Err(WebError::Query(format!("limit must be 1 to {most}"))),
    }
}

/// One batch, with its progress
#[utoipa::path(
    get,
    path = "/api/v1/batches/{batch}",
    params(("batch" = Uuid, Path)),
    responses((status = OK, description = "The batch", body = BatchAloneView))
)]
pub(crate) async fn show(on: OnBatch<See>, State(app): State<App>) -> Result<Json<BatchAloneView>, WebError> {
    let told = app.storage.notification(on.batch.id).await?;
    Ok(Json(BatchAloneView::of(&on.batch, told, false)))
}

/// Delete a batch and everything that came from it
#[utoipa::path(
    delete,
    path = "/api/v1/batches/{batch}",
    params(("batch" = Uuid, Path)),
    responses((status = NO_CONTENT, description = "Gone, sources included; a running analysis stops"))
)]
pub(crate) async fn delete(on: OnBatch<Delete>, State(app): State<App>) -> Result<StatusCode, WebError> {
    if app.storage.delete(on.batch.id, &app.by(&on.who)).await? {
        app.gate.exports.forget(on.batch.id);
        Ok(StatusCode::NO_CONTENT)
    } else {
        Err(WebError::NotFound)
    }
}

/// Stop the analysis of a batch
#[utoipa::path(
    post,
    path = "/api/v1/batches/{batch}/cancel",
    params(("batch" = Uuid, Path)),
    responses((status = OK, description = "The batch as it is now; one that had ended stays as it was", body = BatchView))
)]
pub(crate) async fn cancel(on: OnBatch<Change>, State(app): State<App>) -> Result<Json<BatchView>, WebError> {
    app.storage.cancel(on.batch.id, &app.by(&on.who)).await?.ok_or(WebError::NotFound)?;
    let batch = app.storage.batch(on.batch.id).await?.ok_or(WebError::NotFound)?;
    Ok(Json(BatchView::from(&batch)))
}
