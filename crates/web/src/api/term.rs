//! REST API of the evidence over the tasks of a course.

use axum::Json;
use axum::extract::State;
use axum::http::StatusCode;
use axum::http::header::CONTENT_TYPE;
use axum::response::IntoResponse;
use chaffinch_report::{TermReport, term_csv};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::app::App;
use crate::error::WebError;
use crate::http::guard::{Change, OnCourse, Read};
use crate::http::request;
use crate::services::term;

/// Get what all comparisons of a course say together of each two people
///
/// While `current` is false, it is being computed; ask again later.
#[utoipa::path(
    get,
    path = "/api/v1/courses/{course}/evidence",
    responses((status = OK, description = "The evidence, strongest first", body = TermReport))
)]
pub(crate) async fn evidence(
    on: OnCourse<Read>,
    State(app): State<App>,
) -> Result<Json<TermReport>, WebError> {
    Ok(Json(term::evidence(&app, &on.course, on.who.names_hidden).await?))
}

/// Get the evidence over the tasks of a course as CSV, one line per pair of people and task
#[utoipa::path(
    get,
    path = "/api/v1/courses/{course}/evidence.csv",
    responses((status = OK, description = "One line per pair and task", body = String, content_type = "text/csv"))
)]
pub(crate) async fn csv(on: OnCourse<Read>, State(app): State<App>) -> Result<impl IntoResponse, WebError> {
    let report = term::evidence(&app, &on.course, on.who.names_hidden).await?;
    Ok(([(CONTENT_TYPE, "text/csv; charset=utf-8")], term_csv(&report)))
}

/// Who has handed in under which name.
#[derive(Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct PeopleTable {
    /// A table separated by commas, semicolons or tabs. Its first row has the words `name` and `person`, and may have
    /// `task`. Each further row says which person has handed in under a name: an author, or the name of a submission;
    /// with a task only in the comparison of this title. Empty: nothing is known.
    table: String,
}

/// Get who has handed in under which name in a course
#[utoipa::path(
    get,
    path = "/api/v1/courses/{course}/people",
    responses((status = OK, description = "The table", body = PeopleTable))
)]
pub(crate) async fn people(
    on: OnCourse<Change>,
    State(app): State<App>,
) -> Result<Json<PeopleTable>, WebError> {
    Ok(Json(PeopleTable { table: term::people(&app, &on.course).await? }))
}

/// Say who has handed in under which name in a course
#[utoipa::path(
    put,
    path = "/api/v1/courses/{course}/people",
    request_body = PeopleTable,
    responses((status = NO_CONTENT, description = "The table replaces the one before"))
)]
pub(crate) async fn set_people(
    on: OnCourse<Change>,
    State(app): State<App>,
    request::Json(people): request::Json<PeopleTable>,
) -> Result<StatusCode, WebError> {
    term::set_people(&app, &on.who, &on.course, &people.table).await?;
    Ok(StatusCode::NO_CONTENT)
}
