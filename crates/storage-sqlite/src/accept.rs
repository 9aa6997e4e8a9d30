//! Accepting an upload: batch, parts, job and idempotency key in one transaction; queueing jobs.

use chaffinch_storage::backend::{columns, consistent, json, next_chunk};
use chaffinch_storage::{
    Accepted, AccountId, AuditAction, By, Delivery, Idempotency, JobId, JobPayload, NewBatch, NewPart, Owner,
    Result, StorageError,
};
use chrono::{DateTime, Utc};
use serde_json::json;
use sqlx::SqliteConnection;
use uuid::Uuid;

use crate::SqliteStorage;
use crate::audit::record;
use crate::batches::batch_by_id;
use crate::moss::insert_moss_result;
use crate::notifications::insert_notification;
use crate::rows::{Failing, count, micros};

/// See [`chaffinch_storage::Batches::accept`].
pub(crate) async fn accept(storage: &SqliteStorage, batch: NewBatch, delivery: Delivery) -> Result<Accepted> {
    let mut tx = storage.begin_upload().await?;
    if let Some(idempotency) = &batch.idempotency
        && let Some(before) = accepted_before(&mut tx, batch.creator.0, idempotency).await?
    {
        let known = batch_by_id(&mut tx, before).await?;
        return Ok(Accepted::Before(consistent(known, "idempotency", "batch", &before)?));
    }

    insert_batch(&mut tx, &batch).await?;
    match delivery {
        Delivery::OnRequest => {}
        Delivery::Notification(new) => insert_notification(&mut tx, batch.id.0, &new).await?,
        Delivery::Moss(result) => insert_moss_result(&mut tx, batch.id, &result).await?,
    }
    let job = NewJob {
        id: batch.job,
        owner: Some(Owner::Batch(batch.id)),
        account: Some(batch.creator),
        payload: &JobPayload::Analyse { batch: batch.id },
        at: batch.created,
    };
    insert_job(&mut tx, &job, batch.parts).await?;
    let by = By { account: Some(batch.creator), at: batch.created };
    record(&mut tx, &by, AuditAction::BatchAccepted, Some(batch.course), batch.id.0, &json!({})).await?;
    let accepted = consistent(batch_by_id(&mut tx, batch.id.0).await?, "batch", "id", &batch.id)?;
    tx.commit().await.or_failed()?;
    storage.changed();
    Ok(Accepted::New(accepted))
}

/// The batch that an earlier request with this key was about.
pub(crate) async fn accepted_before(
    tx: &mut SqliteConnection,
    account: Uuid,
    idempotency: &Idempotency,
) -> Result<Option<Uuid>> {
    let row = sqlx::query!(
        r#"select fingerprint, batch as "batch: Uuid"
           from idempotency
           where account = ?
             and key = ?"#,
        account,
        idempotency.key,
    )
    .fetch_optional(tx)
    .await
    .or_failed()?;
    match row {
        None => Ok(None),
        Some(row) if row.batch.is_some() && row.fingerprint == idempotency.fingerprint => Ok(row.batch),
        Some(_) => Err(StorageError::KeyReused),
    }
}

/// Batch and key.
pub(crate) async fn insert_batch(tx: &mut SqliteConnection, batch: &NewBatch) -> Result<()> {
    let (id, course, creator) = (batch.id.0, batch.course.0, batch.creator.0);
    let (options, created) = (json(&batch.options), micros(batch.created));
    let keep_until = batch.keep_until.map(micros);
    sqlx::query!(
        "insert into batch (id, course, creator, title, options, created, keep_until)
         values (?, ?, ?, ?, ?, ?, ?)",
        id,
        course,
        creator,
        batch.title,
        options,
        created,
        keep_until,
    )
    .execute(&mut *tx)
    .await
    .or_missing("account or course")?;
    match &batch.idempotency {
        Some(idempotency) => insert_key(tx, creator, idempotency, id).await,
        None => Ok(()),
    }
}

/// Notes which batch a request that may be repeated was about.
pub(crate) async fn insert_key(
    tx: &mut SqliteConnection,
    account: Uuid,
    idempotency: &Idempotency,
    batch: Uuid,
) -> Result<()> {
    let fingerprint = &idempotency.fingerprint[..];
    sqlx::query!(
        "insert into idempotency (account, key, fingerprint, batch)
         values (?, ?, ?, ?)",
        account,
        idempotency.key,
        fingerprint,
        batch,
    )
    .execute(tx)
    .await
    .or_missing("account")?;
    Ok(())
}

/// A job to queue.
pub(crate) struct NewJob<'a> {
    pub(crate) id: JobId,
    pub(crate) owner: Option<Owner>,
    pub(crate) account: Option<AccountId>,
    pub(crate) payload: &'a JobPayload,
    pub(crate) at: DateTime<Utc>,
}

/// A job with the upload it reads, if any.
pub(crate) async fn insert_job(
    tx: &mut SqliteConnection,
    new: &NewJob<'_>,
    parts: Vec<NewPart>,
) -> Result<()> {
    let (id, lane, payload, created) =
        (new.id.0, new.payload.lane().name(), json(new.payload), micros(new.at));
    let account = new.account.map(|id| id.0);
    let (batch, archive) = columns(new.owner);
    sqlx::query!(
        "insert into job (id, batch, archive, account, lane, payload, created)
         values (?, ?, ?, ?, ?, ?, ?)",
        id,
        batch,
        archive,
        account,
        lane,
        payload,
        created,
    )
    .execute(&mut *tx)
    .await
    .or_missing("batch or archive")?;
    let mut size = 0;
    for (number, part) in (0..).zip(parts) {
        size += insert_part(&mut *tx, new.id, number, part).await?;
    }
    sqlx::query!("update job set size = ? where id = ?", size, id).execute(tx).await.or_failed()?;
    Ok(())
}

/// One uploaded file, read to its end; its size.
async fn insert_part(tx: &mut SqliteConnection, job: JobId, number: i64, part: NewPart) -> Result<i64> {
    let NewPart { kind, name, mut content } = part;
    let (job, kind) = (job.0, kind.name());
    sqlx::query!(
        "insert into part (job, number, kind, name, bytes, chunks)
         values (?, ?, ?, ?, 0, 0)",
        job,
        number,
        kind,
        name,
    )
    .execute(&mut *tx)
    .await
    .or_failed()?;
    let (mut bytes, mut chunks) = (0, 0);
    loop {
        let chunk = next_chunk(&mut content).await?;
        if chunk.is_empty() {
            break;
        }
        bytes += count(chunk.len());
        sqlx::query!(
            "insert into part_chunk (job, part, number, content)
             values (?, ?, ?, ?)",
            job,
            number,
            chunks,
            chunk,
        )
        .execute(&mut *tx)
        .await
        .or_failed()?;
        chunks += 1;
    }
    sqlx::query!(
        "update part
         set bytes = ?, chunks = ?
         where job = ?
           and number = ?",
        bytes,
        chunks,
        job,
        number,
    )
    .execute(tx)
    .await
    .or_failed()?;
    Ok(bytes)
}
