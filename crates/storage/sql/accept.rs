//! What accepts an upload in one transaction: batch, parts, job and idempotency key. Queues jobs, also for further reports
//! of a batch: after a review, or with late submissions.

use chaffinch_storage::backend::{columns, consistent, json, next_chunk};
use chaffinch_storage::{
    Accepted, AccountId, AuditAction, Batch, BatchId, By, Idempotency, JobId, JobPayload, MAX_REVISIONS,
    Named, NewBatch, NewPart, Owner, Result, Review, StorageError,
};
use chrono::{DateTime, Utc};
use serde_json::json;
use uuid::Uuid;

use super::audit::record;
use super::batch_rows::{batch_by_id, lock_batch, revisions};
use super::notifications::await_end;
use super::{Time, count, missing};
use crate::dialect::{Backend, Connection, text};

/// Returns the batch of an earlier request with this key.
pub(crate) async fn accepted_before(
    tx: &mut Connection,
    account: Uuid,
    idempotency: &Idempotency,
) -> Result<Option<Batch>> {
    let row = sqlx::query!(
        "select fingerprint, batch
         from idempotency
         where account = $1
           and key = $2",
        account,
        &text(&idempotency.key),
    )
    .fetch_optional(&mut *tx)
    .await?;
    let Some(row) = row else { return Ok(None) };
    match row.batch {
        Some(batch) if row.fingerprint == idempotency.fingerprint => {
            consistent(batch_by_id(tx, batch).await?, "idempotency", "batch", &batch).map(Some)
        }
        _ => Err(StorageError::KeyReused),
    }
}

/// Inserts a batch and its idempotency key. Returns `false` if the key is taken. Waits for a transaction that has
/// taken the key and is not committed.
pub(crate) async fn insert_batch(tx: &mut Connection, batch: &NewBatch) -> Result<bool> {
    sqlx::query!(
        "insert into batch (id, course, creator, title, options, created, keep_until)
         values ($1, $2, $3, $4, $5, $6, $7)",
        batch.id.0,
        batch.course.0,
        batch.creator.0,
        &text(&batch.title),
        json(&batch.options),
        Time(batch.created),
        batch.keep_until.map(Time),
    )
    .execute(&mut *tx)
    .await
    .map_err(missing("account or course"))?;
    match &batch.idempotency {
        Some(idempotency) => insert_key(tx, batch.creator.0, idempotency, batch.id.0).await,
        None => Ok(true),
    }
}

/// Records the batch of a request that may be repeated. Returns `false` if the key is taken. Waits for a transaction
/// that has taken the key and is not committed.
pub(crate) async fn insert_key(
    tx: &mut Connection,
    account: Uuid,
    idempotency: &Idempotency,
    batch: Uuid,
) -> Result<bool> {
    let inserted = sqlx::query!(
        "insert into idempotency (account, key, fingerprint, batch)
         values ($1, $2, $3, $4)
         on conflict (account, key) do nothing",
        account,
        &text(&idempotency.key),
        &idempotency.fingerprint[..],
        batch,
    )
    .execute(tx)
    .await
    .map_err(missing("account"))?;
    Ok(inserted.rows_affected() > 0)
}

/// Queues the analysis of an inserted batch, with its parts, and logs that it was accepted.
pub(crate) async fn insert_analysis(tx: &mut Connection, batch: NewBatch) -> Result<Batch> {
    let job = NewJob {
        id: batch.job,
        owner: Some(batch.id.into()),
        account: Some(batch.creator),
        payload: &JobPayload::Analyse { batch: batch.id },
        at: batch.created,
    };
    insert_job(tx, &job, batch.parts).await?;
    let by = By { account: Some(batch.creator), at: batch.created };
    record(tx, &by, AuditAction::BatchAccepted, Some(batch.course), batch.id.0, &json!({})).await?;
    consistent(batch_by_id(tx, batch.id.0).await?, "batch", "id", &batch.id)
}

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

/// A job to queue.
pub(crate) struct NewJob<'a> {
    pub(crate) id: JobId,
    pub(crate) owner: Option<Owner>,
    pub(crate) account: Option<AccountId>,
    pub(crate) payload: &'a JobPayload,
    pub(crate) at: DateTime<Utc>,
}

/// Queues a job with the upload that it reads, if any. Its size is that of everything that it works on.
pub(crate) async fn insert_job(tx: &mut Connection, new: &NewJob<'_>, parts: Vec<NewPart>) -> Result<()> {
    let (batch, archive) = columns(new.owner);
    sqlx::query!(
        "insert into job (id, batch, archive, account, lane, payload, created)
         values ($1, $2, $3, $4, $5, $6, $7)",
        new.id.0,
        batch,
        archive,
        new.account.map(|id| id.0),
        new.payload.lane().name(),
        json(new.payload),
        Time(new.at),
    )
    .execute(&mut *tx)
    .await
    .map_err(missing("batch or archive"))?;
    let mut size = 0;
    for (number, part) in (0..).zip(parts) {
        size += insert_part(&mut *tx, new.id, number, part).await?;
    }
    let extended = match new.payload {
        JobPayload::AddBatch { batch, .. } => Some(batch.0),
        _ => batch,
    };
    sqlx::query!(
        "update job
         set size = $1 + coalesce((select max(earlier.size) from job earlier where earlier.batch = $2), 0)
         where id = $3",
        size,
        extended,
        new.id.0,
    )
    .execute(tx)
    .await?;
    Ok(())
}

/// Reads an uploaded file to its end and stores it. Returns its size in bytes.
async fn insert_part(tx: &mut Connection, job: JobId, number: i32, part: NewPart) -> Result<i64> {
    let NewPart { kind, name, mut content } = part;
    sqlx::query!(
        "insert into part (job, number, kind, name, bytes, chunks)
         values ($1, $2, $3, $4, 0, 0)",
        job.0,
        number,
        kind.name(),
        &text(&name),
    )
    .execute(&mut *tx)
    .await?;
    let (mut bytes, mut chunks) = (0, 0);
    loop {
        let chunk = next_chunk(&mut content).await?;
        if chunk.is_empty() {
            break;
        }
        bytes += count(chunk.len());
        sqlx::query!(
            "insert into part_chunk (job, part, number, content)
             values ($1, $2, $3, $4)",
            job.0,
            number,
            chunks,
            chunk,
        )
        .execute(&mut *tx)
        .await?;
        chunks += 1;
    }
    sqlx::query!(
        "update part
         set bytes = $1, chunks = $2
         where job = $3
           and number = $4",
        bytes,
        chunks,
        job.0,
        number,
    )
    .execute(tx)
    .await?;
    Ok(bytes)
}
