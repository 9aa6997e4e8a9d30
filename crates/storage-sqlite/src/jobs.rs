//! The queue. Every statement that changes a job names the whole lease; none affected means: lost.

use async_trait::async_trait;
use chaffinch_storage::{
    Claimed, HolderId, JobId, JobProgress, Jobs, LOST_REASON, Lease, MAX_ATTEMPTS, NewRevision, Outcome,
    Result, Sighting, StorageError,
};
use chrono::{DateTime, Utc};
use sqlx::SqliteConnection;
use sqlx::sqlite::SqliteQueryResult;
use uuid::Uuid;

use crate::SqliteStorage;
use crate::batches::drop_upload;
use crate::reports::insert_revision;
use crate::rows::{Failing, micros, sound};

#[async_trait]
impl Jobs for SqliteStorage {
    async fn claim(&self, holder: HolderId) -> Result<Option<Claimed>> {
        // Idle workers ask every second: look without the writing lock first.
        let waiting = sqlx::query!("select 1 as one from job where state = 'queued' limit 1")
            .fetch_optional(&self.reader)
            .await
            .or_failed()?;
        if waiting.is_none() {
            return Ok(None);
        }
        let process = holder.0;
        let row = sqlx::query!(
            r#"update job
               set state = 'running', holder = ?, beat = 0, attempts = attempts + 1, stage = '', done = 0, total = 0
               where sequence = (select sequence from job where state = 'queued' order by sequence limit 1)
               returning id as "id!: Uuid", attempts, payload"#,
            process,
        )
        .fetch_optional(&self.writer)
        .await
        .or_failed()?;
        let Some(row) = row else { return Ok(None) };
        self.changed();
        Ok(Some(Claimed {
            lease: Lease { job: JobId(row.id), holder, attempt: row.attempts as u32 },
            payload: sound(serde_json::from_str(&row.payload).ok(), "job", "payload", &row.id)?,
        }))
    }

    async fn beat(&self, lease: &Lease, progress: &JobProgress) -> Result<()> {
        let (job, holder) = (lease.job.0, lease.holder.0);
        let (done, total) = (progress.done.cast_signed(), progress.total.cast_signed());
        let updated = sqlx::query!(
            "update job
             set beat = beat + 1, stage = ?, done = ?, total = ?
             where id = ?
               and holder = ?
               and attempts = ?
               and state = 'running'",
            progress.stage,
            done,
            total,
            job,
            holder,
            lease.attempt,
        )
        .execute(&self.writer)
        .await
        .or_failed()?;
        held(&updated)?;
        self.changed();
        Ok(())
    }

    async fn running(&self) -> Result<Vec<Sighting>> {
        let rows = sqlx::query!(
            r#"select id as "id!: Uuid", holder as "holder!: Uuid", attempts, beat
               from job
               where state = 'running'
               order by sequence"#,
        )
        .fetch_all(&self.reader)
        .await
        .or_failed()?;
        let sighting = |job, holder, attempt: i64, beat: i64| Sighting {
            lease: Lease { job: JobId(job), holder: HolderId(holder), attempt: attempt as u32 },
            beat: beat.cast_unsigned(),
        };
        Ok(rows.into_iter().map(|row| sighting(row.id, row.holder, row.attempts, row.beat)).collect())
    }

    async fn take_over(&self, seen: &Sighting, at: DateTime<Utc>) -> Result<Option<Outcome>> {
        let mut tx = self.begin().await?;
        let (job, holder, beat) = (seen.lease.job.0, seen.lease.holder.0, seen.beat.cast_signed());
        let unchanged = sqlx::query!(
            "select 1 as one
             from job
             where id = ?
               and holder = ?
               and attempts = ?
               and beat = ?
               and state = 'running'",
            job,
            holder,
            seen.lease.attempt,
            beat,
        )
        .fetch_optional(&mut *tx)
        .await
        .or_failed()?;
        if unchanged.is_none() {
            return Ok(None);
        }
        let outcome = give_up(&mut tx, &seen.lease, LOST_REASON, true, at).await?;
        tx.commit().await.or_failed()?;
        self.changed();
        Ok(Some(outcome))
    }

    async fn finish(&self, lease: &Lease, revision: NewRevision, at: DateTime<Utc>) -> Result<u32> {
        let mut tx = self.begin().await?;
        let (job, holder, now) = (lease.job.0, lease.holder.0, micros(at));
        let batch = sqlx::query_scalar!(
            r#"update job
               set state = 'done', holder = null, ended = ?
               where id = ?
                 and holder = ?
                 and attempts = ?
                 and state = 'running'
               returning batch as "batch!: Uuid""#,
            now,
            job,
            holder,
            lease.attempt,
        )
        .fetch_optional(&mut *tx)
        .await
        .or_failed()?
        .ok_or(StorageError::LeaseLost)?;
        let number = insert_revision(&mut tx, batch, &revision, at).await?;
        drop_upload(&mut tx, batch).await?;
        tx.commit().await.or_failed()?;
        self.changed();
        Ok(number)
    }

    async fn fail(&self, lease: &Lease, reason: &str, retry: bool, at: DateTime<Utc>) -> Result<Outcome> {
        let mut tx = self.begin().await?;
        let outcome = give_up(&mut tx, lease, reason, retry, at).await?;
        tx.commit().await.or_failed()?;
        self.changed();
        Ok(outcome)
    }

    async fn release(&self, lease: &Lease) -> Result<()> {
        let (job, holder) = (lease.job.0, lease.holder.0);
        let updated = sqlx::query!(
            "update job
             set state = 'queued', holder = null, attempts = attempts - 1
             where id = ?
               and holder = ?
               and attempts = ?
               and state = 'running'",
            job,
            holder,
            lease.attempt,
        )
        .execute(&self.writer)
        .await
        .or_failed()?;
        held(&updated)?;
        self.changed();
        Ok(())
    }
}

/// Back to the queue, or failed for good.
async fn give_up(
    tx: &mut SqliteConnection,
    lease: &Lease,
    reason: &str,
    retry: bool,
    at: DateTime<Utc>,
) -> Result<Outcome> {
    let (job, holder, now) = (lease.job.0, lease.holder.0, micros(at));
    if retry && lease.attempt < MAX_ATTEMPTS {
        let updated = sqlx::query!(
            "update job
             set state = 'queued', holder = null
             where id = ?
               and holder = ?
               and attempts = ?
               and state = 'running'",
            job,
            holder,
            lease.attempt,
        )
        .execute(tx)
        .await
        .or_failed()?;
        held(&updated)?;
        return Ok(Outcome::Queued);
    }
    let updated = sqlx::query!(
        "update job
         set state = 'failed', holder = null, reason = ?, ended = ?
         where id = ?
           and holder = ?
           and attempts = ?
           and state = 'running'",
        reason,
        now,
        job,
        holder,
        lease.attempt,
    )
    .execute(tx)
    .await
    .or_failed()?;
    held(&updated)?;
    Ok(Outcome::Failed)
}

fn held(updated: &SqliteQueryResult) -> Result<()> {
    if updated.rows_affected() == 1 { Ok(()) } else { Err(StorageError::LeaseLost) }
}
