//! The forms that change the settings of a comparison: the review page, the slider of the overview, the buttons beside
//! passages, and files that arrive late.
//!
//! Every change creates a new revision. The request waits a moment for it and then returns to the previous page. If the
//! revision takes longer, the review page shows the progress.

use std::time::Duration;

use axum::http::HeaderMap;
use axum::response::{IntoResponse, Redirect, Response};
use chaffinch_pages::percent_encode;
use chaffinch_storage::{Batch, BatchId, Review, TemplateRegion, names, teams};
use serde::Deserialize;
use tokio::time::{Instant, timeout_at};
use uuid::Uuid;

use crate::app::App;
use crate::error::{Result, WebError, or_not_found};
use crate::http::guard::{Change, OnBatch, Upload};
use crate::http::request::{Form, Path, Query};
use crate::intake::{self, Fields, Incoming};
use crate::pages::batches::notices::{after, back_to, with_parameter};
use crate::pages::batches::review::{ReviewForm, ReviewQuery, refused_page};
use crate::pages::batches::settings::{chosen_cutoff, number};
use crate::pages::frame::batch_path;
use crate::services::batches::rescore;

/// How often the batch is read again. Changes by other processes may be announced late.
const LOOK_EVERY: Duration = Duration::from_millis(500);

pub(crate) async fn submit(on: OnBatch<Change>, Form(form): Form<ReviewForm>) -> Result<Response> {
    let rescored = match requested(&on.batch, &form) {
        Ok(review) => rescore(&on.who, &on.batch, &review, None).await,
        Err(error) => Err(error),
    };
    match rescored {
        Ok(_) => settled(&on.who.app, on.batch.id, "").await.map(IntoResponse::into_response),
        Err(error) if error.kind().status.is_server_error() => Err(error),
        Err(error) => refused_page(&on.who, &on.batch, form, error).await,
    }
}

/// Returns the current review with the values of the form.
fn requested(batch: &Batch, form: &ReviewForm) -> Result<Review> {
    if form.revision.parse().is_ok_and(|seen: u32| batch.current() != Some(seen)) {
        return Err(WebError::ReviewChanged);
    }
    let table = |name| move |problem| WebError::field(name, problem);
    let before = batch.review();
    Ok(Review {
        common_limit: match &form.common_limit {
            Some(limit) => number("common_limit", limit)?,
            None => before.common_limit,
        },
        submission_limit: match &form.submission_limit {
            Some(limit) => number("submission_limit", limit)?,
            None => before.submission_limit,
        },
        cutoff: match (form.cutoff_expect.as_deref(), form.cutoff.as_deref()) {
            (None, None) => before.cutoff,
            (expect, bits) => chosen_cutoff(expect, bits)?,
        },
        teams: match &form.teams {
            Some(text) => teams(text).map_err(table("teams"))?,
            None => before.teams,
        },
        staff: match &form.staff {
            Some(text) => names(text).map_err(table("staff"))?,
            None => before.staff,
        },
        ..before
    })
}

/// Form that marks a passage as starter code, or removes the mark.
#[derive(Deserialize)]
pub(crate) struct TemplateForm {
    submission: u32,
    file: u32,
    start_byte: u32,
    end_byte: u32,
    /// Further passages of the same submission: `file:start-end`, separated by blanks.
    #[serde(default)]
    further: String,
    /// Set to count the passage again.
    #[serde(default)]
    remove: String,
    /// The page to return to.
    #[serde(default)]
    back: String,
}

pub(crate) async fn template(on: OnBatch<Change>, Form(form): Form<TemplateForm>) -> Result<Redirect> {
    let TemplateForm { submission, file, start_byte, end_byte, .. } = form;
    let mut regions = vec![TemplateRegion { submission, file, start_byte, end_byte }];
    for passage in form.further.split_whitespace() {
        regions.push(
            further(submission, passage)
                .ok_or_else(|| WebError::field("further", "is not file:start-end"))?,
        );
    }
    let mut review = on.batch.review();
    review.templates.retain(|other| !regions.contains(other));
    if form.remove.is_empty() {
        review.templates.extend(regions);
    }
    rescore(&on.who, &on.batch, &review, None).await?;
    settled(&on.who.app, on.batch.id, &form.back).await
}

/// Reads a passage of a submission, `file:start-end`.
fn further(submission: u32, passage: &str) -> Option<TemplateRegion> {
    let (file, bytes) = passage.split_once(':')?;
    let (start, end) = bytes.split_once('-')?;
    let [file, start_byte, end_byte] = [file, start, end].map(str::parse);
    Some(TemplateRegion {
        submission,
        file: file.ok()?,
        start_byte: start_byte.ok()?,
        end_byte: end_byte.ok()?,
    })
}

pub(crate) async fn choose(
    on: OnBatch<Change>,
    Path((_, revision)): Path<(Uuid, u32)>,
    Query(query): Query<ReviewQuery>,
) -> Result<Redirect> {
    or_not_found(on.who.app.storage.set_current(on.batch.id, revision, &on.who.by()).await?)?;
    let back = match query.back.as_str() {
        "" => format!("{}/review", batch_path(&on.batch)),
        page => back_to(&on.batch, page),
    };
    Ok(Redirect::to(&with_parameter(&back, "restored", &revision.to_string())))
}

pub(crate) async fn late(on: OnBatch<Upload>, headers: HeaderMap, incoming: Incoming) -> Result<Response> {
    add(on, headers, incoming, Fields::new(&intake::LATE)).await
}

/// Adds starter code after the upload.
pub(crate) async fn starter_code(
    on: OnBatch<Upload>,
    headers: HeaderMap,
    incoming: Incoming,
) -> Result<Response> {
    add(on, headers, incoming, Fields::new(&intake::STARTER_CODE)).await
}

async fn add(
    on: OnBatch<Upload>,
    headers: HeaderMap,
    incoming: Incoming,
    mut fields: Fields,
) -> Result<Response> {
    match intake::add_late(&on.who, &headers, &on.batch, incoming, &mut fields).await {
        Ok(_) => settled(&on.who.app, on.batch.id, "").await.map(IntoResponse::into_response),
        Err(error) if error.replaces_the_form() => Err(error),
        Err(error) => refused_page(&on.who, &on.batch, ReviewForm::default(), error).await,
    }
}

/// Waits a moment for the new revision, then redirects to `back`, where a notice says what has changed. If the revision
/// takes longer or fails, it redirects to the review page, which shows the progress and then does the same.
async fn settled(app: &App, id: BatchId, back: &str) -> Result<Redirect> {
    let until = Instant::now() + app.settings.settle;
    let mut changes = app.storage.changes();
    loop {
        // Earlier changes are marked as seen before the batch is read. A change after the read then still ends the
        // wait.
        changes.mark_unchanged();
        let batch = app.storage.batch(id).await?.ok_or(WebError::NotFound)?;
        if let Some(page) = after(&batch, back) {
            return Ok(Redirect::to(&page));
        }
        if !batch.is_busy() {
            return Ok(Redirect::to(&format!("{}/review", batch_path(&batch))));
        }
        if until <= Instant::now() || app.shutdown.is_cancelled() {
            let back = percent_encode(&back_to(&batch, back));
            return Ok(Redirect::to(&format!("{}/review?back={back}", batch_path(&batch))));
        }
        // If announcements have ended or the time is over, the loop looks again.
        let _ = timeout_at(until.min(Instant::now() + LOOK_EVERY), changes.changed()).await;
    }
}

/// The rest of the address of the form on the overview.
#[derive(Deserialize)]
pub(crate) struct CutoffQuery {
    unit: CutoffUnit,
    /// The page to return to.
    #[serde(default)]
    back: String,
}

#[derive(Deserialize)]
#[serde(rename_all = "lowercase")]
enum CutoffUnit {
    Expect,
    Suspicion,
}

#[derive(Deserialize)]
pub(crate) struct CutoffForm {
    cutoff: String,
}

pub(crate) async fn save_cutoff(
    on: OnBatch<Change>,
    Query(query): Query<CutoffQuery>,
    Form(form): Form<CutoffForm>,
) -> Result<Redirect> {
    let cutoff = match query.unit {
        CutoffUnit::Expect => chosen_cutoff(Some(&form.cutoff), None),
        CutoffUnit::Suspicion => chosen_cutoff(None, Some(&form.cutoff)),
    };
    let review = Review { cutoff: cutoff?, ..on.batch.review() };
    rescored(&on, &review, &query.back).await
}

/// Makes the report again under a review, and returns to `back` when it is there.
async fn rescored(on: &OnBatch<Change>, review: &Review, back: &str) -> Result<Redirect> {
    rescore(&on.who, &on.batch, review, None).await?;
    settled(&on.who.app, on.batch.id, back).await
}

pub(crate) async fn remove_background(on: OnBatch<Change>) -> Result<Redirect> {
    let review = Review { background: Vec::new(), ..on.batch.review() };
    rescored(&on, &review, "").await
}

/// Form that says whether something counts.
#[derive(Deserialize)]
pub(crate) struct CountForm {
    #[serde(default)]
    count: bool,
}

/// Sets whether files that no student wrote count.
pub(crate) async fn count_vendored(
    on: OnBatch<Change>,
    Form(CountForm { count }): Form<CountForm>,
) -> Result<Redirect> {
    let review = Review { count_vendored: count, ..on.batch.review() };
    rescored(&on, &review, "").await
}

/// Sets whether code that many share counts.
pub(crate) async fn count_given(
    on: OnBatch<Change>,
    Form(CountForm { count }): Form<CountForm>,
) -> Result<Redirect> {
    let review = Review { count_given: count, ..on.batch.review() };
    rescored(&on, &review, "").await
}
