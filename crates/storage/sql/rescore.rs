//! Queues further reports of a batch: after a review, or with late submissions.

use chaffinch_storage::backend::consistent;
use chaffinch_storage::{
    Accepted, AccountId, AuditAction, Batch, BatchId, By, Idempotency, JobId, JobPayload, MAX_REVISIONS,
    NewLate, NewPart, Owner, Result, Review, StorageError,
};
use serde_json::json;

use super::accept::{NewJob, accepted_before, insert_job, insert_key};
use super::audit::record;
use super::batch_rows::batch_by_id;
use super::batch_rows::{lock_batch, revisions};
use super::notifications::await_end;

use crate::dialect::{Backend, Connection, retried};

/// See [`chaffinch_storage::Batches::rescore`].
pub(crate) async fn rescore(
    storage: &Backend,
    batch: BatchId,
    job: JobId,
    review: &Review,
    by: &By,
) -> Result<Batch> {
    let payload = JobPayload::Rescore { batch, review: review.clone() };
    let accepted = retried(|| once(storage, batch, job, &payload, Vec::new(), None, None, by)).await?;
    Ok(accepted.batch().clone())
}

/// See [`chaffinch_storage::Batches::rescore_once`].
pub(crate) async fn rescore_once(
    storage: &Backend,
    batch: BatchId,
    job: JobId,
    review: &Review,
    idempotency: Option<Idempotency>,
    by: &By,
) -> Result<Accepted> {
    let payload = JobPayload::Rescore { batch, review: review.clone() };
    let key = by.account.zip(idempotency);
    retried(|| once(storage, batch, job, &payload, Vec::new(), Some(review), key.as_ref(), by)).await
}

/// See [`chaffinch_storage::Batches::add_late`].
pub(crate) async fn add_late(storage: &Backend, late: NewLate, by: &By) -> Result<Accepted> {
    let NewLate { batch, job, idempotency, parts, opens_case } = late;
    let key = by.account.zip(idempotency);
    let payload = JobPayload::Late { batch, opens_case };
    once(storage, batch, job, &payload, parts, None, key.as_ref(), by).await
}

/// Queues a job for a batch, unless a request with the same key did so, or the current report has this review.
#[expect(clippy::too_many_arguments, reason = "two of them say when nothing is queued")]
async fn once(
    storage: &Backend,
    batch: BatchId,
    job: JobId,
    payload: &JobPayload,
    parts: Vec<NewPart>,
    unless: Option<&Review>,
    key: Option<&(AccountId, Idempotency)>,
    by: &By,
) -> Result<Accepted> {
    let mut tx = loop {
        let sent = !parts.is_empty();
        let mut tx = if sent { storage.begin_upload().await? } else { storage.begin().await? };
        // Waits for the same request in another transaction, and then finds it.
        lock_batch(&mut tx, batch.0).await?;
        let Some((account, key)) = key else {
            let found = must_be_ready(&mut tx, batch).await?;
            if unless == Some(&found.review()) {
                return Ok(Accepted::Before(found));
            }
            break tx;
        };
        if let Some(before) = accepted_before(&mut tx, account.0, key).await? {
            let known = batch_by_id(&mut tx, before).await?;
            return Ok(Accepted::Before(consistent(known, "idempotency", "batch", &before)?));
        }
        let found = must_be_ready(&mut tx, batch).await?;
        if unless == Some(&found.review()) {
            return Ok(Accepted::Before(found));
        }
        if insert_key(&mut tx, account.0, key, batch.0).await? {
            break tx;
        }
        // Another request committed the same key after the check, before a byte was read. Check again.
    };
    let queued = queue(&mut tx, batch, job, payload, parts, by).await?;
    storage.commit_change(tx).await?;
    Ok(Accepted::New(queued))
}

/// Returns the batch if it has a report, no unfinished job, and fewer than the maximum of revisions. The batch is
/// locked.
async fn must_be_ready(tx: &mut Connection, batch: BatchId) -> Result<Batch> {
    let found = batch_by_id(tx, batch.0).await?.ok_or(StorageError::Missing { what: "batch" })?;
    if found.is_busy() {
        return Err(StorageError::Busy);
    }
    if found.revision.is_none() {
        return Err(StorageError::NoReport);
    }
    if MAX_REVISIONS <= revisions(tx, batch, None).await?.len() {
        return Err(StorageError::TooManyRevisions);
    }
    Ok(found)
}

async fn queue(
    tx: &mut Connection,
    batch: BatchId,
    job: JobId,
    payload: &JobPayload,
    parts: Vec<NewPart>,
    by: &By,
) -> Result<Batch> {
    let owner = Some(Owner::Batch(batch));
    await_end(tx, batch.0).await?;
    let new = NewJob { id: job, owner, account: by.account, payload, at: by.at };
    insert_job(tx, &new, parts).await?;
    let action = match payload {
        JobPayload::Late { .. } => AuditAction::BatchExtended,
        _ => AuditAction::BatchRescored,
    };
    let queued = consistent(batch_by_id(tx, batch.0).await?, "batch", "id", &batch)?;
    record(tx, by, action, Some(queued.course), batch.0, &json!({})).await?;
    Ok(queued)
}
