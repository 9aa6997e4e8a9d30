//! REST API of checks: one submission against what a course has stored, before the deadline.

use axum::Json;
use chaffinch_query::CheckOutcome;
use chaffinch_storage::{Action, Checks, may};
use serde::Serialize;
use utoipa::ToSchema;
use uuid::Uuid;

use crate::error::{Result, WebError};
use crate::http::guard::{Check, OnCourse};
use crate::intake::{self, Incoming};
use crate::limits::rates::{RateKey, RatedOperation};

/// Fields of a check. Other fields are refused. The whole request may have at most 8 MiB.
#[derive(ToSchema)]
#[expect(dead_code, reason = "describes the form; `intake` reads it piece by piece")]
struct NewCheck {
    /// One submission: a file or an archive file.
    #[schema(value_type = String, format = Binary)]
    submissions: Vec<u8>,
    /// Language of all files: `auto` (the default) or the name of a language.
    language: Option<String>,
    /// Id of a finished batch of the course that is searched too. The archives of the course are always searched.
    batch: Option<Uuid>,
    /// `case`: keep the submission and open a case if something is found. A token of scope `check` may send it only if the
    /// settings of the course do the same.
    #[schema(pattern = "^case$")]
    keep: Option<String>,
}

/// What a check found.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "kebab-case")]
#[schema(as = CheckOutcome)]
enum OutcomeName {
    /// Nothing was found that a report would list.
    NothingFound,
    /// Something was found that staff should look at.
    Found,
    /// The course does not reveal the outcome to this token.
    Received,
}

/// The answer to a check. It contains no name, no code and no figure of another submission.
#[derive(Serialize, ToSchema)]
pub(crate) struct CheckView {
    outcome: OutcomeName,
    /// The batch that keeps the submission. Its report opens the case. Null: nothing was kept, or the token may not see it.
    batch: Option<Uuid>,
}

/// Check a submission before the deadline
///
/// Compares one submission with the archives of the course, and with a batch if the request names one. The submission is
/// stored only if something is found and a case is opened.
#[utoipa::path(
    post,
    path = "/api/v1/courses/{course}/checks",
    request_body(content = NewCheck, content_type = "multipart/form-data"),
    responses((status = OK, description = "The outcome", body = CheckView))
)]
pub(crate) async fn create(on: OnCourse<Check>, incoming: Incoming) -> Result<Json<CheckView>> {
    let OnCourse { who, course, .. } = on;
    let (checks, token) = (course.checks, who.token());
    if checks == Checks::Off {
        return Err(WebError::ChecksOff);
    }
    who.app.auth.rates.count(RatedOperation::Check, token)?;
    who.app.auth.rates.count(RatedOperation::CourseCheck, RateKey::Course(course.id))?;
    let _alone = who.app.auth.checking.take(token).ok_or(WebError::TooMany {
        what: "checks with this token at the same time",
        limit: 1,
        seconds: 2,
    })?;
    let is_staff = may(&who.actor, Action::See, course.id);
    let check = intake::receive_check(&who, course, incoming).await?;
    if checks == Checks::Received && !is_staff {
        // The answer does not wait for the outcome, so that its time does not tell the outcome.
        check.queue(&who.app).await?;
        return Ok(Json(CheckView { outcome: OutcomeName::Received, batch: None }));
    }
    let (outcome, batch) = match check.run(&who).await? {
        CheckOutcome::Nothing => (OutcomeName::NothingFound, None),
        CheckOutcome::Found(batch) => (OutcomeName::Found, batch),
    };
    Ok(Json(CheckView { outcome, batch: batch.filter(|_| is_staff).map(|batch| batch.0) }))
}
