//! REST API of courses: create, list, get, change, members, audit log.

use axum::Json;
use axum::http::StatusCode;
use axum::http::header::LOCATION;
use axum::response::IntoResponse;
use chaffinch_storage::{AuditEntry, AuditId, Checks, Course, CourseSettings, Named, Role};
use chrono::{DateTime, Utc};
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};
use uuid::Uuid;

use crate::api::batches::page_limit;
use crate::error::{Result, WebError};
use crate::http::guard::{Change, Manage, OnCourse, Own, Read};
use crate::http::request::{self, Path, Query};
use crate::services::courses;

/// The default and the maximum number of log entries on a page.
const LIMIT: u32 = 100;
const MAX_LIMIT: u32 = 1000;

/// A course.
#[derive(Serialize, ToSchema)]
struct CourseView {
    id: Uuid,
    name: String,
    /// Whether this is the personal course of an account, which is the default course of its uploads.
    personal: bool,
    /// Your role in the course.
    role: Role,
    /// Days after which a batch without `keep_until` is deleted.
    keep_days: Option<u32>,
    created: DateTime<Utc>,
    checks: Checks,
    /// Whether a check that finds something keeps the submission and opens a case.
    checks_open_cases: bool,
}

impl CourseView {
    fn new(course: &Course, role: Role) -> Self {
        Self {
            id: course.id.0,
            name: course.name.clone(),
            personal: course.personal_of.is_some(),
            role,
            keep_days: course.keep_days,
            created: course.created,
            checks: course.checks,
            checks_open_cases: course.checks_open_cases,
        }
    }
}

/// A list of courses.
#[derive(Serialize, ToSchema)]
pub(crate) struct CourseList {
    courses: Vec<CourseView>,
}

/// A member of a course.
#[derive(Serialize, ToSchema)]
struct MemberView {
    /// Name of the account.
    name: String,
    role: Role,
    /// Whether the account is disabled.
    disabled: bool,
}

/// A course with its members.
#[derive(Serialize, ToSchema)]
pub(crate) struct CourseWithMembers {
    #[serde(flatten)]
    course: CourseView,
    members: Vec<MemberView>,
}

async fn view(on: &OnCourse<impl Sized>) -> Result<Json<CourseWithMembers>> {
    // Reads the course again, because it may just have been changed.
    let course = on.who.app.storage.course(on.course.id).await?.ok_or(WebError::NotFound)?;
    let members = on.who.app.storage.members(course.id).await?;
    let own = members.iter().find(|member| member.account.id == on.who.actor.account.id);
    let role = own.map(|member| member.role).ok_or(WebError::NotFound)?;
    Ok(Json(CourseWithMembers {
        course: CourseView::new(&course, role),
        members: members
            .into_iter()
            .map(|member| MemberView {
                name: member.account.name,
                role: member.role,
                disabled: member.account.disabled,
            })
            .collect(),
    }))
}

/// List your courses: the personal course first, then by name
#[utoipa::path(
    get,
    path = "/api/v1/courses",
    responses((status = OK, description = "The courses that you belong to", body = CourseList))
)]
pub(crate) async fn list(who: Own<Read>) -> Result<Json<CourseList>> {
    let courses = who.app.storage.courses_of(who.actor.account.id).await?;
    let courses = courses.iter().map(|(course, role)| CourseView::new(course, *role)).collect();
    Ok(Json(CourseList { courses }))
}

/// A course to create.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct NewCourse {
    /// Name, 1 to 100 characters; need not be unique.
    #[schema(min_length = 1, max_length = 100, format = "printable")]
    name: String,
}

/// Create a course, which you own
#[utoipa::path(
    post,
    path = "/api/v1/courses",
    request_body = NewCourse,
    responses((status = CREATED, description = "The course was created", body = CourseView,
        headers(("Location" = String, description = "URL of the course"))))
)]
pub(crate) async fn create(
    who: Own<Change>,
    request::Json(new): request::Json<NewCourse>,
) -> Result<impl IntoResponse> {
    let course = courses::create(&who, &new.name).await?;
    let location = format!("/api/v1/courses/{}", course.id);
    Ok((StatusCode::CREATED, [(LOCATION, location)], Json(CourseView::new(&course, Role::Owner))))
}

/// Get a course with its members
#[utoipa::path(
    get,
    path = "/api/v1/courses/{course}",
    responses((status = OK, description = "The course", body = CourseWithMembers))
)]
pub(crate) async fn show(on: OnCourse<Read>) -> Result<Json<CourseWithMembers>> {
    view(&on).await
}

/// Changes to a course; fields that are left out stay as they are.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct CourseChange {
    /// Name, 1 to 100 characters.
    #[schema(min_length = 1, max_length = 100, format = "printable")]
    name: Option<String>,
    /// Days after which batches without `keep_until` are deleted, 1 to 36500; null: they are kept.
    #[serde(default)]
    #[schema(value_type = Option<u32>, minimum = 1, maximum = 36_500)]
    keep_days: request::FieldUpdate<u32>,
    #[schema(value_type = Option<Checks>)]
    checks: Option<String>,
    /// Whether a check that finds something keeps the submission and opens a case.
    checks_open_cases: Option<bool>,
}

/// Change the name or the settings of a course
#[utoipa::path(
    patch,
    path = "/api/v1/courses/{course}",
    request_body = CourseChange,
    responses((status = OK, description = "The course after the change", body = CourseWithMembers))
)]
pub(crate) async fn change(
    on: OnCourse<Manage>,
    request::Json(change): request::Json<CourseChange>,
) -> Result<Json<CourseWithMembers>> {
    let now = on.course.settings();
    let settings = CourseSettings {
        name: change.name.unwrap_or(now.name),
        keep_days: change.keep_days.or(now.keep_days),
        checks: change.checks.as_deref().map_or(Ok(now.checks), courses::checks)?,
        checks_open_cases: change.checks_open_cases.unwrap_or(now.checks_open_cases),
    };
    courses::change(&on.who, &on.course, settings).await?;
    view(&on).await
}

/// The `{account}` of a path: its name.
#[derive(Deserialize)]
pub(crate) struct MemberPath {
    account: String,
}

/// The role of a member.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct Membership {
    #[schema(value_type = Role)]
    role: String,
}

/// Give an account a role in a course
#[utoipa::path(
    put,
    path = "/api/v1/courses/{course}/members/{account}",
    params(("account" = String, Path, description = "Name of the account")),
    request_body = Membership,
    responses((status = OK, description = "The account has the role", body = CourseWithMembers))
)]
pub(crate) async fn set_member(
    on: OnCourse<Manage>,
    Path(path): Path<MemberPath>,
    request::Json(membership): request::Json<Membership>,
) -> Result<Json<CourseWithMembers>> {
    courses::set_member(&on.who, &on.course, &path.account, &membership.role).await?;
    view(&on).await
}

/// Remove a member from a course
#[utoipa::path(
    delete,
    path = "/api/v1/courses/{course}/members/{account}",
    params(("account" = String, Path, description = "Name of the account")),
    responses((status = NO_CONTENT, description = "The account is no longer a member"))
)]
pub(crate) async fn remove_member(on: OnCourse<Manage>, Path(path): Path<MemberPath>) -> Result<StatusCode> {
    courses::remove_member(&on.who, &on.course, &path.account).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// Which entries of the audit log to return.
#[derive(Deserialize, IntoParams)]
pub(crate) struct AuditQuery {
    /// `next` of the previous page.
    after: Option<Uuid>,
    /// Entries per page, 1 to 1000. Default: 100.
    #[param(minimum = 1, maximum = 1000)]
    limit: Option<u32>,
}

/// An entry of the audit log. It contains ids, never names or texts of students.
#[derive(Serialize, ToSchema)]
struct AuditView {
    id: Uuid,
    at: DateTime<Utc>,
    /// Id of the account that acted; null: the operator, or the service itself.
    account: Option<Uuid>,
    /// Name of the action, such as `batch.accepted` or `report.viewed`.
    action: &'static str,
    /// Id of the object of the action.
    subject: Uuid,
    /// Further data, which depends on the action.
    #[schema(value_type = Object)]
    details: serde_json::Value,
}

impl From<AuditEntry> for AuditView {
    fn from(entry: AuditEntry) -> Self {
        Self {
            id: entry.id.0,
            at: entry.by.at,
            account: entry.by.account.map(|account| account.0),
            action: entry.action.name(),
            subject: entry.subject,
            details: entry.details,
        }
    }
}

/// A page of the audit log.
#[derive(Serialize, ToSchema)]
pub(crate) struct AuditPage {
    entries: Vec<AuditView>,
    /// Pass it as `after` to get the next page; null on the last page.
    next: Option<Uuid>,
}

/// List the audit log of a course, newest first
#[utoipa::path(
    get,
    path = "/api/v1/courses/{course}/audit",
    params(AuditQuery),
    responses((status = OK, description = "Entries of the audit log", body = AuditPage))
)]
pub(crate) async fn audit(on: OnCourse<Manage>, Query(query): Query<AuditQuery>) -> Result<Json<AuditPage>> {
    let limit = page_limit(query.limit, LIMIT, MAX_LIMIT)?;
    let page = on.who.app.storage.audit(Some(on.course.id), query.after.map(AuditId), limit).await?;
    Ok(Json(AuditPage {
        entries: page.items.into_iter().map(AuditView::from).collect(),
        next: page.next.map(|id| id.0),
    }))
}
