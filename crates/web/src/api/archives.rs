//! Archives over REST: make, list, look, add to, keep, reduce, delete.

use axum::Json;
use axum::extract::State;
use axum::http::StatusCode;
use axum::http::header::LOCATION;
use axum::response::IntoResponse;
use chaffinch_storage::{Action, Archive, ArchiveId, JobId, Page};
use serde::Deserialize;
use utoipa::{IntoParams, ToSchema};
use uuid::Uuid;

use super::batches::page_limit;
use super::model::{ArchiveList, ArchiveView};
use super::words::{KeepingName, LayoutName};
use crate::app::App;
use crate::error::WebError;
use crate::guard::{Change, Delete, InSomeCourse, OnArchive, Own, See, Upload};
use crate::intake::{self, Fields, Incoming};
use crate::request::{self, Query};

/// Which archives to list.
#[derive(Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
pub(crate) struct ListQuery {
    /// Only those of this course: its id or name.
    course: Option<String>,
    /// `next` of the page before.
    #[param(pattern = "^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/")]
    after: Option<String>,
    /// 1 to 1000; default 100.
    #[param(minimum = 1, maximum = 1000)]
    limit: Option<u32>,
}

/// Archives on a page unless asked otherwise, and at most.
const LIMIT: u32 = 100;
const MAX_LIMIT: u32 = 1000;

/// List archives, by name
#[utoipa::path(
    get,
    path = "/api/v1/archives",
    params(ListQuery),
    responses((status = OK, description = "Those you may see", body = ArchiveList))
)]
pub(crate) async fn list(
    who: Own<See>,
    State(app): State<App>,
    Query(query): Query<ListQuery>,
) -> Result<Json<ArchiveList>, WebError> {
    let mut courses = who.courses(Action::See);
    let asked = intake::listed_course(&app, &who, query.course.as_deref()).await?;
    courses.retain(|&course| asked.is_none_or(|asked| course == asked));
    let mut archives = app.storage.archives(&courses).await?;
    // By name, and the id goes with it: a page goes on in the right place whatever has come or gone meanwhile.
    archives.sort_by(|one, other| (&one.name, one.id).cmp(&(&other.name, other.id)));
    let place = |archive: &Archive| format!("{}/{}", archive.id, archive.name);
    let after = query.after.as_deref().map(|after| {
        let (id, name) = after.split_once('/').unwrap_or_default();
        let id: ArchiveId =
            id.parse().map_err(|_| WebError::Query("after is no `next` of a page".to_owned()))?;
        Ok::<_, WebError>((name.to_owned(), id))
    });
    if let Some((name, id)) = after.transpose()? {
        archives.retain(|archive| (&name, id) < (&archive.name, archive.id));
    }
    let limit = page_limit(query.limit, LIMIT, MAX_LIMIT)?;
    let page = Page::cut(archives, limit, place);
    Ok(Json(ArchiveList { archives: page.items.iter().map(ArchiveView::from).collect(), next: page.next }))
}

/// What to make. Other fields are refused.
#[derive(ToSchema)]
#[expect(dead_code, reason = "describes the form; `intake` reads it piece by piece")]
struct NewArchive {
    /// 1 to 100 characters; unique in its course.
    #[schema(min_length = 1, max_length = 100, format = "printable")]
    name: String,
    /// Id or name of one of your courses. Default: your own.
    #[schema(format = "line")]
    course: Option<String>,
    /// When the submissions were handed in.
    #[schema(minimum = 1900, maximum = 9999)]
    year: Option<i32>,
    /// What is kept. Default: `sources`.
    #[schema(value_type = Option<KeepingName>)]
    keeping: Option<String>,
    /// RFC 3339 time, or a date: delete the archive then.
    #[schema(format = "day-or-time")]
    keep_until: Option<String>,
    /// Its first submissions: archives (zip, tar, tar.gz) or single files.
    #[schema(value_type = Option<Vec<String>>, format = Binary)]
    submissions: Option<Vec<Vec<u8>>>,
    /// Or those of this finished batch.
    batch: Option<Uuid>,
    /// Of the files: `auto` (the default) or a language's name.
    language: Option<String>,
    /// How submissions are found in the files.
    #[schema(value_type = Option<LayoutName>)]
    layout: Option<String>,
}

/// Make an archive
///
/// Its `status` tells how far the first submissions are: they are added by a job.
#[utoipa::path(
    post,
    path = "/api/v1/archives",
    request_body(content = NewArchive, content_type = "multipart/form-data"),
    responses((status = CREATED, description = "Made, and the job accepted", body = ArchiveView,
        headers(("Location" = String, description = "Where to look for progress"))))
)]
pub(crate) async fn create(
    who: InSomeCourse<Upload>,
    State(app): State<App>,
    incoming: Incoming,
) -> Result<impl IntoResponse, WebError> {
    let archive = intake::make(&app, &who, incoming, &mut Fields::of(&intake::ARCHIVE)).await?;
    let location = format!("/api/v1/archives/{}", archive.id);
    Ok((StatusCode::CREATED, [(LOCATION, location)], Json(ArchiveView::from(&archive))))
}

/// One archive, with the progress of its latest job
#[utoipa::path(
    get,
    path = "/api/v1/archives/{archive}",
    params(("archive" = Uuid, Path)),
    responses((status = OK, description = "The archive", body = ArchiveView))
)]
pub(crate) async fn show(on: OnArchive<See>) -> Json<ArchiveView> {
    Json(ArchiveView::from(&on.archive))
}

/// What to add. Other fields are refused.
#[derive(ToSchema)]
#[expect(dead_code, reason = "describes the form; `intake` reads it piece by piece")]
struct Addition {
    /// Archives (zip, tar, tar.gz) or single files.
    #[schema(value_type = Option<Vec<String>>, format = Binary)]
    submissions: Option<Vec<Vec<u8>>>,
    /// Or the submissions of this finished batch.
    batch: Option<Uuid>,
    /// Of the files: `auto` (the default) or a language's name.
    language: Option<String>,
    /// How submissions are found in the files.
    #[schema(value_type = Option<LayoutName>)]
    layout: Option<String>,
}

/// Add submissions to an archive
///
/// Answers once everything is stored; a job adds it. Names that the archive has already get a number.
#[utoipa::path(
    post,
    path = "/api/v1/archives/{archive}/submissions",
    params(("archive" = Uuid, Path)),
    request_body(content = Addition, content_type = "multipart/form-data"),
    responses((status = ACCEPTED, description = "Accepted", body = ArchiveView))
)]
pub(crate) async fn add(
    on: OnArchive<Upload>,
    State(app): State<App>,
    incoming: Incoming,
) -> Result<(StatusCode, Json<ArchiveView>), WebError> {
    let mut fields = Fields::of(&intake::ADDITION);
    let archive = intake::add(&app, &on.who, &on.archive, incoming, &mut fields).await?;
    Ok((StatusCode::ACCEPTED, Json(ArchiveView::from(&archive))))
}

/// What to change.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(example = json!({"keep_until": "2030-01-31"}))]
pub(crate) struct Retention {
    /// RFC 3339 time, or a date: delete the archive then. Null: keep it.
    #[serde(deserialize_with = "Option::deserialize")]
    #[schema(required, format = "day-or-time")]
    keep_until: Option<String>,
}

/// Change how long an archive is kept
#[utoipa::path(
    patch,
    path = "/api/v1/archives/{archive}",
    params(("archive" = Uuid, Path)),
    request_body = Retention,
    responses((status = OK, description = "The archive as it is now", body = ArchiveView))
)]
pub(crate) async fn keep(
    on: OnArchive<Change>,
    State(app): State<App>,
    request::Json(retention): request::Json<Retention>,
) -> Result<Json<ArchiveView>, WebError> {
    let by = app.by(&on.who);
    let until = retention.keep_until.as_deref().map(|text| intake::keep_until(text, by.at)).transpose()?;
    if !app.storage.set_archive_keep_until(on.archive.id, until, &by).await? {
        return Err(WebError::NotFound);
    }
    now(&app, on.archive.id).await
}

/// Take texts, names and literals from an archive
///
/// For good. What is added from now on comes without them too; a job takes them from what is there.
#[utoipa::path(
    post,
    path = "/api/v1/archives/{archive}/reduce",
    params(("archive" = Uuid, Path)),
    responses((status = ACCEPTED, description = "The archive as it is now", body = ArchiveView))
)]
pub(crate) async fn reduce(
    on: OnArchive<Delete>,
    State(app): State<App>,
) -> Result<(StatusCode, Json<ArchiveView>), WebError> {
    let by = app.by(&on.who);
    app.storage.reduce(on.archive.id, JobId::new(by.at), &by).await?;
    Ok((StatusCode::ACCEPTED, now(&app, on.archive.id).await?))
}

/// Delete an archive and everything in it
#[utoipa::path(
    delete,
    path = "/api/v1/archives/{archive}",
    params(("archive" = Uuid, Path)),
    responses((status = NO_CONTENT, description = "Gone; reports that speak of it stay, without its texts"))
)]
pub(crate) async fn delete(on: OnArchive<Delete>, State(app): State<App>) -> Result<StatusCode, WebError> {
    if app.storage.delete_archive(on.archive.id, &app.by(&on.who)).await? {
        Ok(StatusCode::NO_CONTENT)
    } else {
        Err(WebError::NotFound)
    }
}

async fn now(app: &App, archive: ArchiveId) -> Result<Json<ArchiveView>, WebError> {
    let archive = app.storage.archive(archive).await?.ok_or(WebError::NotFound)?;
    Ok(Json(ArchiveView::from(&archive)))
}
