//! The queue. Every statement that changes a job names the whole lease; none affected means: lost.

use async_trait::async_trait;
use chaffinch_storage::{
    Claimed, HolderId, JobId, JobProgress, Jobs, LOST_REASON, Lease, MAX_ATTEMPTS, NewRevision, Outcome,
    Result, Sighting, StorageError,
};
use chrono::{DateTime, Utc};
use sqlx::postgres::PgQueryResult;

use crate::PostgresStorage;
use crate::batches::drop_upload;
use crate::reports::insert_revision;
use crate::rows::{Failing, number, sound, text};
use crate::transaction::{Tx, retried};

#[async_trait]
impl Jobs for PostgresStorage {
    async fn claim(&self, holder: HolderId) -> Result<Option<Claimed>> {
        let mut tx = self.begin().await?;
        // A job that somebody else is about to claim is passed over, not waited for.
        let row = sqlx::query!(
            "update job
             set state = 'running', holder = $1, beat = 0, attempts = attempts + 1, stage = '', done = 0, total = 0
             where sequence = (
               select sequence
               from job
               where state = 'queued'
               order by sequence
               limit 1
               for update skip locked
             )
             returning id, attempts, payload",
            holder.0,
        )
        .fetch_optional(&mut tx)
        .await
        .or_failed()?;
        let Some(row) = row else { return Ok(None) };
        let payload = sound(serde_json::from_str(&row.payload).ok(), "job", "payload", &row.id)?;
        self.commit_change(tx).await?;
        let lease = Lease { job: JobId(row.id), holder, attempt: row.attempts.cast_unsigned() };
        Ok(Some(Claimed { lease, payload }))
    }

    async fn beat(&self, lease: &Lease, progress: &JobProgress) -> Result<()> {
        let mut tx = self.begin().await?;
        let updated = sqlx::query!(
            "update job
             set beat = beat + 1, stage = $1, done = $2, total = $3
             where id = $4
               and holder = $5
               and attempts = $6
               and state = 'running'",
            &text(&progress.stage),
            progress.done.cast_signed(),
            progress.total.cast_signed(),
            lease.job.0,
            lease.holder.0,
            number(lease.attempt),
        )
        .execute(&mut tx)
        .await
        .or_failed()?;
        held(&updated)?;
        self.commit_change(tx).await
    }

    async fn running(&self) -> Result<Vec<Sighting>> {
        let rows = sqlx::query!(
            r#"select id, holder as "holder!", attempts, beat
               from job
               where state = 'running'
               order by sequence"#,
        )
        .fetch_all(&mut self.snapshot().await?)
        .await
        .or_failed()?;
        let sighting = |job, holder, attempts: i32, beat: i64| Sighting {
            lease: Lease { job: JobId(job), holder: HolderId(holder), attempt: attempts.cast_unsigned() },
            beat: beat.cast_unsigned(),
        };
        Ok(rows.into_iter().map(|row| sighting(row.id, row.holder, row.attempts, row.beat)).collect())
    }

    async fn take_over(&self, seen: &Sighting, at: DateTime<Utc>) -> Result<Option<Outcome>> {
        let mut tx = self.begin().await?;
        let unchanged = sqlx::query!(
            "select 1 as one
             from job
             where id = $1
               and holder = $2
               and attempts = $3
               and beat = $4
               and state = 'running'
             for update",
            seen.lease.job.0,
            seen.lease.holder.0,
            number(seen.lease.attempt),
            seen.beat.cast_signed(),
        )
        .fetch_optional(&mut tx)
        .await
        .or_failed()?;
        if unchanged.is_none() {
            return Ok(None);
        }
        let outcome = give_up(&mut tx, &seen.lease, LOST_REASON, true, at).await?;
        self.commit_change(tx).await?;
        Ok(Some(outcome))
    }

    async fn finish(&self, lease: &Lease, revision: NewRevision, at: DateTime<Utc>) -> Result<u32> {
        retried(|| async {
            let mut tx = self.begin().await?;
            let batch = sqlx::query_scalar!(
                "update job
                 set state = 'done', holder = null, ended = $1
                 where id = $2
                   and holder = $3
                   and attempts = $4
                   and state = 'running'
                 returning batch",
                at,
                lease.job.0,
                lease.holder.0,
                number(lease.attempt),
            )
            .fetch_optional(&mut tx)
            .await
            .or_failed()?
            .ok_or(StorageError::LeaseLost)?;
            let number = insert_revision(&mut tx, batch, &revision, at).await?;
            drop_upload(&mut tx, batch).await?;
            self.commit_change(tx).await?;
            Ok(number)
        })
        .await
    }

    async fn fail(&self, lease: &Lease, reason: &str, retry: bool, at: DateTime<Utc>) -> Result<Outcome> {
        let mut tx = self.begin().await?;
        let outcome = give_up(&mut tx, lease, reason, retry, at).await?;
        self.commit_change(tx).await?;
        Ok(outcome)
    }

    async fn release(&self, lease: &Lease) -> Result<()> {
        let mut tx = self.begin().await?;
        let updated = sqlx::query!(
            "update job
             set state = 'queued', holder = null, attempts = attempts - 1
             where id = $1
               and holder = $2
               and attempts = $3
               and state = 'running'",
            lease.job.0,
            lease.holder.0,
            number(lease.attempt),
        )
        .execute(&mut tx)
        .await
        .or_failed()?;
        held(&updated)?;
        self.commit_change(tx).await
    }
}

/// Back to the queue, or failed for good.
async fn give_up(
    tx: &mut Tx,
    lease: &Lease,
    reason: &str,
    retry: bool,
    at: DateTime<Utc>,
) -> Result<Outcome> {
    let (job, holder, attempt) = (lease.job.0, lease.holder.0, number(lease.attempt));
    if retry && lease.attempt < MAX_ATTEMPTS {
        let updated = sqlx::query!(
            "update job
             set state = 'queued', holder = null
             where id = $1
               and holder = $2
               and attempts = $3
               and state = 'running'",
            job,
            holder,
            attempt,
        )
        .execute(tx)
        .await
        .or_failed()?;
        held(&updated)?;
        return Ok(Outcome::Queued);
    }
    let updated = sqlx::query!(
        "update job
         set state = 'failed', holder = null, reason = $1, ended = $2
         where id = $3
           and holder = $4
           and attempts = $5
           and state = 'running'",
        &text(reason),
        at,
        job,
        holder,
        attempt,
    )
    .execute(tx)
    .await
    .or_failed()?;
    held(&updated)?;
    Ok(Outcome::Failed)
}

fn held(updated: &PgQueryResult) -> Result<()> {
    if updated.rows_affected() == 1 { Ok(()) } else { Err(StorageError::LeaseLost) }
}
