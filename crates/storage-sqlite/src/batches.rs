//! Batches: looking at them, changing, cancelling and deleting them. Accepting one is in `accept`.

use async_trait::async_trait;
use chaffinch_storage::backend::{consistent, progress, status, work};
use chaffinch_storage::{
    Accepted, AccountId, AuditAction, Batch, BatchFilter, BatchId, Batches, By, CourseId, Delivery,
    Idempotency, JobId, NewBatch, NewLate, Owner, Page, Part, PartKind, Purged, Result, Review, Status,
    StorageError,
};
use chrono::{DateTime, Utc};
use serde_json::json;
use sqlx::SqliteConnection;
use uuid::Uuid;

use crate::SqliteStorage;
use crate::archives::expired_archives;
use crate::audit::record;
use crate::case_rows::holders;
use crate::documents::bury;
use crate::revisions::revisions;
use crate::rows::{Failing, micros, time};

#[async_trait]
impl Batches for SqliteStorage {
    async fn accept_for(&self, batch: NewBatch, delivery: Delivery) -> Result<Accepted> {
        crate::accept::accept(self, batch, delivery).await
    }

    async fn rescore(&self, batch: BatchId, job: JobId, review: &Review, by: &By) -> Result<Batch> {
        crate::again::rescore(self, batch, job, review, by).await
    }

    async fn rescore_once(
        &self,
        batch: BatchId,
        job: JobId,
        review: &Review,
        idempotency: Option<Idempotency>,
        by: &By,
    ) -> Result<Accepted> {
        crate::again::rescore_once(self, batch, job, review, idempotency, by).await
    }

    async fn add_late(&self, late: NewLate, by: &By) -> Result<Accepted> {
        crate::again::add_late(self, late, by).await
    }

    async fn accepted_before(&self, account: AccountId, idempotency: &Idempotency) -> Result<Option<Batch>> {
        let mut tx = self.snapshot().await?;
        match crate::accept::accepted_before(&mut tx, account.0, idempotency).await? {
            Some(batch) => batch_by_id(&mut tx, batch).await,
            None => Ok(None),
        }
    }

    async fn batch(&self, id: BatchId) -> Result<Option<Batch>> {
        batch_by_id(&mut *self.snapshot().await?, id.0).await
    }

    async fn batches(&self, filter: &BatchFilter) -> Result<Page<Batch, BatchId>> {
        let (account, course) = (filter.account.0, filter.course.map(|id| id.0));
        let (after, wanted) = (filter.after.map(|id| id.0), i64::from(filter.limit) + 1);
        let mut tx = self.snapshot().await?;
        let ids = sqlx::query_scalar!(
            r#"select id as "id!: Uuid"
               from batch
               where course in (select course from membership where account = ?1)
                 and (?2 is null or course = ?2)
                 and (?3 is null or id < ?3)
               order by id desc
               limit ?4"#,
            account,
            course,
            after,
            wanted,
        )
        .fetch_all(&mut *tx)
        .await
        .or_failed()?;
        // A look-up in an embedded database is a function call: a page of them costs well under a millisecond.
        let mut batches = Vec::with_capacity(ids.len());
        for id in ids {
            batches.extend(batch_by_id(&mut tx, id).await?);
        }
        Ok(Page::cut(batches, filter.limit, |batch| batch.id))
    }

    async fn set_title(&self, id: BatchId, title: &str, by: &By) -> Result<bool> {
        let mut tx = self.begin().await?;
        let batch = id.0;
        let course = sqlx::query_scalar!(
            r#"update batch
               set title = ?
               where id = ?
               returning course as "course!: Uuid""#,
            title,
            batch,
        )
        .fetch_optional(&mut *tx)
        .await
        .or_failed()?;
        let Some(course) = course else { return Ok(false) };
        record(&mut tx, by, AuditAction::BatchChanged, Some(CourseId(course)), batch, &json!({})).await?;
        tx.commit().await.or_failed()?;
        Ok(true)
    }

    async fn set_keep_until(&self, id: BatchId, keep_until: Option<DateTime<Utc>>, by: &By) -> Result<bool> {
        let mut tx = self.begin().await?;
        let (batch, until) = (id.0, keep_until.map(micros));
        let course = sqlx::query_scalar!(
            r#"update batch
               set keep_until = ?
               where id = ?
               returning course as "course!: Uuid""#,
            until,
            batch,
        )
        .fetch_optional(&mut *tx)
        .await
        .or_failed()?;
        let Some(course) = course else { return Ok(false) };
        let details = json!({ "keep_until": keep_until });
        record(&mut tx, by, AuditAction::BatchChanged, Some(CourseId(course)), batch, &details).await?;
        tx.commit().await.or_failed()?;
        Ok(true)
    }

    async fn cancel(&self, id: BatchId, by: &By) -> Result<Option<Status>> {
        let mut tx = self.begin().await?;
        let (batch, now) = (id.0, micros(by.at));
        let stopped = sqlx::query!(
            "update job
             set state = 'cancelled', holder = null, ended = ?
             where batch = ?
               and state in ('queued', 'running')",
            now,
            batch,
        )
        .execute(&mut *tx)
        .await
        .or_failed()?;
        let found = batch_by_id(&mut tx, batch).await?;
        if let Some(found) = &found
            && 0 < stopped.rows_affected()
        {
            drop_uploads(&mut tx, batch).await?;
            record(&mut tx, by, AuditAction::BatchCancelled, Some(found.course), batch, &json!({})).await?;
            tx.commit().await.or_failed()?;
            self.changed();
            self.reclaim_much().await;
        }
        Ok(found.map(|batch| batch.status))
    }

    async fn delete(&self, id: BatchId, by: &By) -> Result<bool> {
        let mut tx = self.begin().await?;
        if let Some(&case) = holders(&mut tx, id.into()).await?.first() {
            return Err(StorageError::Held { case });
        }
        let deleted = delete_batch(&mut tx, id.0, by, false).await?;
        tx.commit().await.or_failed()?;
        if deleted {
            self.changed();
            self.reclaim().await;
        }
        Ok(deleted)
    }

    async fn purge(&self, at: DateTime<Utc>) -> Result<Purged> {
        let mut tx = self.begin().await?;
        let now = micros(at);
        let expired = sqlx::query_scalar!(
            r#"select id as "id!: Uuid"
               from batch
               where keep_until <= ?"#,
            now,
        )
        .fetch_all(&mut *tx)
        .await
        .or_failed()?;
        let by = By { account: None, at };
        let mut purged = Purged::default();
        for batch in expired {
            if holders(&mut tx, BatchId(batch).into()).await?.is_empty() {
                delete_batch(&mut tx, batch, &by, true).await?;
                purged.batches += 1;
            } else {
                purged.held += 1;
            }
        }
        expired_archives(&mut tx, &by, &mut purged).await?;
        purged.drafts = sqlx::query!("delete from draft where expires <= ?", now)
            .execute(&mut *tx)
            .await
            .or_failed()?
            .rows_affected();
        purged.sessions = sqlx::query!("delete from session where expires <= ?", now)
            .execute(&mut *tx)
            .await
            .or_failed()?
            .rows_affected();
        purged.sign_in_links =
            sqlx::query!("delete from sign_in_link where expires <= ? or used is not null", now)
                .execute(&mut *tx)
                .await
                .or_failed()?
                .rows_affected();
        sqlx::query!("delete from moss_result where expires <= ?", now)
            .execute(&mut *tx)
            .await
            .or_failed()?;
        tx.commit().await.or_failed()?;
        if 0 < purged.batches + purged.archives {
            self.changed();
        }
        self.reclaim().await;
        Ok(purged)
    }

    async fn parts(&self, job: JobId) -> Result<Vec<Part>> {
        let job = job.0;
        let rows = sqlx::query!(
            "select number, kind, name, bytes, chunks
             from part
             where job = ?
             order by number",
            job,
        )
        .fetch_all(&self.reader)
        .await
        .or_failed()?;
        let parts = rows.into_iter().map(|row| {
            Ok(Part {
                number: row.number as u32,
                kind: consistent(PartKind::from_name(&row.kind), "part", "kind", &job)?,
                name: row.name,
                chunks: row.chunks as u32,
                bytes: row.bytes.cast_unsigned(),
            })
        });
        parts.collect()
    }

    async fn part_chunk(&self, job: JobId, part: u32, chunk: u32) -> Result<Option<Vec<u8>>> {
        let job = job.0;
        sqlx::query_scalar!(
            "select content
             from part_chunk
             where job = ?
               and part = ?
               and number = ?",
            job,
            part,
            chunk,
        )
        .fetch_optional(&self.reader)
        .await
        .or_failed()
    }
}

/// A batch as the contract shows it: with the state of its latest job and its current revision.
pub(crate) async fn batch_by_id(db: &mut SqliteConnection, id: Uuid) -> Result<Option<Batch>> {
    let row = sqlx::query!(
        r#"select
             batch.course as "course!: Uuid", batch.creator as "creator!: Uuid", batch.title, batch.options,
             batch.created, batch.keep_until, batch.revision,
             (select coalesce(max(number), 0) from revision where batch = batch.id) as "revisions!: i64",
             job.payload, job.state, job.stage, job.done, job.total, job.reason
           from batch
           join job on job.batch = batch.id
           where batch.id = ?
           order by job.sequence desc
           limit 1"#,
        id,
    )
    .fetch_optional(&mut *db)
    .await
    .or_failed()?;
    let Some(row) = row else { return Ok(None) };
    let status = status(&row.state, progress(row.stage, row.done, row.total), row.reason);
    let revision = match row.revision {
        Some(number) => {
            let found = revisions(&mut *db, id, Some(number)).await?.pop();
            Some(consistent(found, "batch", "revision", &id)?)
        }
        None => None,
    };
    Ok(Some(Batch {
        id: BatchId(id),
        course: CourseId(row.course),
        creator: AccountId(row.creator),
        title: row.title,
        options: consistent(serde_json::from_str(&row.options).ok(), "batch", "options", &id)?,
        created: time(row.created),
        keep_until: row.keep_until.map(time),
        status: consistent(status, "job", "state", &id)?,
        work: consistent(work(&row.payload), "job", "payload", &id)?,
        revision,
        revisions: row.revisions as u32,
        held_by: holders(db, BatchId(id).into()).await?,
    }))
}

/// Deletes the parts of uploads that nobody will read any more.
async fn drop_uploads(tx: &mut SqliteConnection, batch: Uuid) -> Result<()> {
    sqlx::query!("delete from part where job in (select id from job where batch = ?)", batch)
        .execute(tx)
        .await
        .or_failed()?;
    Ok(())
}

async fn delete_batch(tx: &mut SqliteConnection, batch: Uuid, by: &By, expired: bool) -> Result<bool> {
    bury(tx, Owner::Batch(BatchId(batch))).await?;
    let course = sqlx::query_scalar!(
        r#"delete from batch
           where id = ?
           returning course as "course!: Uuid""#,
        batch,
    )
    .fetch_optional(&mut *tx)
    .await
    .or_failed()?;
    let Some(course) = course else { return Ok(false) };
    let details = json!({ "expired": expired });
    record(tx, by, AuditAction::BatchDeleted, Some(CourseId(course)), batch, &details).await?;
    Ok(true)
}
