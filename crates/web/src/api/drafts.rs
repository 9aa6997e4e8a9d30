//! Drafts over REST: an upload is kept, looked at, changed in what is said about it, and compared or thrown away.

use axum::Json;
use axum::extract::State;
use axum::http::StatusCode;
use axum::http::header::LOCATION;
use axum::response::{IntoResponse, Response};
use chaffinch_storage::Draft;
use chrono::{DateTime, Utc};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;
use uuid::Uuid;

use super::batches::NewBatch;
use super::model::{BatchView, OptionsView};
use super::words::LayoutName;
use crate::app::App;
use crate::error::WebError;
use crate::guard::{InSomeCourse, Upload};
use crate::held::keep;
use crate::intake::{self, Fields, Incoming, Said, draft_of};
use crate::preview::Preview;
use crate::reports::blocking;
use crate::request::{self, Path};

/// An upload that is no batch yet.
#[derive(Serialize, ToSchema)]
#[schema(as = Draft)]
pub(crate) struct DraftView {
    /// Later drafts have larger ones.
    id: Uuid,
    /// Title of the batch that it becomes.
    title: String,
    /// In which the batch would be. Until then nobody but you sees it.
    course: Uuid,
    options: OptionsView,
    /// When it came.
    #[schema(value_type = String, format = DateTime)]
    created: DateTime<Utc>,
    /// Thrown away by the service then.
    #[schema(value_type = String, format = DateTime)]
    expires: DateTime<Utc>,
    /// What was found in it with these options.
    preview: Preview,
}

impl DraftView {
    fn of(draft: &Draft) -> Result<Self, WebError> {
        Ok(Self {
            id: draft.id.0,
            title: draft.wish.title.clone(),
            course: draft.course.0,
            options: (&draft.wish.options).into(),
            created: draft.created,
            expires: draft.expires,
            preview: Preview::of(&draft.wish)?,
        })
    }
}

/// A draft as the body of an answer. Written off the threads that must not wait: a preview may list 90,000 files.
async fn shown(app: &App, draft: Draft) -> Result<Response, WebError> {
    let turn = app.gate.preview(draft.account).await?;
    let response = blocking(move || Ok(Json(DraftView::of(&draft)?).into_response())).await?;
    Ok(keep(response, turn))
}

/// The `{draft}` of a path.
#[derive(Deserialize)]
pub(crate) struct DraftPath {
    pub(crate) draft: String,
}

/// What to say otherwise; what is left out stays.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct DraftChange {
    /// As in an upload.
    #[schema(max_length = 200, format = "line")]
    title: Option<String>,
    /// As in an upload.
    language: Option<String>,
    /// As in an upload.
    #[schema(value_type = Option<LayoutName>)]
    layout: Option<String>,
    /// Encodings that files are said to have, `GLOB=NAME` each; the first that fits decides.
    encodings: Option<Vec<String>>,
    /// What among the submissions was handed out: names of submissions, and files by `digest:` and their digest.
    handed_out: Option<Vec<String>>,
    /// Names of submissions or authors that are no students'.
    staff: Option<Vec<String>>,
}

/// Look at an upload before it is compared
///
/// Takes the form of a batch, compares nothing, and says what it would compare. Of your drafts the ten latest stay, each
/// for a day.
#[utoipa::path(
    post,
    path = "/api/v1/drafts",
    request_body(content = NewBatch, content_type = "multipart/form-data"),
    responses((status = CREATED, description = "Kept", body = DraftView,
        headers(("Location" = String, description = "The draft"))))
)]
pub(crate) async fn create(
    who: InSomeCourse<Upload>,
    State(app): State<App>,
    incoming: Incoming,
) -> Result<impl IntoResponse, WebError> {
    let draft = intake::make_draft(&app, &who, incoming, &mut Fields::of(&intake::BATCH)).await?;
    let location = format!("/api/v1/drafts/{}", draft.id);
    Ok((StatusCode::CREATED, [(LOCATION, location)], shown(&app, draft).await?))
}

/// One of your drafts
#[utoipa::path(
    get,
    path = "/api/v1/drafts/{draft}",
    params(("draft" = Uuid, Path)),
    responses((status = OK, description = "The draft", body = DraftView))
)]
pub(crate) async fn show(
    who: InSomeCourse<Upload>,
    State(app): State<App>,
    Path(path): Path<DraftPath>,
) -> Result<Response, WebError> {
    shown(&app, draft_of(&app, &who, &path.draft).await?).await
}

/// Say something else about a draft, and look again
#[utoipa::path(
    patch,
    path = "/api/v1/drafts/{draft}",
    params(("draft" = Uuid, Path)),
    request_body = DraftChange,
    responses((status = OK, description = "The draft as it is now", body = DraftView))
)]
pub(crate) async fn change(
    who: InSomeCourse<Upload>,
    State(app): State<App>,
    Path(path): Path<DraftPath>,
    request::Json(change): request::Json<DraftChange>,
) -> Result<Response, WebError> {
    let draft = draft_of(&app, &who, &path.draft).await?;
    let DraftChange { title, language, layout, encodings, handed_out, staff } = change;
    let said = Said { title, language, layout, encodings, handed_out, staff };
    shown(&app, intake::look_again(&app, &who, &draft, said).await?).await
}

/// Compare a draft
///
/// It is a batch from now on, and no draft any more.
#[utoipa::path(
    post,
    path = "/api/v1/drafts/{draft}/run",
    params(("draft" = Uuid, Path)),
    responses((status = ACCEPTED, description = "Accepted", body = BatchView,
        headers(("Location" = String, description = "Where to look for progress"))))
)]
pub(crate) async fn run(
    who: InSomeCourse<Upload>,
    State(app): State<App>,
    Path(path): Path<DraftPath>,
) -> Result<impl IntoResponse, WebError> {
    let draft = draft_of(&app, &who, &path.draft).await?;
    let batch = intake::run_draft(&app, &who, &draft).await?;
    let location = format!("/api/v1/batches/{}", batch.id);
    Ok((StatusCode::ACCEPTED, [(LOCATION, location)], Json(BatchView::from(&batch))))
}

/// Throw a draft away with its upload
#[utoipa::path(
    delete,
    path = "/api/v1/drafts/{draft}",
    params(("draft" = Uuid, Path)),
    responses((status = NO_CONTENT, description = "Gone"))
)]
pub(crate) async fn delete(
    who: InSomeCourse<Upload>,
    State(app): State<App>,
    Path(path): Path<DraftPath>,
) -> Result<StatusCode, WebError> {
    let draft = draft_of(&app, &who, &path.draft).await?;
    if app.storage.delete_draft(draft.id).await? {
        Ok(StatusCode::NO_CONTENT)
    } else {
        Err(WebError::NotFound)
    }
}
