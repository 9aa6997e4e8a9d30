//! REST API of archives: create, list, get, add to, change retention, reduce, delete.

use axum::Json;
use axum::http::StatusCode;
use axum::http::header::LOCATION;
use axum::response::IntoResponse;
use chaffinch_storage::{Action, Archive, ArchiveId, JobId, Keeping, Page};
use serde::Deserialize;
use utoipa::{IntoParams, ToSchema};
use uuid::Uuid;

use super::batches::page_limit;
use crate::api::views::batches::{ArchiveList, ArchiveView};
use crate::app::App;
use crate::error::{Result, WebError, or_not_found};
use crate::http::guard::{Change, Delete, InSomeCourse, OnArchive, Own, Read, Upload};
use crate::http::request::{self, Query};
use crate::intake::{self, Fields, Incoming};
use crate::openapi::schemas::{LayoutName, ReferenceKindName};

/// Which archives to list.
#[derive(Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
pub(crate) struct ListQuery {
    /// Only archives of this course: its id or name.
    course: Option<String>,
    /// `next` of the previous page.
    #[param(pattern = "^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/")]
    after: Option<String>,
    /// Archives per page, 1 to 1000. Default: 100.
    #[param(minimum = 1, maximum = 1000)]
    limit: Option<u32>,
}

/// The default and the maximum number of archives on a page.
const LIMIT: u32 = 100;
const MAX_LIMIT: u32 = 1000;

/// List archives, by name
#[utoipa::path(
    get,
    path = "/api/v1/archives",
    params(ListQuery),
    responses((status = OK, description = "The archives that you can see", body = ArchiveList))
)]
pub(crate) async fn list(who: Own<Read>, Query(query): Query<ListQuery>) -> Result<Json<ArchiveList>> {
    let mut courses = who.courses(Action::See);
    let filter = intake::listed_course(&who, query.course.as_deref()).await?;
    courses.retain(|&course| filter.is_none_or(|filter| course == filter));
    let mut archives = who.app.storage.archives(&courses).await?;
    // Sorted by name and then by id, so that the next page begins at the right place even if archives were added or
    // deleted meanwhile.
    archives.sort_by(|one, other| (&one.name, one.id).cmp(&(&other.name, other.id)));
    let place = |archive: &Archive| format!("{}/{}", archive.id, archive.name);
    let after = query.after.as_deref().map(|after| {
        let (id, name) = after.split_once('/').unwrap_or_default();
        let id: ArchiveId =
            id.parse().map_err(|_| WebError::Query("after must be the `next` of a page".to_owned()))?;
        Ok::<_, WebError>((name.to_owned(), id))
    });
    if let Some((name, id)) = after.transpose()? {
        archives.retain(|archive| (&name, id) < (&archive.name, archive.id));
    }
    let limit = page_limit(query.limit, LIMIT, MAX_LIMIT)?;
    let page = Page::cut(archives, limit, place);
    Ok(Json(ArchiveList { archives: page.items.iter().map(ArchiveView::from).collect(), next: page.next }))
}

/// An archive to create. Other fields are refused.
#[derive(ToSchema)]
#[expect(dead_code, reason = "describes the form; `intake` reads it piece by piece")]
struct NewArchive {
    /// Name, 1 to 100 characters; unique in its course.
    #[schema(min_length = 1, max_length = 100, format = "printable")]
    name: String,
    /// Id or name of one of your courses. Default: your personal course.
    #[schema(format = "line")]
    course: Option<String>,
    /// Year in which the submissions were handed in.
    #[schema(minimum = 1900, maximum = 9999)]
    year: Option<i32>,
    /// Makes the archive a library of reference answers and says who wrote them: `model-solution`, `language-model`,
    /// `public-code` or `other`. Every batch of the course has them as references. Default: it has earlier submissions.
    #[schema(value_type = Option<ReferenceKindName>)]
    reference_kind: Option<String>,
    /// Name or URL of these reference answers, such as `GPT-4, prompt 2`. Only with `reference_kind`.
    #[schema(max_length = 200, format = "line")]
    reference_source: Option<String>,
    /// What the archive keeps. Default: `sources`.
    keeping: Option<Keeping>,
    /// RFC 3339 time or date at which to delete the archive.
    #[schema(format = "day-or-time")]
    keep_until: Option<String>,
    /// First submissions: archive files (zip, 7z, tar, and tar compressed by gzip, xz, bzip2 or zstd) or single files.
    #[schema(value_type = Option<Vec<String>>, format = Binary)]
    submissions: Option<Vec<Vec<u8>>>,
    /// Instead of files: id of a finished batch whose submissions to add.
    batch: Option<Uuid>,
    /// Language of the files: `auto` (the default) or the name of a language.
    language: Option<String>,
    /// How to find submissions in the files.
    #[schema(value_type = Option<LayoutName>)]
    layout: Option<String>,
}

/// Create an archive
///
/// A job adds the first submissions; `status` shows its progress.
#[utoipa::path(
    post,
    path = "/api/v1/archives",
    request_body(content = NewArchive, content_type = "multipart/form-data"),
    responses((status = CREATED, description = "The archive was created, and the job was accepted", body = ArchiveView,
        headers(("Location" = String, description = "URL of the archive, which shows the progress"))))
)]
pub(crate) async fn create(who: InSomeCourse<Upload>, incoming: Incoming) -> Result<impl IntoResponse> {
    let archive = intake::make(&who, incoming, &mut Fields::new(&intake::ARCHIVE)).await?;
    let location = format!("/api/v1/archives/{}", archive.id);
    Ok((StatusCode::CREATED, [(LOCATION, location)], Json(ArchiveView::from(&archive))))
}

/// Get an archive, with the progress of its latest job
#[utoipa::path(
    get,
    path = "/api/v1/archives/{archive}",
    responses((status = OK, description = "The archive", body = ArchiveView))
)]
pub(crate) async fn show(on: OnArchive<Read>) -> Json<ArchiveView> {
    Json(ArchiveView::from(&on.archive))
}

/// Submissions to add. Other fields are refused.
#[derive(ToSchema)]
#[expect(dead_code, reason = "describes the form; `intake` reads it piece by piece")]
struct Addition {
    /// Archive files (zip, 7z, tar, and tar compressed by gzip, xz, bzip2 or zstd) or single files.
    #[schema(value_type = Option<Vec<String>>, format = Binary)]
    submissions: Option<Vec<Vec<u8>>>,
    /// Instead of files: id of a finished batch whose submissions to add.
    batch: Option<Uuid>,
    /// Language of the files: `auto` (the default) or the name of a language.
    language: Option<String>,
    /// How to find submissions in the files.
    #[schema(value_type = Option<LayoutName>)]
    layout: Option<String>,
}

/// Add submissions to an archive
///
/// The response is sent after everything is stored; a job then adds it. A name that already exists in the archive gets a
/// number.
#[utoipa::path(
    post,
    path = "/api/v1/archives/{archive}/submissions",
    request_body(content = Addition, content_type = "multipart/form-data"),
    responses((status = ACCEPTED, description = "Accepted", body = ArchiveView))
)]
pub(crate) async fn add(
    on: OnArchive<Upload>,
    incoming: Incoming,
) -> Result<(StatusCode, Json<ArchiveView>)> {
    let mut fields = Fields::new(&intake::ADDITION);
    let archive = intake::add(&on.who, &on.archive, incoming, &mut fields).await?;
    Ok((StatusCode::ACCEPTED, Json(ArchiveView::from(&archive))))
}

/// Retention of an archive.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(example = json!({"keep_until": "2030-01-31"}))]
pub(crate) struct Retention {
    /// RFC 3339 time or date at which to delete the archive; null: it is not deleted.
    #[serde(deserialize_with = "Option::deserialize")]
    #[schema(required, format = "day-or-time")]
    keep_until: Option<String>,
}

/// Change how long an archive is kept
#[utoipa::path(
    patch,
    path = "/api/v1/archives/{archive}",
    request_body = Retention,
    responses((status = OK, description = "The archive after the change", body = ArchiveView))
)]
pub(crate) async fn keep(
    on: OnArchive<Change>,
    request::Json(retention): request::Json<Retention>,
) -> Result<Json<ArchiveView>> {
    let by = on.who.by();
    let until =
        retention.keep_until.as_deref().map(|text| intake::time("keep_until", text, by.at)).transpose()?;
    or_not_found(on.who.app.storage.set_archive_keep_until(on.archive.id, until, &by).await?)?;
    now(&on.who.app, on.archive.id).await
}

/// Remove texts, names and literals from an archive
///
/// This cannot be undone. A job removes them from the existing submissions, and later additions are stored without them.
#[utoipa::path(
    post,
    path = "/api/v1/archives/{archive}/reduce",
    responses((status = ACCEPTED, description = "The archive after the change", body = ArchiveView))
)]
pub(crate) async fn reduce(on: OnArchive<Delete>) -> Result<(StatusCode, Json<ArchiveView>)> {
    let by = on.who.by();
    on.who.app.storage.reduce(on.archive.id, JobId::new(by.at), &by).await?;
    Ok((StatusCode::ACCEPTED, now(&on.who.app, on.archive.id).await?))
}

/// Delete an archive and everything in it
#[utoipa::path(
    delete,
    path = "/api/v1/archives/{archive}",
    responses((status = NO_CONTENT, description = "The archive was deleted. Reports that refer to it stay, without its source texts"))
)]
pub(crate) async fn delete(on: OnArchive<Delete>) -> Result<StatusCode> {
    or_not_found(on.who.app.storage.delete_archive(on.archive.id, &on.who.by()).await?)?;
    Ok(StatusCode::NO_CONTENT)
}

async fn now(app: &App, archive: ArchiveId) -> Result<Json<ArchiveView>> {
    let archive = app.storage.archive(archive).await?.ok_or(WebError::NotFound)?;
    Ok(Json(ArchiveView::from(&archive)))
}
