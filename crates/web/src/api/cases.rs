//! Cases over REST: opened from a report, listed, looked at, changed by adding events. Who may do what:
//! [`chaffinch_storage::Action`].

use std::collections::BTreeMap;

use axum::Json;
use axum::extract::State;
use axum::http::StatusCode;
use axum::http::header::LOCATION;
use axum::response::IntoResponse;
use chaffinch_storage::{
    AccountId, Action, Batch, BatchId, Case, CaseChange, CaseFilter, CaseId, CaseStatus, CourseId, Happening,
    NewCase, Role, Seen, StorageError,
};
use serde::Deserialize;
use utoipa::{IntoParams, ToSchema};
use uuid::Uuid;

use super::batches::page_limit;
use super::case_model::{CaseHereView, CaseHistory, CaseList, CaseView, CasesHere, EventView};
use super::revisions::accounts;
use crate::app::App;
use crate::error::WebError;
use crate::guard::{Admitted, Change, InSomeCourse, OnBatch, OnCase, Own, See};
use crate::request::{self, Query};

/// Cases on a page unless asked otherwise, and at most.
const LIMIT: u32 = 50;
const MAX_LIMIT: u32 = 200;
/// Characters of a title.
const TITLE_LENGTH: usize = 200;
/// Characters that may be said at once.
const TEXT_LENGTH: usize = 10_000;
/// Submissions that one call may name.
const MAX_SUBMISSIONS: usize = 1000;

/// Which cases to list.
#[derive(Deserialize, IntoParams)]
pub(crate) struct ListQuery {
    /// Only those of this course.
    course: Option<Uuid>,
    /// Only those with this status.
    status: Option<String>,
    /// `next` of the page before.
    after: Option<Uuid>,
    /// 1 to 200; default 50.
    #[param(minimum = 1, maximum = 200)]
    limit: Option<u32>,
}

/// List cases, newest first
#[utoipa::path(
    get,
    path = "/api/v1/cases",
    params(ListQuery),
    responses((status = OK, description = "Those you may see", body = CaseList))
)]
pub(crate) async fn list(
    who: Own<See>,
    State(app): State<App>,
    Query(query): Query<ListQuery>,
) -> Result<Json<CaseList>, WebError> {
    let mut courses = who.courses(Action::See);
    courses.retain(|&course| query.course.is_none_or(|asked| course == CourseId(asked)));
    let status = query.status.as_deref().map(|name| {
        CaseStatus::from_name(name).ok_or_else(|| WebError::Query(format!("there is no status {name:?}")))
    });
    let filter = CaseFilter {
        courses,
        status: status.transpose()?,
        after: query.after.map(CaseId),
        limit: page_limit(query.limit, LIMIT, MAX_LIMIT)?,
    };
    let page = app.storage.cases(&filter).await?;
    let names = names(&app, &page.items).await?;
    Ok(Json(CaseList {
        cases: page.items.iter().map(|case| CaseView::of(&names, case)).collect(),
        next: page.next.map(|id| id.0),
    }))
}

/// Who opened and who reviews these cases.
async fn names(app: &App, cases: &[Case]) -> Result<BTreeMap<AccountId, String>, WebError> {
    let involved = cases.iter().flat_map(|case| [case.creator, case.reviewer]).flatten().collect();
    accounts(app, involved).await
}

/// A case to open.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct OpenCase {
    /// On which batch; the case is of its course.
    batch: Uuid,
    /// Of which revision of its report; default: the current one.
    revision: Option<u32>,
    /// Numbers of the submissions as that report has them: a pair, a cluster. Earlier ones in archives, too.
    submissions: Vec<u32>,
    /// At most 200 characters. Default: the batch's.
    title: Option<String>,
    /// `open` (the default) or `suspicious`.
    status: Option<String>,
    /// What there is to say at once.
    text: Option<String>,
}

/// Open a case
///
/// It is about the authors of these submissions (or the submissions, where no author is known), and found again in every
/// report of the course that they are in.
#[utoipa::path(
    post,
    path = "/api/v1/cases",
    request_body = OpenCase,
    responses((status = CREATED, description = "Opened", body = CaseHistory,
        headers(("Location" = String, description = "The case"))))
)]
pub(crate) async fn open(
    who: InSomeCourse<Change>,
    State(app): State<App>,
    request::Json(asked): request::Json<OpenCase>,
) -> Result<impl IntoResponse, WebError> {
    let batch = batch(&app, &who, asked.batch).await?;
    let title = asked.title.as_deref().map(str::trim).filter(|title| !title.is_empty());
    let title = title.unwrap_or(&batch.title).to_owned();
    if TITLE_LENGTH < title.chars().count() || title.chars().any(char::is_control) {
        return Err(field(
            "title",
            format!("may have {TITLE_LENGTH} characters at most, and no control characters"),
        ));
    }
    let status = match asked.status.as_deref() {
        None | Some("open") => CaseStatus::Open,
        Some("suspicious") => CaseStatus::Suspicious,
        Some(other) => return Err(field("status", format!("is {other:?}; it may be open or suspicious"))),
    };
    let text = words(asked.text.as_deref())?.to_owned();
    let by = app.by(&who);
    let seen = seen(&batch, asked.revision, asked.submissions)?;
    let new = NewCase { id: CaseId::new(by.at), title, status, text, seen };
    let case = app.storage.open_case(&new, &by).await.map_err(unseen)?;
    let location = format!("/api/v1/cases/{}", case.id);
    Ok((StatusCode::CREATED, [(LOCATION, location)], Json(history(&app, &case).await?)))
}

/// A batch named in a body, in whose course one may change something.
async fn batch(app: &App, who: &Admitted, id: Uuid) -> Result<Batch, WebError> {
    let batch = app.storage.batch(BatchId(id)).await?;
    let seen = batch.filter(|batch| who.in_course(Action::See, batch.course).is_ok());
    let batch = seen.ok_or_else(|| field("batch", "names no batch that you may see".to_owned()))?;
    who.in_course(Action::Change, batch.course)?;
    Ok(batch)
}

fn seen(batch: &Batch, revision: Option<u32>, submissions: Vec<u32>) -> Result<Seen, WebError> {
    if (1..=MAX_SUBMISSIONS).contains(&submissions.len()) {
        Ok(Seen { batch: batch.id, revision, submissions })
    } else {
        Err(field("submissions", format!("may name 1 to {MAX_SUBMISSIONS}")))
    }
}

/// What is missing was named in the body.
fn unseen(error: StorageError) -> WebError {
    match error {
        StorageError::Missing { what: "report" } => {
            field("revision", "names no report of this batch".to_owned())
        }
        StorageError::Missing { what: "submission" } => {
            field("submissions", "names one that the report has not, or that is gone".to_owned())
        }
        error => error.into(),
    }
}

fn field(name: &'static str, problem: String) -> WebError {
    WebError::Field { name, problem }
}

fn words(text: Option<&str>) -> Result<&str, WebError> {
    let text = text.unwrap_or_default().trim();
    if TEXT_LENGTH < text.chars().count() {
        return Err(field("text", format!("may have {TEXT_LENGTH} characters at most")));
    }
    Ok(text)
}

async fn history(app: &App, case: &Case) -> Result<CaseHistory, WebError> {
    let events = app.storage.case_events(case.id).await?;
    let mut involved: Vec<_> = [case.creator, case.reviewer].into_iter().flatten().collect();
    for event in &events {
        involved.extend(event.by.account);
        if let Happening::Reviewer { reviewer } = event.what {
            involved.extend(reviewer);
        }
    }
    let names = accounts(app, involved).await?;
    Ok(CaseHistory {
        case: CaseView::of(&names, case),
        events: events.into_iter().map(|event| EventView::of(&names, event)).collect(),
    })
}

/// One case, with its history
#[utoipa::path(
    get,
    path = "/api/v1/cases/{case}",
    params(("case" = Uuid, Path)),
    responses((status = OK, description = "The case", body = CaseHistory))
)]
pub(crate) async fn show(on: OnCase<See>, State(app): State<App>) -> Result<Json<CaseHistory>, WebError> {
    Ok(Json(history(&app, &on.case).await?))
}

/// What to do to a case.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct NewEvent {
    /// `note` (the default), `status`, `reviewer`, `hold`, `release` or `add`.
    kind: Option<String>,
    /// Your words, at most 10,000 characters. A note and a hold need some.
    text: Option<String>,
    /// For `status`: `open`, `suspicious`, `confirmed` or `dismissed`.
    status: Option<String>,
    /// For `reviewer`: name of an instructor or owner of the course who did not open the case; null: nobody.
    reviewer: Option<String>,
    /// For `add`: the batch, of the same course.
    batch: Option<Uuid>,
    /// For `add`: which revision of its report; default: the current one.
    revision: Option<u32>,
    /// For `add`: numbers of submissions as that report has them.
    submissions: Option<Vec<u32>>,
}

/// Add to a case
///
/// A note, another status, a second reviewer, a legal hold or its end, further submissions. What would change nothing is
/// not noted.
#[utoipa::path(
    post,
    path = "/api/v1/cases/{case}/events",
    params(("case" = Uuid, Path)),
    request_body = NewEvent,
    responses((status = CREATED, description = "The case as it is now", body = CaseHistory))
)]
pub(crate) async fn add_event(
    on: OnCase<Change>,
    State(app): State<App>,
    request::Json(asked): request::Json<NewEvent>,
) -> Result<(StatusCode, Json<CaseHistory>), WebError> {
    let text = words(asked.text.as_deref())?;
    let change = change(&app, &on, &asked).await?;
    if text.is_empty() && matches!(change, CaseChange::Note | CaseChange::Hold) {
        return Err(field("text", "says nothing".to_owned()));
    }
    on.who.in_course(needed(&on.case, &change), on.case.course)?;
    let changed =
        app.storage.change_case(on.case.id, &change, text, &app.by(&on.who)).await.map_err(unseen)?;
    let case = changed.ok_or(WebError::NotFound)?;
    Ok((StatusCode::CREATED, Json(history(&app, &case).await?)))
}

/// What one must be allowed to do for it.
pub(crate) fn needed(case: &Case, change: &CaseChange) -> Action {
    match change {
        CaseChange::Status(to) if to.is_decided() || case.status.is_decided() => Action::Decide,
        CaseChange::Reviewer(_) => Action::Decide,
        CaseChange::Note | CaseChange::Add(_) | CaseChange::Status(_) => Action::Change,
        CaseChange::Hold | CaseChange::Release => Action::Hold,
    }
}

async fn change(app: &App, on: &OnCase<Change>, asked: &NewEvent) -> Result<CaseChange, WebError> {
    let kind = asked.kind.as_deref().unwrap_or("note");
    let foreign = [
        ("status", asked.status.is_some(), "status"),
        ("reviewer", asked.reviewer.is_some(), "reviewer"),
        ("batch", asked.batch.is_some(), "add"),
        ("revision", asked.revision.is_some(), "add"),
        ("submissions", asked.submissions.is_some(), "add"),
    ];
    if let Some((name, ..)) = foreign.into_iter().find(|&(_, said, of)| said && of != kind) {
        return Err(field(name, format!("does not belong to the kind {kind:?}")));
    }
    Ok(match kind {
        "note" => CaseChange::Note,
        "hold" => CaseChange::Hold,
        "release" => CaseChange::Release,
        "status" => {
            let status = asked.status.as_deref().and_then(CaseStatus::from_name);
            let known = CaseStatus::ALL.map(CaseStatus::name).join(", ");
            CaseChange::Status(status.ok_or_else(|| field("status", format!("may be {known}")))?)
        }
        "reviewer" => CaseChange::Reviewer(match asked.reviewer.as_deref() {
            None | Some("") => None,
            Some(name) => Some(reviewer(app, &on.case, name).await?),
        }),
        "add" => {
            let named = asked.batch.ok_or_else(|| field("batch", "is missing".to_owned()))?;
            let batch = batch(app, &on.who, named).await?;
            if batch.course != on.case.course {
                return Err(field("batch", "is one of another course".to_owned()));
            }
            CaseChange::Add(seen(&batch, asked.revision, asked.submissions.clone().unwrap_or_default())?)
        }
        other => {
            let known = "note, status, reviewer, hold, release or add";
            return Err(field("kind", format!("is {other:?}; it may be {known}")));
        }
    })
}

/// Somebody who may decide in the course, and did not open the case.
pub(crate) async fn reviewer(app: &App, case: &Case, name: &str) -> Result<AccountId, WebError> {
    let members = app.storage.members(case.course).await?;
    let fitting = members.into_iter().find(|member| member.account.name == name);
    let fitting = fitting.filter(|member| {
        Role::Instructor <= member.role && !member.account.disabled && Some(member.account.id) != case.creator
    });
    let problem = "names no instructor or owner of the course other than the one who opened the case";
    Ok(fitting.ok_or_else(|| field("reviewer", problem.to_owned()))?.account.id)
}

/// The cases that a report speaks of
///
/// All of the course of which somebody has a submission in the current report, earlier ones of archives included.
#[utoipa::path(
    get,
    path = "/api/v1/batches/{batch}/cases",
    params(("batch" = Uuid, Path)),
    responses((status = OK, description = "Newest first", body = CasesHere))
)]
pub(crate) async fn of_batch(on: OnBatch<See>, State(app): State<App>) -> Result<Json<CasesHere>, WebError> {
    let found = app.storage.cases_of(on.batch.id).await?;
    let involved = found.iter().flat_map(|here| [here.case.creator, here.case.reviewer]).flatten().collect();
    let names = accounts(&app, involved).await?;
    Ok(Json(CasesHere { cases: found.into_iter().map(|here| CaseHereView::of(&names, here)).collect() }))
}
