//! Accepting an upload: batch, parts, job and idempotency key in one transaction.

use chaffinch_storage::backend::next_chunk;
use chaffinch_storage::{
    Accepted, AuditAction, BatchId, By, Idempotency, JobPayload, NewBatch, NewPart, Result, StorageError,
};
use serde_json::json;
use uuid::Uuid;

use crate::PostgresStorage;
use crate::audit::record;
use crate::batches::batch_by_id;
use crate::rows::{Failing, count, json, sound, text};
use crate::transaction::Tx;

/// See [`chaffinch_storage::Batches::accept`].
pub(crate) async fn accept(storage: &PostgresStorage, batch: NewBatch) -> Result<Accepted> {
    let mut tx = loop {
        let mut tx = storage.begin().await?;
        if let Some(idempotency) = &batch.idempotency
            && let Some(before) = accepted_before(&mut tx, batch.creator.0, idempotency).await?
        {
            let known = batch_by_id(&mut tx, before).await?;
            return Ok(Accepted::Before(sound(known, "idempotency", "batch", &before)?));
        }
        if insert_batch(&mut tx, &batch).await? {
            break tx;
        }
        // The same key was committed by somebody else since we looked, before a byte was read: look again.
    };
    for (number, part) in (0..).zip(batch.parts) {
        insert_part(&mut tx, batch.id, number, part).await?;
    }
    let by = By { account: Some(batch.creator), at: batch.created };
    record(&mut tx, &by, AuditAction::BatchAccepted, Some(batch.course), batch.id.0, &json!({})).await?;
    let accepted = sound(batch_by_id(&mut tx, batch.id.0).await?, "batch", "id", &batch.id)?;
    storage.commit_change(tx).await?;
    Ok(Accepted::New(accepted))
}

/// The batch that an earlier request with this key made.
async fn accepted_before(tx: &mut Tx, account: Uuid, idempotency: &Idempotency) -> Result<Option<Uuid>> {
    let row = sqlx::query!(
        "select fingerprint, batch
         from idempotency
         where account = $1
           and key = $2",
        account,
        &text(&idempotency.key),
    )
    .fetch_optional(tx)
    .await
    .or_failed()?;
    match row {
        None => Ok(None),
        Some(row) if row.fingerprint == idempotency.fingerprint => Ok(Some(row.batch)),
        Some(_) => Err(StorageError::KeyReused),
    }
}

/// Batch, key and job. False: the key is taken. Whoever else has it under way is waited for.
async fn insert_batch(tx: &mut Tx, batch: &NewBatch) -> Result<bool> {
    sqlx::query!(
        "insert into batch (id, course, creator, title, options, created, keep_until)
         values ($1, $2, $3, $4, $5, $6, $7)",
        batch.id.0,
        batch.course.0,
        batch.creator.0,
        &text(&batch.title),
        json(&batch.options),
        batch.created,
        batch.keep_until,
    )
    .execute(&mut *tx)
    .await
    .or_missing("account or course")?;
    if let Some(idempotency) = &batch.idempotency {
        let inserted = sqlx::query!(
            "insert into idempotency (account, key, fingerprint, batch)
             values ($1, $2, $3, $4)
             on conflict (account, key) do nothing",
            batch.creator.0,
            &text(&idempotency.key),
            &idempotency.fingerprint[..],
            batch.id.0,
        )
        .execute(&mut *tx)
        .await
        .or_missing("account")?;
        if inserted.rows_affected() == 0 {
            return Ok(false);
        }
    }
    sqlx::query!(
        "insert into job (id, batch, payload, created)
         values ($1, $2, $3, $4)",
        batch.job.0,
        batch.id.0,
        json(&JobPayload::Analyse { batch: batch.id }),
        batch.created,
    )
    .execute(tx)
    .await
    .or_failed()?;
    Ok(true)
}

/// One uploaded file, read to its end.
async fn insert_part(tx: &mut Tx, batch: BatchId, number: i32, part: NewPart) -> Result<()> {
    let NewPart { kind, name, mut content } = part;
    sqlx::query!(
        "insert into part (batch, number, kind, name, bytes, chunks)
         values ($1, $2, $3, $4, 0, 0)",
        batch.0,
        number,
        kind.name(),
        &text(&name),
    )
    .execute(&mut *tx)
    .await
    .or_failed()?;
    let (mut bytes, mut chunks) = (0i64, 0);
    loop {
        let chunk = next_chunk(&mut content).await?;
        if chunk.is_empty() {
            break;
        }
        bytes += i64::from(count(chunk.len()));
        sqlx::query!(
            "insert into part_chunk (batch, part, number, content)
             values ($1, $2, $3, $4)",
            batch.0,
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
         set bytes = $1, chunks = $2
         where batch = $3
           and number = $4",
        bytes,
        chunks,
        batch.0,
        number,
    )
    .execute(tx)
    .await
    .or_failed()?;
    Ok(())
}
