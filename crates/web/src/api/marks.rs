//! REST API of marks: what staff notes about the pairs of a report while reviewing them.

use axum::Json;
use axum::http::header::CONTENT_TYPE;
use axum::response::IntoResponse;
use chaffinch_report::{PairId, csv_with};
use chaffinch_storage::{Mark, MarkChange, MarkState};
use chrono::{DateTime, Utc};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::api::views::revisions::AccountView;
use crate::error::{Result, WebError};
use crate::http::guard::{Change, OnBatch};
use crate::http::request::{self, FieldUpdate, PairPath, Path};
use crate::services::marks;
use crate::services::reports::{self, ReportIds};
use crate::sign_in::accounts::AccountNames;

/// What staff noted about a pair.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = Mark)]
pub(crate) struct MarkView {
    /// Id of the pair in the current report.
    #[schema(value_type = String, example = "11-12")]
    pair: PairId,
    /// Null: nobody has looked at the pair.
    state: Option<MarkState>,
    /// The state before the last change of it.
    previous: Option<MarkState>,
    /// Note; null while names are hidden, because it may contain names.
    note: Option<String>,
    /// Account that is to look at the pair.
    assignee: Option<AccountView>,
    /// Account of the last change; null: the operator.
    by: Option<AccountView>,
    at: DateTime<Utc>,
    /// Number of changes. Send it as `seen` with the next change.
    version: u32,
}

/// The marks of a batch.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct MarkList {
    marks: Vec<MarkView>,
}

impl MarkView {
    fn new(ids: ReportIds, names: &AccountNames, mark: &Mark) -> Self {
        let account = |id| AccountView::new(names, id);
        Self {
            pair: marks::shown_id(ids, mark.pair),
            state: mark.state,
            previous: mark.previous,
            note: (!ids.hide).then(|| mark.note.clone()),
            assignee: mark.assignee.map(account),
            by: mark.by.account.map(account),
            at: mark.by.at,
            version: mark.version,
        }
    }
}

/// List the marks of the pairs of a batch
///
/// Marks are what staff notes about pairs while reviewing them. They belong to the pair and not to a revision of the
/// report. Pairs without a mark are left out. Only members who may upload see marks.
#[utoipa::path(
    get,
    path = "/api/v1/batches/{batch}/marks",
    responses((status = OK, description = "The marks of pairs of the current report, ordered by pair", body = MarkList))
)]
pub(crate) async fn list(on: OnBatch<Change>) -> Result<Json<MarkList>> {
    let ids = ReportIds::new(&on.batch, on.who.names_hidden);
    let (marks, names) = marks::with_names(&on.who, &on.batch).await?;
    let mut marks: Vec<MarkView> = marks.iter().map(|mark| MarkView::new(ids, &names, mark)).collect();
    marks.sort_by_key(|mark| mark.pair);
    Ok(Json(MarkList { marks }))
}

/// A change of a mark. A member that is missing stays as it is.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(example = json!({"state": "talk", "note": "Same typo in line 12", "seen": 0}))]
pub(crate) struct ChangeMark {
    /// The new state; null: not looked at.
    #[serde(default)]
    #[schema(value_type = Option<MarkState>)]
    state: FieldUpdate<String>,
    /// The new note, at most 2,000 characters. It cannot be changed while names are hidden.
    #[schema(max_length = 2_000)]
    note: Option<String>,
    /// Name of the account that is to look at the pair; null: nobody.
    #[serde(default)]
    #[schema(value_type = Option<String>)]
    assignee: FieldUpdate<String>,
    /// The `version` of the mark that you have seen; 0: none. If the mark has changed since, nothing is saved.
    seen: Option<u32>,
}

/// Mark a pair
#[utoipa::path(
    put,
    path = "/api/v1/batches/{batch}/pairs/{pair}/mark",
    request_body = ChangeMark,
    responses((status = OK, description = "The mark after the change", body = MarkView))
)]
pub(crate) async fn change(
    on: OnBatch<Change>,
    Path(PairPath { pair }): Path<PairPath>,
    request::Json(body): request::Json<ChangeMark>,
) -> Result<Json<MarkView>> {
    reports::must_exist(&on.batch)?;
    let change = MarkChange {
        state: match body.state {
            FieldUpdate::Keep => None,
            FieldUpdate::To(name) => Some(marks::state(name.as_deref().unwrap_or_default())?),
        },
        note: body.note.map(|note| note.trim().to_owned()),
        assignee: match body.assignee {
            FieldUpdate::Keep => None,
            FieldUpdate::To(None) => Some(None),
            FieldUpdate::To(Some(name)) => Some(Some(marks::reviewer(&on.who, &on.batch, &name).await?)),
        },
    };
    let mark = marks::change(&on.who, &on.batch, pair, &change, body.seen).await?;
    let ids = ReportIds::new(&on.batch, on.who.names_hidden);
    let names = marks::names_of(&on.who, std::slice::from_ref(&mark)).await?;
    Ok(Json(MarkView::new(ids, &names, &mark)))
}

/// Columns of the table after those of the table of pairs.
const COLUMNS: [&str; 5] = ["state", "note", "assignee", "marked_by", "marked_at"];

/// Download the marks of a batch as a table
///
/// One line for each pair with a mark, strongest first: the columns of the table of pairs, then `state`, `note`,
/// `assignee`, `marked_by` and `marked_at`.
#[utoipa::path(
    get,
    path = "/api/v1/batches/{batch}/marks.csv",
    responses((status = OK, description = "The table", body = String, content_type = "text/csv"))
)]
pub(crate) async fn table(on: OnBatch<Change>) -> Result<impl IntoResponse> {
    reports::must_exist(&on.batch)?;
    let review = marks::review(&on.who, &on.batch).await?.ok_or(WebError::Forbidden)?;
    let hide = ReportIds::new(&on.batch, on.who.names_hidden).hiding();
    let turn = on.who.app.auth.page(on.who.caller()).await?;
    let report = on.who.app.auth.reports.read(&*on.who.app.storage, &turn, &on.batch).await?;
    let table = turn
        .run(move || {
            let (report, _) = reports::assembled(report, &[], &[], hide)?;
            let cells = review.marks.into_iter().map(|(pair, mark)| {
                let assignee = mark.assignee.unwrap_or_default();
                (pair, [mark.state.to_owned(), mark.note, assignee, mark.by, mark.at])
            });
            Ok::<_, WebError>(csv_with(&report, COLUMNS, &cells.collect()))
        })
        .await?;
    Ok(([(CONTENT_TYPE, "text/csv; charset=utf-8")], table))
}
