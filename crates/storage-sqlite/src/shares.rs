//! Links to reports.

use async_trait::async_trait;
use chaffinch_storage::backend::{LAST_USED_PRECISION, consistent};
use chaffinch_storage::{
    AccountId, AuditAction, BatchId, By, CourseId, MAX_SHARES, NewShare, Result, SecretHash, Share, ShareId,
    ShareKey, Shares, StorageError,
};
use chrono::{DateTime, Utc};
use serde_json::json;
use sqlx::SqliteConnection;
use uuid::Uuid;

use crate::SqliteStorage;
use crate::audit::record;
use crate::rows::{Failing, micros, time};

/// A row of `share`.
struct ShareRow {
    id: Uuid,
    batch: Uuid,
    creator: Uuid,
    created: i64,
    expires: i64,
    revoked: Option<i64>,
    names_hidden: i64,
    exports: i64,
    last_viewed: Option<i64>,
}

impl From<ShareRow> for Share {
    fn from(row: ShareRow) -> Self {
        Self {
            id: ShareId(row.id),
            batch: BatchId(row.batch),
            creator: AccountId(row.creator),
            created: time(row.created),
            expires: time(row.expires),
            revoked: row.revoked.map(time),
            names_hidden: row.names_hidden != 0,
            exports: row.exports != 0,
            last_viewed: row.last_viewed.map(time),
        }
    }
}

#[async_trait]
impl Shares for SqliteStorage {
    async fn create_share(&self, share: &NewShare, by: &By) -> Result<Share> {
        let mut tx = self.begin().await?;
        if let Some(known) = share_by_hash(&mut tx, &share.hash).await? {
            let same = (known.batch, known.creator, known.names_hidden, known.exports)
                == (share.batch, share.creator, share.names_hidden, share.exports);
            return if same { Ok(known) } else { Err(StorageError::KeyReused) };
        }
        let open = shares_of(&mut tx, share.batch).await?;
        if MAX_SHARES <= open.iter().filter(|share| share.is_open(by.at)).count() {
            return Err(StorageError::TooManyShares);
        }
        let (id, hash, batch, creator) = (share.id.0, &share.hash.0[..], share.batch.0, share.creator.0);
        let (created, expires) = (micros(by.at), micros(share.expires));
        sqlx::query!(
            "insert into share (id, hash, batch, creator, created, expires, names_hidden, exports)
             values (?, ?, ?, ?, ?, ?, ?, ?)",
            id,
            hash,
            batch,
            creator,
            created,
            expires,
            share.names_hidden,
            share.exports,
        )
        .execute(&mut *tx)
        .await
        .or_missing("batch")?;
        let details = json!({ "share": share.id, "expires": share.expires, "names_hidden": share.names_hidden,
            "exports": share.exports });
        let course = course_of(&mut tx, batch).await?;
        record(&mut tx, by, AuditAction::ShareCreated, course, batch, &details).await?;
        let made =
            share_by_hash(&mut tx, &share.hash).await?.ok_or(StorageError::Missing { what: "batch" })?;
        tx.commit().await.or_failed()?;
        Ok(made)
    }

    async fn share_key(&self, fresh: &ShareKey) -> Result<ShareKey> {
        let mut tx = self.begin().await?;
        let fresh = &fresh[..];
        sqlx::query!("insert into share_key (one, key) values (1, ?) on conflict do nothing", fresh)
            .execute(&mut *tx)
            .await
            .or_failed()?;
        let key = sqlx::query_scalar!("select key from share_key").fetch_one(&mut *tx).await.or_failed()?;
        tx.commit().await.or_failed()?;
        consistent(key.try_into().ok(), "share_key", "key", &1)
    }

    async fn shares(&self, batch: BatchId) -> Result<Vec<Share>> {
        shares_of(&mut *self.snapshot().await?, batch).await
    }

    async fn open_share(&self, secret: &SecretHash, at: DateTime<Utc>) -> Result<Option<Share>> {
        let found = share_by_hash(&mut *self.read().await?, secret).await?;
        let Some(share) = found.filter(|share| share.is_open(at)) else { return Ok(None) };
        if share.last_viewed.is_some_and(|last| at < last + LAST_USED_PRECISION) {
            return Ok(Some(share));
        }
        let mut tx = self.begin().await?;
        let (id, batch, now) = (share.id.0, share.batch.0, micros(at));
        // Revoked or gone since we looked: then it does not open.
        let noted =
            sqlx::query!("update share set last_viewed = ? where id = ? and revoked is null", now, id)
                .execute(&mut *tx)
                .await
                .or_failed()?;
        if noted.rows_affected() == 0 {
            return Ok(None);
        }
        let course = course_of(&mut tx, batch).await?;
        let (by, details) = (By { account: None, at }, json!({ "share": share.id }));
        record(&mut tx, &by, AuditAction::ShareViewed, course, batch, &details).await?;
        tx.commit().await.or_failed()?;
        Ok(Some(share))
    }

    async fn revoke_shares(&self, batch: BatchId, share: Option<ShareId>, by: &By) -> Result<u64> {
        let mut tx = self.begin().await?;
        let (batch, one, now) = (batch.0, share.map(|id| id.0), micros(by.at));
        let revoked = sqlx::query_scalar!(
            r#"update share
               set revoked = ?1
               where batch = ?2
                 and (?3 is null or id = ?3)
                 and revoked is null
                 and ?1 < expires
               returning id as "id!: Uuid""#,
            now,
            batch,
            one,
        )
        .fetch_all(&mut *tx)
        .await
        .or_failed()?;
        let course = course_of(&mut tx, batch).await?;
        for share in &revoked {
            record(&mut tx, by, AuditAction::ShareRevoked, course, batch, &json!({ "share": share })).await?;
        }
        tx.commit().await.or_failed()?;
        Ok(revoked.len() as u64)
    }
}

async fn share_by_hash(db: &mut SqliteConnection, hash: &SecretHash) -> Result<Option<Share>> {
    let hash = &hash.0[..];
    let row = sqlx::query_as!(
        ShareRow,
        r#"select
             id as "id!: Uuid", batch as "batch!: Uuid", creator as "creator!: Uuid", created, expires, revoked,
             names_hidden, exports, last_viewed
           from share
           where hash = ?"#,
        hash,
    )
    .fetch_optional(db)
    .await
    .or_failed()?;
    Ok(row.map(Share::from))
}

async fn course_of(db: &mut SqliteConnection, batch: Uuid) -> Result<Option<CourseId>> {
    let course = sqlx::query_scalar!(r#"select course as "course!: Uuid" from batch where id = ?"#, batch)
        .fetch_optional(db)
        .await
        .or_failed()?;
    Ok(course.map(CourseId))
}

/// All links of a batch, newest first.
async fn shares_of(db: &mut SqliteConnection, batch: BatchId) -> Result<Vec<Share>> {
    let batch = batch.0;
    let rows = sqlx::query_as!(
        ShareRow,
        r#"select
                 id as "id!: Uuid", batch as "batch!: Uuid", creator as "creator!: Uuid", created, expires, revoked,
                 names_hidden, exports, last_viewed
               from share
               where batch = ?
               order by id desc"#,
        batch,
    )
    .fetch_all(db)
    .await
    .or_failed()?;
    Ok(rows.into_iter().map(Share::from).collect())
}
