//! Batches: accepting, listing, changing, cancelling and deleting them.

use std::collections::BTreeMap;

use async_trait::async_trait;
use chaffinch_storage::backend::consistent;
use chaffinch_storage::{
    Accepted, AccountId, AuditAction, Batch, BatchFilter, BatchId, BatchList, BatchListing, BatchSummary,
    Batches, By, CheckRequest, CourseId, Delivery, Idempotency, JobId, JobPayload, ListedBatch, Named,
    NewBatch, NewLate, NewPart, Page, Part, PartKind, Purged, Result, Review, Status, StorageError,
};
use chrono::{DateTime, Utc};
use serde_json::json;
use uuid::Uuid;

use super::accept::{NewJob, accepted_before, insert_analysis, insert_batch, insert_job, once};
use super::archives::expired_archives;
use super::audit::record;
use super::batch_rows::{batch_by_id, batches_by_id, summaries};
use super::case_rows::{drop_statement_files, holding_cases};
use super::ingest::delete_documents;
use super::notifications::insert_notification;
use super::shares::insert_moss_result;
use super::{Time, number};
use crate::dialect::{Backend, lock, retried, text};

#[async_trait]
impl Batches for Backend {
    async fn accept_for(&self, batch: NewBatch, delivery: Delivery) -> Result<Accepted> {
        let mut tx = loop {
            let mut tx = self.begin_upload().await?;
            if let Some(idempotency) = &batch.idempotency
                && let Some(before) = accepted_before(&mut tx, batch.creator.0, idempotency).await?
            {
                return Ok(Accepted::Before(before));
            }
            if insert_batch(&mut tx, &batch).await? {
                break tx;
            }
            // Another request committed the same key after the check, before a byte was read. Check again.
        };
        match delivery {
            Delivery::OnRequest => {}
            Delivery::Notification(new) => insert_notification(&mut tx, batch.id.0, &new).await?,
            Delivery::Moss(result) => insert_moss_result(&mut tx, batch.id, &result).await?,
        }
        let accepted = insert_analysis(&mut tx, batch).await?;
        self.commit_change(tx).await?;
        Ok(Accepted::New(accepted))
    }

    async fn rescore(&self, batch: BatchId, job: JobId, review: &Review, by: &By) -> Result<Batch> {
        let payload = JobPayload::Rescore { batch, review: review.clone() };
        let accepted = retried(|| once(self, batch, job, &payload, Vec::new(), None, None, by)).await?;
        Ok(accepted.batch().clone())
    }

    async fn rescore_once(
        &self,
        batch: BatchId,
        job: JobId,
        review: &Review,
        idempotency: Option<Idempotency>,
        by: &By,
    ) -> Result<Accepted> {
        let payload = JobPayload::Rescore { batch, review: review.clone() };
        let key = by.account.zip(idempotency);
        retried(|| once(self, batch, job, &payload, Vec::new(), Some(review), key.as_ref(), by)).await
    }

    async fn add_late(&self, late: NewLate, by: &By) -> Result<Accepted> {
        let NewLate { batch, job, idempotency, parts, opens_case } = late;
        let key = by.account.zip(idempotency);
        let payload = JobPayload::Late { batch, opens_case };
        once(self, batch, job, &payload, parts, None, key.as_ref(), by).await
    }

    async fn queue_check(
        &self,
        request: CheckRequest,
        submission: NewPart,
        job: JobId,
        at: DateTime<Utc>,
    ) -> Result<()> {
        let mut tx = self.begin_upload().await?;
        let (account, payload) = (Some(request.account), &JobPayload::Check(request));
        let new = NewJob { id: job, owner: None, account, payload, at };
        insert_job(&mut tx, &new, vec![submission]).await?;
        self.commit_change(tx).await
    }

    async fn accepted_before(&self, account: AccountId, idempotency: &Idempotency) -> Result<Option<Batch>> {
        accepted_before(&mut *self.snapshot().await?, account.0, idempotency).await
    }

    async fn batch(&self, id: BatchId) -> Result<Option<Batch>> {
        batch_by_id(&mut *self.snapshot().await?, id.0).await
    }

    async fn batches(&self, filter: &BatchFilter) -> Result<Page<Batch, BatchId>> {
        let mut tx = self.snapshot().await?;
        let ids = sqlx::query_scalar!(
            "select id
             from batch
             where course in (select course from membership where account = $1)
               and (course = $2 or $2 is null)
               and (id < $3 or $3 is null)
             order by id desc
             limit $4",
            filter.account.0,
            filter.course.map(|id| id.0),
            filter.after.map(|id| id.0),
            i64::from(filter.limit) + 1,
        )
        .fetch_all(&mut *tx)
        .await?;
        Ok(Page::cut(batches_by_id(&mut tx, &ids).await?, filter.limit, |batch| batch.id))
    }

    async fn list_batches(&self, listing: &BatchListing) -> Result<BatchList> {
        let mut tx = self.snapshot().await?;
        let (rows, found) = listing.select(summaries(&mut tx, listing.account).await?);
        let ids: Vec<Uuid> = rows.iter().map(|row| row.id.0).collect();
        let batches = batches_by_id(&mut tx, &ids).await?;
        let mut batches: BTreeMap<BatchId, Batch> =
            batches.into_iter().map(|batch| (batch.id, batch)).collect();
        let listed =
            |summary: BatchSummary| Some(ListedBatch { batch: batches.remove(&summary.id)?, summary });
        Ok(BatchList { items: rows.into_iter().filter_map(listed).collect(), found })
    }

    async fn set_title(&self, id: BatchId, title: &str, by: &By) -> Result<bool> {
        let mut tx = self.begin().await?;
        let course = sqlx::query_scalar!(
            "update batch
             set title = $1
             where id = $2
             returning course",
            &text(title),
            id.0,
        )
        .fetch_optional(&mut *tx)
        .await?;
        let Some(course) = course else { return Ok(false) };
        record(&mut tx, by, AuditAction::BatchChanged, Some(CourseId(course)), id.0, &json!({})).await?;
        tx.commit().await?;
        Ok(true)
    }

    async fn set_keep_until(&self, id: BatchId, keep_until: Option<DateTime<Utc>>, by: &By) -> Result<bool> {
        let mut tx = self.begin().await?;
        let course = sqlx::query_scalar!(
            "update batch
             set keep_until = $1
             where id = $2
             returning course",
            keep_until.map(Time),
            id.0,
        )
        .fetch_optional(&mut *tx)
        .await?;
        let Some(course) = course else { return Ok(false) };
        let details = json!({ "keep_until": keep_until });
        record(&mut tx, by, AuditAction::BatchChanged, Some(CourseId(course)), id.0, &details).await?;
        tx.commit().await?;
        Ok(true)
    }

    async fn cancel(&self, id: BatchId, by: &By) -> Result<Option<Status>> {
        retried(|| async {
            let mut tx = self.begin().await?;
            let stopped = sqlx::query!(
                "update job
                 set state = 'cancelled', holder = null, ended = $1
                 where batch = $2
                   and state in ('queued', 'running')",
                Time(by.at),
                id.0,
            )
            .execute(&mut *tx)
            .await?;
            let found = batch_by_id(&mut tx, id.0).await?;
            if let Some(found) = &found
                && stopped.rows_affected() > 0
            {
                sqlx::query!("delete from part where job in (select id from job where batch = $1)", id.0)
                    .execute(&mut *tx)
                    .await?;
                let course = Some(found.course);
                record(&mut tx, by, AuditAction::BatchCancelled, course, id.0, &json!({})).await?;
                self.commit_change(tx).await?;
                self.reclaim_much().await;
            }
            Ok(found.map(|batch| batch.status))
        })
        .await
    }

    async fn delete(&self, id: BatchId, by: &By) -> Result<bool> {
        let deleted = delete_batch(self, id.0, by, false).await?;
        if deleted {
            self.reclaim().await;
        }
        Ok(deleted)
    }

    async fn purge(&self, at: DateTime<Utc>) -> Result<Purged> {
        let mut tx = self.begin().await?;
        let sessions = sqlx::query!("delete from session where expires <= $1", Time(at))
            .execute(&mut *tx)
            .await?
            .rows_affected();
        let drafts = sqlx::query!("delete from draft where expires <= $1", Time(at))
            .execute(&mut *tx)
            .await?
            .rows_affected();
        let sign_in_links =
            sqlx::query!("delete from sign_in_link where expires <= $1 or used is not null", Time(at))
                .execute(&mut *tx)
                .await?
                .rows_affected();
        sqlx::query!("delete from moss_result where expires <= $1", Time(at)).execute(&mut *tx).await?;
        let expired =
            sqlx::query_scalar!("select id from batch where keep_until <= $1 order by id", Time(at))
                .fetch_all(&mut *tx)
                .await?;
        tx.commit().await?;
        // Each deletion has its own transaction, so that others do not wait for all of them.
        let by = By { account: None, at };
        let mut purged = Purged { drafts, sessions, sign_in_links, ..Purged::default() };
        for batch in expired {
            match delete_batch(self, batch, &by, true).await {
                Ok(deleted) => purged.batches += u64::from(deleted),
                Err(StorageError::Held { .. }) => purged.held += 1,
                Err(error) => return Err(error),
            }
        }
        expired_archives(self, &by, &mut purged).await?;
        self.reclaim().await;
        Ok(purged)
    }

    async fn parts(&self, job: JobId) -> Result<Vec<Part>> {
        let rows = sqlx::query!(
            "select number, kind, name, bytes, chunks
             from part
             where job = $1
             order by number",
            job.0,
        )
        .fetch_all(&mut *self.read().await?)
        .await?;
        let parts = rows.into_iter().map(|row| {
            Ok(Part {
                number: row.number.cast_unsigned(),
                kind: consistent(PartKind::from_name(&row.kind), "part", "kind", &job)?,
                name: row.name,
                chunks: row.chunks.cast_unsigned(),
                bytes: row.bytes.cast_unsigned(),
            })
        });
        parts.collect()
    }

    async fn part_chunk(&self, job: JobId, part: u32, chunk: u32) -> Result<Option<Vec<u8>>> {
        sqlx::query_scalar!(
            "select content
             from part_chunk
             where job = $1
               and part = $2
               and number = $3",
            job.0,
            number(part),
            number(chunk),
        )
        .fetch_optional(&mut *self.read().await?)
        .await
        .map_err(StorageError::from)
    }
}

/// Deletes a batch that no legal hold keeps.
async fn delete_batch(storage: &Backend, batch: Uuid, by: &By, expired: bool) -> Result<bool> {
    retried(|| async {
        let mut tx = storage.begin().await?;
        // Jobs before the batch: a worker that commits its result locks them in the same order.
        lock!(tx, "select 1 as one from job where batch = $1 order by sequence for update", batch);
        // A new legal hold locks what it keeps, too, so it comes before or after this deletion.
        lock!(tx, "select 1 as one from batch where id = $1 for update", batch);
        let batch = BatchId(batch);
        if let Some(&case) = holding_cases(&mut tx, batch.into()).await?.first() {
            return Err(StorageError::Held { case });
        }
        delete_documents(&mut tx, batch.into()).await?;
        let course = sqlx::query_scalar!(
            "delete from batch
             where id = $1
             returning course",
            batch.0,
        )
        .fetch_optional(&mut *tx)
        .await?;
        let Some(course) = course else { return Ok(false) };
        drop_statement_files(&mut tx).await?;
        let details = json!({ "expired": expired });
        record(&mut tx, by, AuditAction::BatchDeleted, Some(CourseId(course)), batch.0, &details).await?;
        storage.commit_change(tx).await?;
        Ok(true)
    })
    .await
}
