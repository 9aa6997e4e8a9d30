//! What serves MOSS's clients.

use async_trait::async_trait;
use chaffinch_storage::backend::{consistent, json};
use chaffinch_storage::{BatchId, Moss, MossResult, MossSalt, NewMossResult, Result, SecretHash};
use chrono::{DateTime, Utc};
use sqlx::SqliteConnection;
use uuid::Uuid;

use crate::SqliteStorage;
use crate::rows::{Failing, micros, time};

#[async_trait]
impl Moss for SqliteStorage {
    async fn moss_salt(&self, fresh: &MossSalt) -> Result<MossSalt> {
        let mut tx = self.begin().await?;
        let fresh = &fresh[..];
        sqlx::query!("insert into moss_salt (one, salt) values (1, ?) on conflict do nothing", fresh)
            .execute(&mut *tx)
            .await
            .or_failed()?;
        let salt = sqlx::query_scalar!("select salt from moss_salt").fetch_one(&mut *tx).await.or_failed()?;
        tx.commit().await.or_failed()?;
        consistent(salt.try_into().ok(), "moss_salt", "salt", &1)
    }

    async fn moss_result(&self, address: &SecretHash, at: DateTime<Utc>) -> Result<Option<MossResult>> {
        let (hash, now) = (&address.0[..], micros(at));
        let row = sqlx::query!(
            r#"select batch as "batch!: Uuid", job, created
               from moss_result
               where hash = ?
                 and ? < expires"#,
            hash,
            now,
        )
        .fetch_optional(&self.reader)
        .await
        .or_failed()?;
        let Some(row) = row else { return Ok(None) };
        let job = consistent(serde_json::from_str(&row.job).ok(), "moss_result", "job", &row.batch)?;
        Ok(Some(MossResult { batch: BatchId(row.batch), job, created: time(row.created) }))
    }
}

/// Keeps the address of a batch's results.
pub(crate) async fn insert_moss_result(
    tx: &mut SqliteConnection,
    batch: BatchId,
    result: &NewMossResult,
) -> Result<()> {
    let (hash, batch, job) = (&result.hash.0[..], batch.0, json(&result.job));
    let (created, expires) = (micros(result.created), micros(result.expires));
    sqlx::query!(
        "insert into moss_result (hash, batch, job, created, expires)
         values (?, ?, ?, ?, ?)",
        hash,
        batch,
        job,
        created,
        expires,
    )
    .execute(tx)
    .await
    .or_failed()?;
    Ok(())
}
