//! REST API of revisions: make another report with other settings or late submissions, list revisions, select one.

use axum::Json;
use axum::http::header::LOCATION;
use axum::http::{HeaderMap, StatusCode};
use axum::response::IntoResponse;
use chaffinch_storage::{
    Batch, Change as Changes, Cutoff, Idempotency, Page, Review, Revision, TemplateRegion,
};
use serde::Deserialize;
use utoipa::{IntoParams, ToSchema};
use uuid::Uuid;

use crate::api::batches::page_limit;
use crate::api::views::batches::BatchView;
use crate::api::views::revisions::{AccountView, RevisionEntry, RevisionList, TemplateView, TurnView};
use crate::error::{Result, WebError, or_not_found};
use crate::http::guard::{Change, OnBatch, Read, Upload};
use crate::http::request::{self, FieldUpdate, Path, Query};
use crate::intake::{self, Fields, Incoming, two_cutoffs};
use crate::services::batches;
use crate::services::reports::must_exist;
use crate::sign_in::accounts;

/// Settings for the new revision; fields that are left out stay as in the current one.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(example = json!({"common_limit": 20, "staff": ["tutor"]}))]
pub(crate) struct Rescoring {
    /// Ignore passages that occur in more than this many groups; 0: no limit.
    common_limit: Option<u32>,
    /// Ignore passages that occur in more than this many submissions of the batch, including copies, like the option `-m`
    /// of MOSS; 0: no limit.
    submission_limit: Option<u32>,
    /// The cut-off: a pair can form a cluster if at most this many pairs of its strength are expected by chance, at most
    /// 10⁹; null: the default, 1. It has no effect in a class that is too small for expect values.
    #[serde(default)]
    #[schema(value_type = Option<f64>, exclusive_minimum = 0, maximum = 1_000_000_000)]
    cutoff_expect: FieldUpdate<f64>,
    /// The cut-off as a suspicion in bits, instead of `cutoff_expect`: pairs with at least this suspicion can form clusters.
    /// At most 10⁹; null: the default.
    #[serde(default)]
    #[schema(value_type = Option<f64>, minimum = 0, maximum = 1_000_000_000)]
    cutoff: FieldUpdate<f64>,
    /// All passages to ignore as starter code, wherever they occur.
    templates: Option<Vec<TemplateView>>,
    /// Passages to add to `templates`.
    #[serde(default)]
    add_templates: Vec<TemplateView>,
    /// Passages to remove from `templates`.
    #[serde(default)]
    remove_templates: Vec<TemplateView>,
    /// People who worked together: one list of names of submissions or authors per team.
    teams: Option<Vec<Vec<String>>>,
    /// Names of submissions or authors that are not students.
    staff: Option<Vec<String>>,
    /// Ids of all comparisons and archives whose common passages are ignored; `[]`: none. If the list is the same as in the
    /// current revision, the same passages are ignored. Otherwise they are determined again.
    background: Option<Vec<Uuid>>,
    /// Whether vendored and generated files count.
    count_vendored: Option<bool>,
    /// Whether code that many share (`findings` of the kind `given-code`) counts.
    count_given: Option<bool>,
}

impl Rescoring {
    /// Returns the review that results from applying the changes to the current one.
    fn applied(self, current: &Review) -> Result<Review> {
        let mut review = current.clone();
        if let Some(limit) = self.common_limit {
            review.common_limit = limit;
        }
        if let Some(limit) = self.submission_limit {
            review.submission_limit = limit;
        }
        review.cutoff = match (self.cutoff_expect, self.cutoff) {
            (FieldUpdate::Keep, FieldUpdate::Keep) => review.cutoff,
            (FieldUpdate::To(Some(_)), FieldUpdate::To(Some(_))) => return Err(two_cutoffs()),
            (FieldUpdate::To(Some(pairs)), _) => Some(Cutoff::Expect(pairs)),
            (_, FieldUpdate::To(Some(bits))) => Some(Cutoff::Suspicion(bits)),
            (FieldUpdate::To(None), _) | (_, FieldUpdate::To(None)) => None,
        };
        let regions = |views: Vec<TemplateView>| views.into_iter().map(TemplateRegion::from);
        if let Some(templates) = self.templates {
            review.templates = regions(templates).collect();
        }
        for region in regions(self.remove_templates) {
            if !review.templates.contains(&region) {
                return Err(WebError::field("remove_templates", "names a passage that is not a template"));
            }
            review.templates.retain(|known| *known != region);
        }
        review.templates.extend(regions(self.add_templates));
        review.templates.sort_unstable();
        review.templates.dedup();
        review.teams = self.teams.unwrap_or(review.teams);
        review.staff = self.staff.unwrap_or(review.staff);
        review.count_vendored = self.count_vendored.unwrap_or(review.count_vendored);
        review.count_given = self.count_given.unwrap_or(review.count_given);
        Ok(review)
    }
}

/// Make a new revision of the report
///
/// Compares the stored data again, without an upload. `status` shows the progress. The current report stays available
/// until the new one is ready.
#[utoipa::path(
    post,
    path = "/api/v1/batches/{batch}/rescore",
    request_body = Rescoring,
    responses((status = ACCEPTED, description = "Accepted", body = BatchView,
        headers(("Location" = String, description = "URL of the batch, which shows the progress"))))
)]
pub(crate) async fn rescore(
    on: OnBatch<Change>,
    headers: HeaderMap,
    body: request::Digested<Rescoring>,
) -> Result<impl IntoResponse> {
    let once = intake::idempotency_key(&headers)?.map(|key| {
        let content = [&b"rescore"[..], on.batch.id.0.as_bytes(), &body.digest].concat();
        Idempotency { key, fingerprint: *blake3::hash(&content).as_bytes() }
    });
    if let Some(once) = &once
        && let Some(batch) = on.who.app.storage.accepted_before(on.who.actor.account.id, once).await?
    {
        // A repeated request is not checked again, because its fields may mean something else by now.
        return Ok(accepted(&batch));
    }
    must_exist(&on.batch)?;
    let current = on.batch.review();
    let background = match &body.value.background {
        None => current.background.clone(),
        Some(listed) => batches::background(&on.who, &on.batch, listed).await?,
    };
    let review = Review { background, ..body.value.applied(&current)? };
    let batch = batches::rescore(&on.who, &on.batch, &review, once).await?;
    Ok(accepted(&batch))
}

fn accepted(batch: &Batch) -> impl IntoResponse + use<> {
    let location = format!("/api/v1/batches/{}", batch.id);
    (StatusCode::ACCEPTED, [(LOCATION, location)], Json(BatchView::from(batch)))
}

/// Late submissions. Other fields are refused.
#[derive(ToSchema)]
#[expect(dead_code, reason = "describes the form; `intake` reads it piece by piece")]
struct LateWork {
    /// Archive files (zip, 7z, tar, and tar compressed by gzip, xz, bzip2 or zstd) or single files. They are read with the
    /// options of the batch.
    #[schema(value_type = Vec<String>, format = Binary, min_items = 1)]
    submissions: Vec<Vec<u8>>,
}

/// Add late submissions
///
/// Only the new files are read. The new report is the same as if all submissions had been uploaded together. A request
/// with the same `Idempotency-Key` and content as an earlier one adds nothing.
#[utoipa::path(
    post,
    path = "/api/v1/batches/{batch}/submissions",
    request_body(content = LateWork, content_type = "multipart/form-data"),
    responses((status = ACCEPTED, description = "Accepted", body = BatchView,
        headers(("Location" = String, description = "URL of the batch, which shows the progress"))))
)]
pub(crate) async fn add_late(
    on: OnBatch<Upload>,
    headers: HeaderMap,
    incoming: Incoming,
) -> Result<impl IntoResponse> {
    let mut fields = Fields::new(&intake::LATE);
    let batch = intake::add_late(&on.who, &headers, &on.batch, incoming, &mut fields).await?;
    Ok(accepted(batch.batch()))
}

/// Starter code. Other fields are refused.
#[derive(ToSchema)]
#[expect(dead_code, reason = "describes the form; `intake` reads it piece by piece")]
struct StarterCode {
    /// Archive files (zip, 7z, tar, and tar compressed by gzip, xz, bzip2 or zstd) or single files. They are read with the
    /// options of the batch.
    #[schema(value_type = Vec<String>, format = Binary, min_items = 1)]
    boilerplate: Vec<Vec<u8>>,
}

/// Add starter code (boilerplate)
///
/// Only the new files are read. The new report is the same as if the batch had been created with this starter code. A
/// request with the same `Idempotency-Key` and content as an earlier one adds nothing.
#[utoipa::path(
    post,
    path = "/api/v1/batches/{batch}/boilerplate",
    request_body(content = StarterCode, content_type = "multipart/form-data"),
    responses((status = ACCEPTED, description = "Accepted", body = BatchView,
        headers(("Location" = String, description = "URL of the batch, which shows the progress"))))
)]
pub(crate) async fn add_boilerplate(
    on: OnBatch<Upload>,
    headers: HeaderMap,
    incoming: Incoming,
) -> Result<impl IntoResponse> {
    let mut fields = Fields::new(&intake::STARTER_CODE);
    let batch = intake::add_late(&on.who, &headers, &on.batch, incoming, &mut fields).await?;
    Ok(accepted(batch.batch()))
}

/// The default and the maximum number of revisions on a page.
const LIMIT: u32 = 100;
const MAX_LIMIT: u32 = 1000;

/// Which revisions to list.
#[derive(Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
pub(crate) struct ListQuery {
    /// `next` of the previous page.
    #[param(minimum = 0)]
    after: Option<u32>,
    /// Revisions per page, 1 to 1000. Default: 100.
    #[param(minimum = 1, maximum = 1000)]
    limit: Option<u32>,
}

/// List the revisions of the report, and when each was the current one
#[utoipa::path(
    get,
    path = "/api/v1/batches/{batch}/revisions",
    params(ListQuery),
    responses((status = OK, description = "The revisions, oldest first", body = RevisionList))
)]
pub(crate) async fn list(on: OnBatch<Read>, Query(query): Query<ListQuery>) -> Result<Json<RevisionList>> {
    let limit = page_limit(query.limit, LIMIT, MAX_LIMIT)?;
    let revisions = on.who.app.storage.revisions(on.batch.id).await?;
    let turns = on.who.app.storage.turns(on.batch.id).await?;
    let names =
        accounts::account_names(&on.who.app, accounts::accounts_of_revisions(&revisions, &turns)).await?;
    let entry = |revision: &Revision| RevisionEntry {
        revision: revision.into(),
        author: AccountView::new(&names, revision.author),
        change: Changes::new(&revisions, revision.number).map(Into::into),
    };
    let after = query.after.unwrap_or(0);
    let further = revisions.iter().filter(|revision| after < revision.number).collect();
    let page = Page::cut(further, limit, |revision: &&Revision| revision.number);
    Ok(Json(RevisionList {
        next: page.next,
        current: on.batch.current(),
        revisions: page.items.into_iter().map(entry).collect(),
        turns: turns.iter().map(|turn| TurnView::new(&names, turn)).collect(),
    }))
}

/// The `{revision}` of a path.
#[derive(Deserialize)]
pub(crate) struct RevisionPath {
    revision: u32,
}

/// Make another revision the current one
///
/// An earlier revision undoes the changes made since; a later one restores them. Nothing is deleted. The audit log records
/// the change.
#[utoipa::path(
    post,
    path = "/api/v1/batches/{batch}/revisions/{revision}/current",
    params(("revision" = u32, Path, minimum = 1)),
    responses((status = OK, description = "The batch after the change", body = BatchView))
)]
pub(crate) async fn make_current(
    on: OnBatch<Change>,
    Path(RevisionPath { revision }): Path<RevisionPath>,
) -> Result<Json<BatchView>> {
    or_not_found(on.who.app.storage.set_current(on.batch.id, revision, &on.who.by()).await?)?;
    let batch = on.who.app.storage.batch(on.batch.id).await?.ok_or(WebError::NotFound)?;
    Ok(Json(BatchView::from(&batch)))
}
