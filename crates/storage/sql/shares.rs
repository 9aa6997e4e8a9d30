//! Addresses that need no sign-in: share links to reports, and results for MOSS clients.

use async_trait::async_trait;
use chaffinch_storage::backend::{consistent, is_recent, json};
use chaffinch_storage::{
    AccountId, AuditAction, BatchId, By, CourseId, MAX_SHARES, Moss, MossResult, MossSalt, NewMossResult,
    NewShare, Result, SecretHash, Share, ShareId, ShareKey, Shares, StorageError,
};
use chrono::{DateTime, Utc};
use serde_json::json;
use uuid::Uuid;

use super::audit::record;
use super::batch_rows::lock_batch;
use super::{Time, missing};
use crate::dialect::{Backend, Connection, retried};

/// A row of `share`.
struct ShareRow {
    id: Uuid,
    batch: Uuid,
    creator: Uuid,
    created: Time,
    expires: Time,
    revoked: Option<Time>,
    names_hidden: bool,
    exports: bool,
    last_viewed: Option<Time>,
}

impl From<ShareRow> for Share {
    fn from(row: ShareRow) -> Self {
        Self {
            id: ShareId(row.id),
            batch: BatchId(row.batch),
            creator: AccountId(row.creator),
            created: row.created.utc(),
            expires: row.expires.utc(),
            revoked: row.revoked.map(Time::utc),
            names_hidden: row.names_hidden,
            exports: row.exports,
            last_viewed: row.last_viewed.map(Time::utc),
        }
    }
}

#[async_trait]
impl Shares for Backend {
    async fn create_share(&self, share: &NewShare, by: &By) -> Result<Share> {
        retried(|| async {
            let mut tx = self.begin().await?;
            // Two new links of a batch are counted one after the other.
            lock_batch(&mut tx, share.batch.0).await?;
            let inserted = sqlx::query!(
                "insert into share (id, hash, batch, creator, created, expires, names_hidden, exports)
                 values ($1, $2, $3, $4, $5, $6, $7, $8)
                 on conflict (hash) do nothing",
                share.id.0,
                &share.hash.0[..],
                share.batch.0,
                share.creator.0,
                Time(by.at),
                Time(share.expires),
                share.names_hidden,
                share.exports,
            )
            .execute(&mut *tx)
            .await
            .map_err(missing("batch"))?;
            let known = share_by_hash(&mut tx, &share.hash).await?;
            let known = known.ok_or(StorageError::Missing { what: "batch" })?;
            if inserted.rows_affected() == 0 {
                let same = (known.batch, known.creator, known.names_hidden, known.exports)
                    == (share.batch, share.creator, share.names_hidden, share.exports);
                return if same { Ok(known) } else { Err(StorageError::KeyReused) };
            }
            let open = shares_of(&mut tx, share.batch).await?;
            if MAX_SHARES < open.iter().filter(|share| share.is_open(by.at)).count() {
                return Err(StorageError::TooManyShares);
            }
            let details = json!({ "share": share.id, "expires": share.expires, "names_hidden": share.names_hidden,
                "exports": share.exports });
            let course = course_of(&mut tx, share.batch.0).await?;
            record(&mut tx, by, AuditAction::ShareCreated, course, share.batch.0, &details).await?;
            tx.commit().await?;
            Ok(known)
        })
        .await
    }

    async fn share_key(&self, fresh: &ShareKey) -> Result<ShareKey> {
        let mut tx = self.begin().await?;
        sqlx::query!("insert into share_key (one, key) values (1, $1) on conflict do nothing", &fresh[..])
            .execute(&mut *tx)
            .await?;
        let key = sqlx::query_scalar!("select key from share_key").fetch_one(&mut *tx).await?;
        tx.commit().await?;
        consistent(key.try_into().ok(), "share_key", "key", &1)
    }

    async fn shares(&self, batch: BatchId) -> Result<Vec<Share>> {
        shares_of(&mut *self.snapshot().await?, batch).await
    }

    async fn open_share(&self, secret: &SecretHash, at: DateTime<Utc>) -> Result<Option<Share>> {
        let found = share_by_hash(&mut *self.snapshot().await?, secret).await?;
        let Some(share) = found.filter(|share| share.is_open(at)) else { return Ok(None) };
        if share.last_viewed.is_some_and(|last| is_recent(last, at)) {
            return Ok(Some(share));
        }
        let mut tx = self.begin().await?;
        // If the link was revoked or deleted in the meantime, it does not open.
        let noted = sqlx::query!(
            "update share set last_viewed = $1 where id = $2 and revoked is null",
            Time(at),
            share.id.0
        )
        .execute(&mut *tx)
        .await?;
        if noted.rows_affected() == 0 {
            return Ok(None);
        }
        let course = course_of(&mut tx, share.batch.0).await?;
        let (by, details) = (By { account: None, at }, json!({ "share": share.id }));
        record(&mut tx, &by, AuditAction::ShareViewed, course, share.batch.0, &details).await?;
        tx.commit().await?;
        Ok(Some(share))
    }

    async fn revoke_shares(&self, batch: BatchId, share: Option<ShareId>, by: &By) -> Result<u64> {
        retried(|| async {
            let mut tx = self.begin().await?;
            let revoked = sqlx::query_scalar!(
                "update share
                 set revoked = $1
                 where batch = $2
                   and (id = $3 or $3 is null)
                   and revoked is null
                   and $1 < expires
                 returning id",
                Time(by.at),
                batch.0,
                share.map(|id| id.0),
            )
            .fetch_all(&mut *tx)
            .await?;
            let course = course_of(&mut tx, batch.0).await?;
            for share in &revoked {
                let details = json!({ "share": share });
                record(&mut tx, by, AuditAction::ShareRevoked, course, batch.0, &details).await?;
            }
            tx.commit().await?;
            Ok(revoked.len() as u64)
        })
        .await
    }
}

async fn share_by_hash(tx: &mut Connection, hash: &SecretHash) -> Result<Option<Share>> {
    let row = sqlx::query_as!(
        ShareRow,
        "select id, batch, creator, created, expires, revoked, names_hidden, exports, last_viewed
         from share
         where hash = $1",
        &hash.0[..],
    )
    .fetch_optional(tx)
    .await?;
    Ok(row.map(Share::from))
}

async fn course_of(tx: &mut Connection, batch: Uuid) -> Result<Option<CourseId>> {
    let course =
        sqlx::query_scalar!("select course from batch where id = $1", batch).fetch_optional(tx).await?;
    Ok(course.map(CourseId))
}

/// Returns all links of a batch, newest first.
async fn shares_of(tx: &mut Connection, batch: BatchId) -> Result<Vec<Share>> {
    let rows = sqlx::query_as!(
        ShareRow,
        "select id, batch, creator, created, expires, revoked, names_hidden, exports, last_viewed
             from share
             where batch = $1
             order by id desc",
        batch.0,
    )
    .fetch_all(tx)
    .await?;
    Ok(rows.into_iter().map(Share::from).collect())
}

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
