//! Checks one submission whose sender has already got an answer: keeps it if something is found, and opens the case about
//! it from the report that is made of it.

use std::io::Cursor;

use chaffinch_query::{
    CheckOutcome, FoundSubmission, KeptCheck, QueryError, TextQuestion, checked_among, last_part, note_check,
    title_from,
};
use chaffinch_report::is_named;
use chaffinch_storage::{
    BatchId, By, CaseChange, CaseId, CaseStatus, CheckRequest, Idempotency, JobId, Lease, MAX_ATTEMPTS,
    MAX_CASE_SUBMISSIONS, NewBatch, NewCase, NewLate, NewPart, PartKind, Seen, Storage, StorageError,
};
use chrono::{DateTime, TimeDelta, Utc};
use sha2::{Digest as _, Sha256};

use super::describe_answer;
use super::text::search;
use crate::batch::steps::load_report;
use crate::child::child_runner::{ChildError, ChildRunner};
use crate::job::{JobContext, JobError, JobResult, Result};

/// Limit on the processor time of one check, in seconds, as on that of a query about a text.
const CPU_SECONDS: u64 = 60;

/// The submission of a check.
struct Submission {
    name: String,
    content: Vec<u8>,
}

impl Submission {
    fn part(&self) -> NewPart {
        let content = Box::new(Cursor::new(self.content.clone()));
        NewPart { kind: PartKind::Submissions, name: self.name.clone(), content }
    }
}

/// Compares the submission of a job with what its course has stored, keeps it if something is found and the check keeps
/// it, and logs the outcome.
pub(crate) async fn check(
    context: &JobContext<'_>,
    lease: &Lease,
    request: &CheckRequest,
) -> Result<JobResult> {
    let submission = read(context, lease.job).await?;
    let now = context.clock.now();
    let outcome = match find(context, request, &submission).await {
        Ok(found) if found.is_empty() => Some(CheckOutcome::Nothing),
        Ok(found) if request.keep => {
            Some(CheckOutcome::Found(keep(context, request, &submission, &found, now).await?))
        }
        Ok(_) => Some(CheckOutcome::Found(None)),
        Err(QueryError::Storage(error)) => return Err(error.into()),
        Err(_) if context.stop.is_cancelled() => return Err(JobError::Stopped),
        Err(QueryError::Failed(error)) if lease.attempt < MAX_ATTEMPTS => {
            return Err(JobError::Crashed { reason: error.to_string() });
        }
        Err(error) => {
            tracing::warn!(%error, "a check that was received ended without an outcome");
            None
        }
    };
    note_check(context.storage, request.course, outcome, (request.account, now)).await?;
    Ok(JobResult::Done)
}

async fn read(context: &JobContext<'_>, job: JobId) -> Result<Submission> {
    let parts = context.storage.parts(job).await?;
    let part = parts.into_iter().next().ok_or(JobError::Stopped)?;
    let mut bytes = Vec::new();
    for chunk in 0..part.chunks {
        bytes.extend(context.storage.part_chunk(job, part.number, chunk).await?.ok_or(JobError::Stopped)?);
    }
    Ok(Submission { name: part.name, content: bytes })
}

/// Returns the submissions that a report would name.
async fn find(
    context: &JobContext<'_>,
    request: &CheckRequest,
    submission: &Submission,
) -> Result<Vec<FoundSubmission>, QueryError> {
    let folder = context.scratch.create_folder().map_err(ChildError::Folder)?;
    let mut settings = context.settings.clone();
    settings.limits.cpu_seconds = settings.limits.cpu_seconds.min(CPU_SECONDS);
    let question = TextQuestion {
        name: last_part(&submission.name).unwrap_or_default().to_owned(),
        content: submission.content.clone(),
        language: request.language.clone(),
        among: checked_among(context.storage, request.course, request.batch).await?,
        ..TextQuestion::default()
    };
    let child = ChildRunner { settings: &settings, ..context.child(folder.path()) };
    let answer = search(&child, context.storage, question).await?;
    let mut found = describe_answer(&answer).found;
    found.retain(|found| found.is_named);
    Ok(found)
}

/// Keeps a submission. An equal one about which the same is found is kept once.
async fn keep(
    context: &JobContext<'_>,
    request: &CheckRequest,
    submission: &Submission,
    found: &[FoundSubmission],
    at: DateTime<Utc>,
) -> Result<Option<BatchId>, StorageError> {
    let kept = match KeptCheck::new(request, found) {
        KeptCheck::Late(batch) => {
            let late = NewLate {
                batch,
                job: JobId::new(at),
                idempotency: Some(key(submission, &batch.0)),
                parts: vec![submission.part()],
                opens_case: true,
            };
            context.storage.add_late(late, &By { account: Some(request.account), at }).await
        }
        KeptCheck::Comparison(options) => {
            let keep_days = context.storage.course(request.course).await?.and_then(|course| course.keep_days);
            let batch = NewBatch {
                id: BatchId::new(at),
                job: JobId::new(at),
                course: request.course,
                creator: request.account,
                created: at,
                idempotency: Some(key(submission, &options)),
                parts: vec![submission.part()],
                title: title_from(&submission.name),
                options: *options,
                keep_until: keep_days.map(|days| at + TimeDelta::days(days.into())),
            };
            context.storage.accept(batch).await
        }
    };
    match kept {
        Ok(kept) => Ok(Some(kept.batch().id)),
        Err(error @ StorageError::Unavailable { .. }) => Err(error),
        Err(error) => {
            tracing::warn!(%error, course.id = %request.course, "cannot keep a checked submission");
            Ok(None)
        }
    }
}

/// Returns the key under which a submission is kept once with what is asked for it.
fn key(submission: &Submission, asked: &impl serde::Serialize) -> Idempotency {
    let asked = serde_json::to_vec(asked).expect("ids, texts and numbers");
    let mut digest = Sha256::new();
    for piece in [&asked[..], submission.name.as_bytes(), &submission.content] {
        digest.update((piece.len() as u64).to_le_bytes());
        digest.update(piece);
    }
    let fingerprint: [u8; 32] = digest.finalize().into();
    Idempotency { key: format!("check-{}", chaffinch_extract::hex(&fingerprint)), fingerprint }
}

/// Opens a case about the newest submission of a batch and those with which its current report names it. If there is an
/// undecided case about these people, the submissions join it. Nothing happens if the report names no such pair, or if
/// the batch was not sent to be checked. `is_late` says that the newest submission was, whatever the batch is.
///
/// # Errors
/// Errors of the storage. The report then shows the pairs, and a case can be opened from it as usual.
pub(crate) async fn open_case(
    storage: &dyn Storage,
    batch: BatchId,
    is_late: bool,
    at: DateTime<Utc>,
) -> Result<()> {
    let Some(batch) = storage.batch(batch).await? else { return Ok(()) };
    if !(is_late || batch.options.opens_case) {
        return Ok(());
    }
    let Some(report) = load_report(storage, &batch, batch.current()).await? else { return Ok(()) };
    // Late submissions are numbered after the others.
    let own = report.submissions.iter().filter(|submission| submission.archive.is_none());
    let Some(checked) = own.map(|submission| submission.id).max() else { return Ok(()) };
    let others =
        report.pairs.iter().filter(|pair| is_named(&report, pair)).filter_map(|pair| match pair.id {
            id if id.left == checked => Some(id.right),
            id if id.right == checked => Some(id.left),
            _ => None,
        });
    let mut submissions: Vec<u32> = others.take(MAX_CASE_SUBMISSIONS - 1).collect();
    if submissions.is_empty() {
        return Ok(());
    }
    submissions.insert(0, checked);
    let by = By { account: None, at };
    let seen = Seen { batch: batch.id, revision: batch.current(), submissions };
    let new = NewCase {
        id: CaseId::new(at),
        title: batch.title,
        status: CaseStatus::Open,
        text: String::new(),
        seen: seen.clone(),
    };
    match storage.open_case(&new, &by).await {
        Ok(_) => {}
        Err(StorageError::CaseExists { case }) => {
            storage.change_case(case, &CaseChange::Add(seen), "", false, &by).await?;
        }
        Err(error) => return Err(error.into()),
    }
    Ok(())
}
