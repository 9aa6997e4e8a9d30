//! Queues further reports of a batch: after a review, or with late submissions.

use chaffinch_storage::backend::consistent;
use chaffinch_storage::{
    Accepted, AccountId, AuditAction, Batch, BatchId, By, Idempotency, JobId, JobPayload, MAX_REVISIONS,
    NewPart, Result, Review, StorageError,
};
use serde_json::json;

use super::accept::{NewJob, accepted_before, insert_job, insert_key};
use super::audit::record;
use super::batch_rows::{batch_by_id, lock_batch, revisions};
use super::notifications::await_end;
use crate::dialect::{Backend, Connection};

/// Queues a job for a batch, unless a request with the same key did so, or the current report has this review.
#[expect(clippy::too_many_arguments, reason = "two of them say when nothing is queued")]
pub(crate) async fn once(
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
        if let Some((account, key)) = key
            && let Some(before) = accepted_before(&mut tx, account.0, key).await?
        {
            return Ok(Accepted::Before(before));
        }
        let found = must_be_ready(&mut tx, batch).await?;
        if unless == Some(&found.review()) {
            return Ok(Accepted::Before(found));
        }
        match key {
            // Another request committed the same key after the check, before a byte was read. Check again.
            Some((account, key)) if !insert_key(&mut tx, account.0, key, batch.0).await? => {}
            _ => break tx,
        }
    };
    await_end(&mut tx, batch.0).await?;
    let new = NewJob { id: job, owner: Some(batch.into()), account: by.account, payload, at: by.at };
    insert_job(&mut tx, &new, parts).await?;
    let action = match payload {
        JobPayload::Late { .. } => AuditAction::BatchExtended,
        _ => AuditAction::BatchRescored,
    };
    let queued = consistent(batch_by_id(&mut tx, batch.0).await?, "batch", "id", &batch)?;
    record(&mut tx, by, action, Some(queued.course), batch.0, &json!({})).await?;
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
