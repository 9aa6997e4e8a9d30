//! REST API of drafts: uploads that are kept for a preview, changed in their options, and then compared or deleted.

use axum::Json;
use axum::http::StatusCode;
use axum::http::header::LOCATION;
use axum::response::{IntoResponse, Response};
use chaffinch_storage::Draft;
use chrono::{DateTime, Utc};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;
use uuid::Uuid;

use crate::api::batches::NewBatch;
use crate::api::cases::NamesQuery;
use crate::api::views::batches::{BatchView, OptionsView};
use crate::app::App;
use crate::error::{Result, or_not_found};
use crate::http::guard::{InSomeCourse, Upload};
use crate::http::request::{self, Path, Query};
use crate::intake::preview::Preview;
use crate::intake::{self, DraftChanges, DraftNames, Fields, Incoming, draft_of};
use crate::limits::body::hold_until_sent;
use crate::limits::fair_queue::blocking;

/// An upload that has not been compared yet, with a preview.
#[derive(Serialize, ToSchema)]
#[schema(as = Draft)]
struct DraftView {
    /// Later drafts have larger ids.
    id: Uuid,
    /// Title of the future batch.
    title: String,
    /// Course of the future batch. Only you can see the draft.
    course: Uuid,
    options: OptionsView,
    /// Time of the upload.
    created: DateTime<Utc>,
    /// Time at which the service deletes the draft.
    expires: DateTime<Utc>,
    /// What was found in the upload with these options.
    preview: Preview,
}

impl DraftView {
    fn new(draft: &Draft, preview: Preview) -> Self {
        Self {
            id: draft.id.0,
            title: draft.wish.title.clone(),
            course: draft.course.0,
            options: (&draft.wish.options).into(),
            created: draft.created,
            expires: draft.expires,
            preview,
        }
    }
}

/// Returns a draft as a response body. It is written on a blocking thread, because a preview may list 90,000 files.
async fn shown(app: &App, draft: Draft, hide: bool) -> Result<Response> {
    let turn = app.auth.preview(draft.account).await?;
    let names = if hide { Some(DraftNames::load(app, &draft).await?) } else { None };
    let response = blocking(move || {
        let preview = Preview::new(&draft.wish)?;
        let view = match names {
            Some(names) => DraftView::new(&names.draft(draft), names.preview(preview)),
            None => DraftView::new(&draft, preview),
        };
        Ok(Json(view).into_response())
    })
    .await?;
    Ok(hold_until_sent(response, turn))
}

/// The `{draft}` of a path.
#[derive(Deserialize)]
pub(crate) struct DraftPath {
    pub(crate) draft: String,
}

/// Preview an upload
///
/// Takes the same form as a new batch and shows what would be compared, without comparing it. Your ten latest drafts are
/// kept for one day each.
#[utoipa::path(
    post,
    path = "/api/v1/drafts",
    request_body(content = NewBatch, content_type = "multipart/form-data"),
    responses((status = CREATED, description = "The draft was created", body = DraftView,
        headers(("Location" = String, description = "URL of the draft"))))
)]
pub(crate) async fn create(who: InSomeCourse<Upload>, incoming: Incoming) -> Result<impl IntoResponse> {
    let draft = intake::make_draft(&who, incoming, &mut Fields::new(&intake::BATCH)).await?;
    let location = format!("/api/v1/drafts/{}", draft.id);
    Ok((StatusCode::CREATED, [(LOCATION, location)], shown(&who.app, draft, who.names_hidden).await?))
}

/// Get one of your drafts
#[utoipa::path(
    get,
    path = "/api/v1/drafts/{draft}",
    params(NamesQuery),
    responses((status = OK, description = "The draft", body = DraftView))
)]
pub(crate) async fn show(
    who: InSomeCourse<Upload>,
    Path(path): Path<DraftPath>,
    Query(query): Query<NamesQuery>,
) -> Result<Response> {
    shown(&who.app, draft_of(&who, &path.draft).await?, who.hides_names(query.names)).await
}

/// Change a draft, and preview it again
#[utoipa::path(
    patch,
    path = "/api/v1/drafts/{draft}",
    request_body = DraftChanges,
    responses((status = OK, description = "The draft after the change", body = DraftView))
)]
pub(crate) async fn change(
    who: InSomeCourse<Upload>,
    Path(path): Path<DraftPath>,
    request::Json(changes): request::Json<DraftChanges>,
) -> Result<Response> {
    let draft = draft_of(&who, &path.draft).await?;
    let changes = match DraftNames::hiding(&who, &draft).await? {
        Some(names) => names.originals(changes),
        None => changes,
    };
    shown(&who.app, intake::change_draft(&who, &draft, changes).await?, who.names_hidden).await
}

/// Compare a draft
///
/// The draft becomes a batch and is no longer a draft.
#[utoipa::path(
    post,
    path = "/api/v1/drafts/{draft}/run",
    responses((status = ACCEPTED, description = "Accepted", body = BatchView,
        headers(("Location" = String, description = "URL of the batch, which shows the progress"))))
)]
pub(crate) async fn run(who: InSomeCourse<Upload>, Path(path): Path<DraftPath>) -> Result<impl IntoResponse> {
    let draft = draft_of(&who, &path.draft).await?;
    let batch = intake::run_draft(&who, &draft).await?;
    let location = format!("/api/v1/batches/{}", batch.id);
    Ok((StatusCode::ACCEPTED, [(LOCATION, location)], Json(BatchView::from(&batch))))
}

/// Delete a draft with its upload
#[utoipa::path(
    delete,
    path = "/api/v1/drafts/{draft}",
    responses((status = NO_CONTENT, description = "The draft was deleted"))
)]
pub(crate) async fn delete(who: InSomeCourse<Upload>, Path(path): Path<DraftPath>) -> Result<StatusCode> {
    let draft = draft_of(&who, &path.draft).await?;
    or_not_found(who.app.storage.delete_draft(draft.id).await?)?;
    Ok(StatusCode::NO_CONTENT)
}
