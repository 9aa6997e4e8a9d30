//! REST API of batches: create, list, get, rename, cancel, delete.

use axum::Json;
use axum::http::header::LOCATION;
use axum::http::{HeaderMap, StatusCode};
use axum::response::IntoResponse;
use chaffinch_storage::{BatchFilter, BatchId};
use serde::Deserialize;
use utoipa::{IntoParams, ToSchema};
use uuid::Uuid;

use crate::api::views::batches::{BatchAloneView, BatchList, BatchView};
use crate::error::{Result, WebError};
use crate::http::guard::{Change, Delete, InSomeCourse, OnBatch, Own, Read, Upload};
use crate::http::request::{self, Query};
use crate::intake::{self, Fields, Incoming};
use crate::openapi::schemas::{LayoutName, ReferenceKindName};
use crate::services::batches;

/// The default and the maximum number of batches on a page.
const LIMIT: u32 = 50;
const MAX_LIMIT: u32 = 200;

/// Fields of an upload. Other fields are refused.
#[derive(ToSchema)]
#[expect(dead_code, reason = "describes the form; `intake` reads it piece by piece")]
pub(crate) struct NewBatch {
    /// Archive files (zip, 7z, tar, and tar compressed by gzip, xz, bzip2 or zstd) or single files.
    #[schema(value_type = Vec<String>, format = Binary, min_items = 1)]
    submissions: Vec<Vec<u8>>,
    /// Files of folders, each with its path as its file name. Each folder is treated like an archive file.
    #[schema(value_type = Option<Vec<String>>, format = Binary)]
    folder: Option<Vec<Vec<u8>>>,
    /// Starter code (boilerplate): archive files or single files. It is ignored when scoring.
    #[schema(value_type = Option<Vec<String>>, format = Binary)]
    boilerplate: Option<Vec<Vec<u8>>>,
    /// Reference answers: archive files or single files with answers by others. Submissions are compared with them. Code
    /// that two submissions share with the same answer is not counted between these two.
    #[schema(value_type = Option<Vec<String>>, format = Binary)]
    reference: Option<Vec<Vec<u8>>>,
    /// Who wrote the reference answers that follow this field: `model-solution`, `language-model`, `public-code` or `other`.
    /// The field may be repeated between them.
    #[schema(value_type = Option<ReferenceKindName>)]
    reference_kind: Option<String>,
    /// Name or URL of the reference answers that follow this field, such as `GPT-4, prompt 2`. The field may be repeated
    /// between them.
    #[schema(max_length = 200, format = "line")]
    reference_source: Option<String>,
    /// Whether to look for copies that were translated into another language as well. They are listed separately.
    #[schema(default = false)]
    translations: Option<bool>,
    /// Title of the batch. Default: the name of the first file.
    #[schema(max_length = 200, format = "line")]
    title: Option<String>,
    /// Id or name of one of your courses. Default: your personal course.
    #[schema(format = "line")]
    course: Option<String>,
    /// Language of all files: `auto` (the default) or the name of a language.
    language: Option<String>,
    /// How to find submissions.
    #[schema(value_type = Option<LayoutName>)]
    layout: Option<String>,
    /// Ignore passages that occur in more than this many groups. Default: 0, no limit.
    #[schema(minimum = 0, default = 0)]
    common_limit: Option<u32>,
    /// The cut-off: a pair can form a cluster if at most this many pairs of its strength are expected by chance. Default: 1.
    /// It has no effect in a class that is too small for expect values.
    #[schema(exclusive_minimum = 0, maximum = 1_000_000_000, default = 1)]
    cutoff_expect: Option<f64>,
    /// Number of pairs to list, at most 10,000. Default: 250; 0: all pairs, up to 10,000.
    #[schema(maximum = 10_000, default = 250)]
    max_pairs: Option<u32>,
    /// Number of pairs, from the first, that include their matches in the report. Default: 1000.
    #[schema(maximum = 10_000, default = 1000)]
    matches: Option<u32>,
    /// Archives to compare against, by name or id, separated by commas; the field may be repeated. `none`: no other archive.
    /// Default: all archives of the course.
    #[schema(format = "line")]
    archives: Option<String>,
    /// Comparisons and archives, by id, separated by commas; the field may be repeated. Passages that at least 3 people from
    /// outside this class have there are ignored, and the report lists them. Default: none.
    #[schema(format = "line")]
    background: Option<String>,
    /// Comparisons and archives with earlier work of this class, by id, separated by commas; the field may be repeated. A
    /// passage is ignored between two people if each of them had it in their own earlier work. Default: none.
    #[schema(format = "line")]
    own_work: Option<String>,
    /// People who worked together, as CSV (text or a file): one team per row, or a first row with the words `member` (or
    /// `full_name`) and `team` and one member per row. Names are those of submissions or authors. The members of a team
    /// are not reported against each other and count as one.
    teams: Option<String>,
    /// Names of submissions or authors that are not students, separated by commas or one per line. They are reported
    /// separately and never counted.
    staff: Option<String>,
    /// Encodings of files, one rule per line: `GLOB=NAME` (`*.c=windows-1251`). The first rule that matches applies.
    /// Instead of a pattern, `digest:` followed by the digest of a file selects that file.
    encodings: Option<String>,
    /// Encoding of names in archives that are not UTF-8: a code page (`cp437`, `cp866`) or a WHATWG name (`gbk`,
    /// `Shift_JIS`). Default: the most plausible one for all names of a zip archive.
    name_encoding: Option<String>,
    /// Patterns of the files that are compared, one per line, as git's ignore files write them: `*.java`, `src/`,
    /// `/main.c`, `!Test.java`. Default: all files.
    include: Option<String>,
    /// Patterns of files that are not compared, one per line. They are listed among the skipped files.
    exclude: Option<String>,
    /// Whether what no student wrote is read and counts: installed packages, libraries, generated files. Default: false.
    count_vendored: Option<bool>,
    /// Whether code that many share, and little else, counts. It is then not looked for. Default: false.
    count_given: Option<bool>,
    /// Shortest match, in tokens: shared passages of this length are found, and shorter ones are not shown. Default: 8. With
    /// another value, or another `kgram`, there are no expect values. `min_match` is `kgram` + `window` - 1, so two of
    /// them give the third.
    #[schema(minimum = 3, maximum = 100)]
    min_match: Option<u32>,
    /// Tokens of a k-gram. Default: that of the language (mostly 5 or 6), at most `min_match`.
    #[schema(minimum = 2, maximum = 100)]
    kgram: Option<u32>,
    /// Winnowing window: k-grams of which one is selected. It needs `min_match` or `kgram`. Default: 4, or what `min_match`
    /// needs.
    #[schema(minimum = 1, maximum = 99)]
    window: Option<u32>,
    /// Submissions and files in the upload that are starter code, one per line: the name of a submission, or `digest:`
    /// followed by the digest of a file.
    handed_out: Option<String>,
    /// RFC 3339 time or date at which to delete the batch.
    #[schema(format = "day-or-time")]
    keep_until: Option<String>,
    /// URL to which the service sends a signed POST when the work ends; see `notification` in the answer.
    #[schema(max_length = 2000, format = "address")]
    notify_url: Option<String>,
}

/// Compare submissions
///
/// The response is sent after everything is stored, so an accepted batch is analysed even after a power failure. A
/// request with the same `Idempotency-Key` and content as an earlier one returns the earlier batch.
#[utoipa::path(
    post,
    path = "/api/v1/batches",
    request_body(content = NewBatch, content_type = "multipart/form-data"),
    responses((status = ACCEPTED, description = "Accepted", body = BatchAloneView,
        headers(("Location" = String, description = "URL of the batch, which shows the progress"))))
)]
pub(crate) async fn create(
    who: InSomeCourse<Upload>,
    headers: HeaderMap,
    incoming: Incoming,
) -> Result<impl IntoResponse> {
    let accepted = intake::accept(&who, &headers, incoming, &mut Fields::new(&intake::BATCH)).await?;
    let batch = accepted.batch();
    let location = format!("/api/v1/batches/{}", batch.id);
    let notification = who.app.storage.notification(batch.id).await?;
    Ok((StatusCode::ACCEPTED, [(LOCATION, location)], Json(BatchAloneView::new(batch, notification, true))))
}

/// Which batches to list.
#[derive(Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
pub(crate) struct ListQuery {
    /// `next` of the previous page.
    after: Option<Uuid>,
    /// Batches per page, 1 to 200. Default: 50.
    #[param(minimum = 1, maximum = 200)]
    limit: Option<u32>,
    /// Only batches of this course: its id or name.
    course: Option<String>,
}

/// List batches, newest first
#[utoipa::path(
    get,
    path = "/api/v1/batches",
    params(ListQuery),
    responses((status = OK, description = "The batches that you can see", body = BatchList))
)]
pub(crate) async fn list(who: Own<Read>, Query(query): Query<ListQuery>) -> Result<Json<BatchList>> {
    let filter = BatchFilter {
        account: who.actor.account.id,
        course: intake::listed_course(&who, query.course.as_deref()).await?,
        after: query.after.map(BatchId),
        limit: page_limit(query.limit, LIMIT, MAX_LIMIT)?,
    };
    let page = who.app.storage.batches(&filter).await?;
    Ok(Json(BatchList {
        batches: page.items.iter().map(BatchView::from).collect(),
        next: page.next.map(|id| id.0),
    }))
}

/// Returns the number of entries on a page, or an error if the requested number is out of range.
pub(crate) fn page_limit(requested: Option<u32>, default: u32, most: u32) -> Result<u32> {
    match requested.unwrap_or(default) {
        limit if (1..=most).contains(&limit) => Ok(limit),
        _ => Err(WebError::Query(format!("limit must be 1 to {most}"))),
    }
}

/// Get a batch, with its progress
#[utoipa::path(
    get,
    path = "/api/v1/batches/{batch}",
    responses((status = OK, description = "The batch", body = BatchAloneView))
)]
pub(crate) async fn show(on: OnBatch<Read>) -> Result<Json<BatchAloneView>> {
    let notification = on.who.app.storage.notification(on.batch.id).await?;
    Ok(Json(BatchAloneView::new(&on.batch, notification, false)))
}

/// Changes to a batch; fields that are left out stay as they are.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct BatchChange {
    /// Title of the batch.
    #[schema(min_length = 1, max_length = 200, format = "printable")]
    title: Option<String>,
}

/// Rename a batch
#[utoipa::path(
    patch,
    path = "/api/v1/batches/{batch}",
    request_body = BatchChange,
    responses((status = OK, description = "The batch after the change", body = BatchView))
)]
pub(crate) async fn change(
    on: OnBatch<Change>,
    request::Json(change): request::Json<BatchChange>,
) -> Result<Json<BatchView>> {
    if let Some(title) = &change.title {
        batches::rename(&on.who, &on.batch, title).await?;
    }
    let batch = on.who.app.storage.batch(on.batch.id).await?.ok_or(WebError::NotFound)?;
    Ok(Json(BatchView::from(&batch)))
}

/// Delete a batch and everything made from it
#[utoipa::path(
    delete,
    path = "/api/v1/batches/{batch}",
    responses((status = NO_CONTENT, description = "The batch and its sources were deleted. A running analysis stops"))
)]
pub(crate) async fn delete(on: OnBatch<Delete>) -> Result<StatusCode> {
    batches::delete(&on.who, &on.batch).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// Cancel the analysis of a batch
#[utoipa::path(
    post,
    path = "/api/v1/batches/{batch}/cancel",
    responses((status = OK, description = "The batch after the change. A batch that has already ended does not change", body = BatchView))
)]
pub(crate) async fn cancel(on: OnBatch<Change>) -> Result<Json<BatchView>> {
    on.who.app.storage.cancel(on.batch.id, &on.who.by()).await?.ok_or(WebError::NotFound)?;
    let batch = on.who.app.storage.batch(on.batch.id).await?.ok_or(WebError::NotFound)?;
    Ok(Json(BatchView::from(&batch)))
}
