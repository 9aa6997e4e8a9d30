//! REST API of cases: open from a report, list, get, change by adding events. [`chaffinch_storage::Action`] says who
//! may do what.

use axum::Json;
use axum::http::StatusCode;
use axum::http::header::LOCATION;
use axum::response::IntoResponse;
use chaffinch_report::{SubmissionId, WrittenId};
use chaffinch_storage::{
    AccountId, Action, Batch, BatchId, Case, CaseChange, CaseFilter, CaseId, CaseStatus, Named, Page,
};
use serde::Deserialize;
use utoipa::{IntoParams, ToSchema};
use uuid::Uuid;

use crate::api::batches::page_limit;
use crate::api::views::cases::{CaseHereView, CaseHistory, CaseList, CaseView, CasesHere, EventView};
use crate::app::App;
use crate::error::{Result, WebError};
use crate::http::admitted::{Admitted, NameVisibility};
use crate::http::guard::{Change, InSomeCourse, OnBatch, OnCase, Own, Read};
use crate::http::request::{self, Query};
use crate::intake;
use crate::openapi::schemas::{EventKindName, OpenStatusName};
use crate::services::cases::{self, CasePseudonyms, CaseRequest};
use crate::services::reports::ReportIds;
use crate::sign_in::accounts;

/// The default and the maximum number of cases on a page.
const LIMIT: u32 = 50;
const MAX_LIMIT: u32 = 200;

/// Which cases to list.
#[derive(Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
pub(crate) struct ListQuery {
    /// Only cases of this course: its id or name.
    course: Option<String>,
    /// Only cases with this status.
    #[param(value_type = Option<CaseStatus>, inline)]
    status: Option<String>,
    /// `next` of the previous page.
    after: Option<Uuid>,
    /// Entries per page, 1 to 200. Default: 50.
    #[param(minimum = 1, maximum = 200)]
    limit: Option<u32>,
    /// `hidden`: people have pseudonyms. Default: the setting of the browser, or `shown`.
    #[param(inline)]
    names: Option<NameVisibility>,
}

/// Whether names are shown.
#[derive(Deserialize, IntoParams)]
pub(crate) struct NamesQuery {
    /// `hidden`: people have pseudonyms, and submissions have codes instead of numbers. Default: the setting of the
    /// browser, or `shown`.
    #[param(inline)]
    pub(super) names: Option<NameVisibility>,
}

/// List cases, newest first
#[utoipa::path(
    get,
    path = "/api/v1/cases",
    params(ListQuery),
    responses((status = OK, description = "The cases that you can see", body = CaseList))
)]
pub(crate) async fn list(who: Own<Read>, Query(query): Query<ListQuery>) -> Result<Json<CaseList>> {
    let mut courses = who.courses(Action::See);
    let filter = intake::listed_course(&who, query.course.as_deref()).await?;
    courses.retain(|&course| filter.is_none_or(|filter| course == filter));
    let status = query.status.as_deref().map(|name| {
        CaseStatus::from_name(name)
            .ok_or_else(|| WebError::Query(format!("the status {name:?} does not exist")))
    });
    let filter = CaseFilter {
        courses,
        status: status.transpose()?,
        after: query.after.map(CaseId),
        limit: page_limit(query.limit, LIMIT, MAX_LIMIT)?,
    };
    let mut page = who.app.storage.cases(&filter).await?;
    if who.hides_names(query.names) {
        for case in &mut page.items {
            *case = CasePseudonyms::load(&who.app, case).await?.case(case);
        }
    }
    let names = accounts::account_names(&who.app, involved(&page.items)).await?;
    Ok(Json(CaseList {
        cases: page.items.iter().map(|case| CaseView::new(&names, case)).collect(),
        next: page.next.map(|id| id.0),
    }))
}

/// Which page of a list.
#[derive(Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
pub(crate) struct PageQuery {
    /// `next` of the previous page.
    pub(super) after: Option<Uuid>,
    /// Entries per page, 1 to 200. Default: 50.
    #[param(minimum = 1, maximum = 200)]
    pub(super) limit: Option<u32>,
}

/// Returns the accounts that opened or review these cases.
fn involved<'a>(cases: impl IntoIterator<Item = &'a Case>) -> Vec<AccountId> {
    cases.into_iter().flat_map(|case| [case.creator, case.reviewer]).flatten().collect()
}

/// A case to open.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(example = json!({"batch": "0198c0de-0000-7000-8000-000000000000", "submissions": [1, 2],
    "title": "Week 3: two similar submissions", "status": "suspicious"}))]
pub(crate) struct OpenCase {
    /// Id of the batch. The case belongs to the course of the batch.
    batch: Uuid,
    /// Revision of the report. Default: the current one.
    #[schema(minimum = 1)]
    revision: Option<u32>,
    /// Numbers of the submissions in that report (codes, if names are hidden), such as those of a pair or a cluster.
    /// Archived submissions are allowed.
    #[schema(min_items = 1, max_items = 100, value_type = Vec<WrittenId>)]
    submissions: Vec<SubmissionId>,
    /// Title, at most 200 characters. Default: the title of the batch.
    #[schema(max_length = 200)]
    title: Option<String>,
    /// First status. Default: `open`.
    #[schema(value_type = Option<OpenStatusName>)]
    status: Option<String>,
    /// First note.
    #[schema(max_length = 10_000)]
    text: Option<String>,
}

/// Open a case
///
/// The case is about the authors of these submissions. Where no author is known, it is about the submission. Every report
/// of the course in which they appear shows the case.
#[utoipa::path(
    post,
    path = "/api/v1/cases",
    request_body = OpenCase,
    responses((status = CREATED, description = "The case was opened", body = CaseHistory,
        headers(("Location" = String, description = "URL of the case"))))
)]
pub(crate) async fn open(
    who: InSomeCourse<Change>,
    request::Json(body): request::Json<OpenCase>,
) -> Result<impl IntoResponse> {
    let batch = batch(&who, body.batch).await?;
    let status = body.status.as_deref().unwrap_or("open");
    let opening = CaseRequest {
        revision: body.revision,
        submissions: numbers(&batch, &body.submissions)?,
        title: body.title.unwrap_or_default(),
        status: CaseStatus::from_name(status).ok_or_else(|| {
            WebError::field("status", format!("must be open or suspicious, not {status:?}"))
        })?,
        text: body.text.unwrap_or_default(),
    };
    let case = cases::open(&who, &batch, opening).await?;
    let location = format!("/api/v1/cases/{}", case.id);
    Ok((StatusCode::CREATED, [(LOCATION, location)], Json(history(&who.app, &case, who.names_hidden).await?)))
}

/// Returns a batch that a body names, if the caller may change something in its course.
async fn batch(who: &Admitted, id: Uuid) -> Result<Batch> {
    let batch = who.visible_batch(BatchId(id)).await?;
    let batch = batch.ok_or_else(|| WebError::field("batch", "does not name a batch that you can see"))?;
    who.in_course(Action::Change, batch.course)?;
    Ok(batch)
}

/// Returns the numbers of submissions of a batch.
fn numbers(batch: &Batch, ids: &[SubmissionId]) -> Result<Vec<u32>> {
    let known = ReportIds::new(batch, false);
    let problem = || WebError::field("submissions", "names a code that is not of this batch");
    ids.iter().map(|&id| known.number(id).map_err(|_| problem())).collect()
}

async fn history(app: &App, case: &Case, hide: bool) -> Result<CaseHistory> {
    let mut events = app.storage.case_events(case.id).await?;
    let names = accounts::account_names(app, accounts::accounts_of_case(case, &events)).await?;
    let mut case = case.clone();
    if hide {
        let pseudonyms = CasePseudonyms::load(app, &case).await?;
        case = pseudonyms.case(&case);
        events = events.into_iter().map(|event| pseudonyms.event(event)).collect();
    }
    Ok(CaseHistory {
        case: CaseView::new(&names, &case),
        events: events.into_iter().map(|event| EventView::new(&names, event)).collect(),
    })
}

/// Get a case, with its history
#[utoipa::path(
    get,
    path = "/api/v1/cases/{case}",
    params(NamesQuery),
    responses((status = OK, description = "The case", body = CaseHistory))
)]
pub(crate) async fn show(on: OnCase<Read>, Query(query): Query<NamesQuery>) -> Result<Json<CaseHistory>> {
    Ok(Json(history(&on.who.app, &on.case, on.who.hides_names(query.names)).await?))
}

/// An event to add to a case.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(example = json!({"kind": "note", "text": "Asked both students for a meeting."}))]
pub(crate) struct NewEvent {
    /// Kind of event. Default: `note`.
    #[schema(value_type = Option<EventKindName>)]
    kind: Option<String>,
    /// Text, at most 10,000 characters. Required for a note, for a hold, and to confirm or dismiss the case.
    #[schema(max_length = 10_000)]
    text: Option<String>,
    /// For `status`: the new status.
    #[schema(value_type = Option<CaseStatus>)]
    status: Option<String>,
    /// For `reviewer`: name of an instructor or owner of the course who did not open the case; null: no reviewer.
    reviewer: Option<String>,
    /// For `add`: id of a batch of the same course.
    batch: Option<Uuid>,
    /// For `add`: revision of the report. Default: the current one.
    #[schema(minimum = 1)]
    revision: Option<u32>,
    /// For `add`: numbers or codes of submissions in that report.
    #[schema(min_items = 1, max_items = 100, value_type = Option<Vec<WrittenId>>)]
    submissions: Option<Vec<SubmissionId>>,
}

/// Add an event to a case
///
/// The event is a note, a new status, a second reviewer, a legal hold or its end, or further submissions. A request that
/// changes nothing adds no event.
#[utoipa::path(
    post,
    path = "/api/v1/cases/{case}/events",
    request_body = NewEvent,
    responses((status = CREATED, description = "The case after the change", body = CaseHistory))
)]
pub(crate) async fn add_event(
    on: OnCase<Change>,
    request::Json(body): request::Json<NewEvent>,
) -> Result<(StatusCode, Json<CaseHistory>)> {
    let change = change(&on, &body).await?;
    let text = body.text.as_deref().unwrap_or_default();
    let case = cases::change(&on.who, &on.case, None, &change, text).await?;
    Ok((StatusCode::CREATED, Json(history(&on.who.app, &case, on.who.names_hidden).await?)))
}

async fn change(on: &OnCase<Change>, body: &NewEvent) -> Result<CaseChange> {
    let kind = body.kind.as_deref().unwrap_or("note");
    let foreign = [
        ("status", body.status.is_some(), "status"),
        ("reviewer", body.reviewer.is_some(), "reviewer"),
        ("batch", body.batch.is_some(), "add"),
        ("revision", body.revision.is_some(), "add"),
        ("submissions", body.submissions.is_some(), "add"),
    ];
    if let Some((name, ..)) = foreign.into_iter().find(|&(_, is_given, of)| is_given && of != kind) {
        return Err(WebError::field(name, format!("cannot be used with the kind {kind:?}")));
    }
    Ok(match kind {
        "note" => CaseChange::Note,
        "hold" => CaseChange::Hold,
        "release" => CaseChange::Release,
        "status" => {
            let status = body.status.as_deref().and_then(CaseStatus::from_name);
            let known = CaseStatus::names().join(", ");
            CaseChange::Status(
                status.ok_or_else(|| WebError::field("status", format!("must be one of {known}")))?,
            )
        }
        "reviewer" => CaseChange::Reviewer(match body.reviewer.as_deref() {
            None | Some("") => None,
            Some(name) => Some(cases::reviewer(&on.who.app, &on.case, name).await?),
        }),
        "add" => {
            let named = body.batch.ok_or_else(|| WebError::field("batch", "is missing"))?;
            let batch = batch(&on.who, named).await?;
            if batch.course != on.case.course {
                return Err(WebError::field("batch", "belongs to another course"));
            }
            CaseChange::Add(cases::seen(
                &batch,
                body.revision,
                numbers(&batch, body.submissions.as_deref().unwrap_or_default())?,
            )?)
        }
        other => {
            let known = "note, status, reviewer, hold, release or add";
            return Err(WebError::field("kind", format!("must be {known}, not {other:?}")));
        }
    })
}

/// List the cases about people in a report
///
/// Lists all cases of the course that are about somebody with a submission in the current report, including archived
/// submissions.
#[utoipa::path(
    get,
    path = "/api/v1/batches/{batch}/cases",
    params(PageQuery),
    responses((status = OK, description = "The cases, newest first", body = CasesHere))
)]
pub(crate) async fn of_batch(on: OnBatch<Read>, Query(query): Query<PageQuery>) -> Result<Json<CasesHere>> {
    let mut found = on.who.app.storage.cases_of(on.batch.id).await?;
    found.sort_by_key(|here| std::cmp::Reverse(here.case.id));
    found.retain(|here| query.after.is_none_or(|after| here.case.id < CaseId(after)));
    let Page { items: found, next } =
        Page::cut(found, page_limit(query.limit, LIMIT, MAX_LIMIT)?, |here| here.case.id.0);
    let names = accounts::account_names(&on.who.app, involved(found.iter().map(|here| &here.case))).await?;
    let mut found = found;
    if on.who.names_hidden {
        let ids = ReportIds::new(&on.batch, true);
        for here in &mut found {
            let pseudonyms = CasePseudonyms::load(&on.who.app, &here.case).await?;
            here.case = pseudonyms.case(&here.case);
            for (number, person) in &mut here.here {
                (*number, *person) = (ids.id(*number), pseudonyms.name(person));
            }
            here.here.sort();
        }
    }
    let cases = found.into_iter().map(|here| CaseHereView::new(&names, here)).collect();
    Ok(Json(CasesHere { cases, next }))
}
