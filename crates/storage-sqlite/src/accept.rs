//! Accepting an upload: batch, parts, job and idempotency key in one transaction.

use chaffinch_storage::{
    Accepted, AuditAction, BatchId, By, CHUNK_BYTES, Idempotency, JobPayload, NewBatch, NewPart, Result,
    StorageError,
};
use serde_json::json;
use sqlx::SqliteConnection;
use tokio::io::{AsyncRead, AsyncReadExt};
use uuid::Uuid;

use crate::SqliteStorage;
use crate::audit::record;
use crate::batches::batch_by_id;
use crate::rows::{Failing, count, json, micros, sound};

/// See [`chaffinch_storage::Batches::accept`].
pub(crate) async fn accept(storage: &SqliteStorage, batch: NewBatch) -> Result<Accepted> {
    let mut tx = storage.begin().await?;
    if let Some(idempotency) = &batch.idempotency
        && let Some(before) = accepted_before(&mut tx, batch.creator.0, idempotency).await?
    {
        let known = batch_by_id(&mut tx, before).await?;
        return Ok(Accepted::Before(sound(known, "idempotency", "batch", &before)?));
    }

    insert_batch(&mut tx, &batch).await?;
    for (number, part) in (0..).zip(batch.parts) {
        insert_part(&mut tx, batch.id, number, part).await?;
    }
    let by = By { account: Some(batch.creator), at: batch.created };
    record(&mut tx, &by, AuditAction::BatchAccepted, Some(batch.course), batch.id.0, &json!({})).await?;
    let accepted = sound(batch_by_id(&mut tx, batch.id.0).await?, "batch", "id", &batch.id)?;
    tx.commit().await.or_failed()?;
    storage.changed();
    Ok(Accepted::New(accepted))
}

/// The batch that an earlier request with this key made.
async fn accepted_before(
    tx: &mut SqliteConnection,
    account: Uuid,
    idempotency: &Idempotency,
) -> Result<Option<Uuid>> {
    let row = sqlx::query!(
        r#"select fingerprint, batch as "batch!: Uuid"
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
        Some(row) if row.fingerprint == idempotency.fingerprint => Ok(Some(row.batch)),
        Some(_) => Err(StorageError::KeyReused),
    }
}

/// Batch, key and job.
async fn insert_batch(tx: &mut SqliteConnection, batch: &NewBatch) -> Result<()> {
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
    if let Some(idempotency) = &batch.idempotency {
        let fingerprint = &idempotency.fingerprint[..];
        sqlx::query!(
            "insert into idempotency (account, key, fingerprint, batch)
             values (?, ?, ?, ?)",
            creator,
            idempotency.key,
            fingerprint,
            id,
        )
        .execute(&mut *tx)
        .await
        .or_missing("account")?;
    }
    let (job, payload) = (batch.job.0, json(&JobPayload::Analyse { batch: batch.id }));
    sqlx::query!(
        "insert into job (id, batch, payload, created)
         values (?, ?, ?, ?)",
        job,
        id,
        payload,
        created,
    )
    .execute(tx)
    .await
    .or_failed()?;
    Ok(())
}

/// One uploaded file, read to its end.
async fn insert_part(tx: &mut SqliteConnection, batch: BatchId, number: i64, part: NewPart) -> Result<()> {
    let NewPart { kind, name, mut content } = part;
    let (batch, kind) = (batch.0, kind.name());
    sqlx::query!(
        "insert into part (batch, number, kind, name, bytes, chunks)
         values (?, ?, ?, ?, 0, 0)",
        batch,
        number,
        kind,
        name,
    )
    .execute(&mut *tx)
    .await
    .or_failed()?;
    let (mut bytes, mut chunks) = (0, 0);
    loop {
        let chunk = next_chunk(&mut content).await.map_err(StorageError::Upload)?;
        if chunk.is_empty() {
            break;
        }
        bytes += count(chunk.len());
        sqlx::query!(
            "insert into part_chunk (batch, part, number, content)
             values (?, ?, ?, ?)",
            batch,
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
         where batch = ?
           and number = ?",
        bytes,
        chunks,
        batch,
        number,
    )
    .execute(tx)
    .await
    .or_failed()?;
    Ok(())
}

/// The next [`CHUNK_BYTES`], fewer at the end, none beyond it.
async fn next_chunk(content: &mut (dyn AsyncRead + Send + Sync + Unpin)) -> std::io::Result<Vec<u8>> {
    let mut chunk = Vec::new();
    content.take(CHUNK_BYTES as u64).read_to_end(&mut chunk).await?;
    Ok(chunk)
}
