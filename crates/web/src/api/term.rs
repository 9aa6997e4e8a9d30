//! REST API of the evidence from all tasks of a course.

use axum::Json;
use axum::http::StatusCode;
use axum::http::header::CONTENT_TYPE;
use axum::response::IntoResponse;
use chaffinch_report::{TermReport, term_csv};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::error::Result;
use crate::http::guard::{Change, OnCourse, Read};
use crate::http::request;
use crate::services::courses;

/// Get the evidence from all tasks of a course for each pair of people
///
/// While `current` is false, the evidence is being computed. Repeat the request later.
#[utoipa::path(
    get,
    path = "/api/v1/courses/{course}/evidence",
    responses((status = OK, description = "The evidence, strongest first", body = TermReport))
)]
pub(crate) async fn evidence(on: OnCourse<Read>) -> Result<Json<TermReport>> {
    Ok(Json(courses::evidence(&on.who.app, &on.course, on.who.names_hidden).await?))
}

/// Get the evidence from all tasks of a course as CSV, with one line per pair of people and task
#[utoipa::path(
    get,
    path = "/api/v1/courses/{course}/evidence.csv",
    responses((status = OK, description = "One line per pair and task", body = String, content_type = "text/csv"))
)]
pub(crate) async fn csv(on: OnCourse<Read>) -> Result<impl IntoResponse> {
    let report = courses::evidence(&on.who.app, &on.course, on.who.names_hidden).await?;
    Ok(([(CONTENT_TYPE, "text/csv; charset=utf-8")], term_csv(&report)))
}

/// Which names belong to which person.
#[derive(Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct PeopleTable {
    /// A table separated by commas, semicolons or tabs. Its first row contains the words `name` and `person`, and optionally
    /// `task`. Each further row assigns a name (an author, or the name of a submission) to a person. With a task, the row
    /// applies only to the comparison with this title. Empty: nothing is assigned.
    table: String,
}

/// Get which names belong to which person in a course
#[utoipa::path(
    get,
    path = "/api/v1/courses/{course}/people",
    responses((status = OK, description = "The table", body = PeopleTable))
)]
pub(crate) async fn people(on: OnCourse<Change>) -> Result<Json<PeopleTable>> {
    Ok(Json(PeopleTable { table: courses::people(&on.who.app, &on.course).await? }))
}

/// Set which names belong to which person in a course
#[utoipa::path(
    put,
    path = "/api/v1/courses/{course}/people",
    request_body = PeopleTable,
    responses((status = NO_CONTENT, description = "The table was replaced"))
)]
pub(crate) async fn set_people(
    on: OnCourse<Change>,
    request::Json(people): request::Json<PeopleTable>,
) -> Result<StatusCode> {
    courses::set_people(&on.who, &on.course, &people.table).await?;
    Ok(StatusCode::NO_CONTENT)
}
