//! Results and the salt for MOSS clients.

use async_trait::async_trait;
use chaffinch_storage::backend::{consistent, json};
use chaffinch_storage::{BatchId, Moss, MossResult, MossSalt, NewMossResult, Result, SecretHash};
use chrono::{DateTime, Utc};

use super::values::Time;
use crate::dialect::{Backend, Connection};

#[async_trait]
impl Moss for Backend {
    async fn moss_salt(&self, fresh: &MossSalt) -> Result<MossSalt> {
        let mut tx = self.begin().await?;
        sqlx::query!("insert into moss_salt (one, salt) values (1, $1) on conflict do nothing", &fresh[..])
            .execute(&mut *tx)
            .await?;
        let salt = sqlx::query_scalar!("select salt from moss_salt").fetch_one(&mut *tx).await?;
        tx.commit().await?;
        consistent(salt.try_into().ok(), "moss_salt", "salt", &1)
    }

    async fn moss_result(&self, address: &SecretHash, at: DateTime<Utc>) -> Result<Option<MossResult>> {
        let row = sqlx::query!(
            "select batch, job, created
             from moss_result
             where hash = $1
               and $2 < expires",
            &address.0[..],
            Time(at),
        )
        .fetch_optional(&mut *self.read().await?)
        .await?;
        let Some(row) = row else { return Ok(None) };
        let job = consistent(serde_json::from_str(&row.job).ok(), "moss_result", "job", &row.batch)?;
        Ok(Some(MossResult { batch: BatchId(row.batch), job, created: row.created.utc() }))
    }
}

/// Stores the address of the results of a batch.
pub(crate) async fn insert_moss_result(
    tx: &mut Connection,
    batch: BatchId,
    result: &NewMossResult,
) -> Result<()> {
    sqlx::query!(
        "insert into moss_result (hash, batch, job, created, expires)
         values ($1, $2, $3, $4, $5)",
        &result.hash.0[..],
        batch.0,
        json(&result.job),
        Time(result.created),
        Time(result.expires),
    )
    .execute(tx)
    .await?;
    Ok(())
}
