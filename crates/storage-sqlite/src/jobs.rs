//! The queue. Every statement that changes a job names the whole lease; none affected means: lost.

use async_trait::async_trait;
use chaffinch_storage::backend::{consistent, json, owner};
use chaffinch_storage::{
    BYTES_A_PASS, Claimed, HolderId, JobId, JobPayload, JobProgress, Jobs, LOST_REASON, Lane, Lease,
    MAX_ATTEMPTS, MAX_PASSES, MAX_RETRY_DELAY, NewIngest, NewRevision, Outcome, Owner, QueueState, Result,
    SchemeId, Sighting, StorageError, back_off,
};
use chrono::{DateTime, Utc};
use sqlx::SqliteConnection;
use sqlx::sqlite::SqliteQueryResult;
use uuid::Uuid;

use crate::SqliteStorage;
use crate::accept::{NewJob, insert_job};
use crate::documents::insert_ingest;
use crate::revisions::insert_revision;
use crate::rows::{Failing, micros, time};

#[async_trait]
impl Jobs for SqliteStorage {
    async fn claim_within(
        &self,
        holder: HolderId,
        lane: Lane,
        most_of_account: u32,
        at: DateTime<Utc>,
    ) -> Result<Option<Claimed>> {
        let lane = lane.name();
        // Idle workers ask every second: look without the writing lock first.
        let waiting =
            sqlx::query!("select 1 as one from job where state = 'queued' and lane = ? limit 1", lane)
                .fetch_optional(&self.reader)
                .await
                .or_failed()?;
        if waiting.is_none() {
            return Ok(None);
        }
        let (process, now, longest) = (holder.0, micros(at), micros(at + MAX_RETRY_DELAY));
        let (bytes_a_pass, most_passes) = (BYTES_A_PASS.cast_signed(), MAX_PASSES.cast_signed());
        let mut tx = self.begin().await?;
        let row = sqlx::query!(
            r#"update job
               set state = 'running', holder = ?1, beat = 0, attempts = attempts + 1, stage = '', done = 0, total = 0
               where sequence = (
                 select job.sequence
                 from job
                 left join account on account.id = job.account
                 where job.state = 'queued'
                   and job.lane = ?2
                   and (job.not_before <= ?3 or ?4 < job.not_before)
                   -- Not while a report that it may begin from still speaks of somebody who was erased.
                   and not exists (select 1 from erasure_revision where erasure_revision.batch = job.batch)
                   and (select count(*) from job other
                        where other.account = job.account
                          and other.state = 'running'
                          and other.lane = job.lane) < ?7
                 order by coalesce(account.served, 0), job.sequence + min(job.size / ?5, ?6), job.sequence
                 limit 1
               )
               returning id as "id!: Uuid", account as "account: Uuid", attempts, payload"#,
            process,
            lane,
            now,
            longest,
            bytes_a_pass,
            most_passes,
            most_of_account,
        )
        .fetch_optional(&mut *tx)
        .await
        .or_failed()?;
        let Some(row) = row else { return Ok(None) };
        sqlx::query!(
            "update account set served = (select max(served) + 1 from account) where id = ?",
            row.account,
        )
        .execute(&mut *tx)
        .await
        .or_failed()?;
        tx.commit().await.or_failed()?;
        self.changed();
        Ok(Some(Claimed {
            lease: Lease { job: JobId(row.id), holder, attempt: row.attempts as u32 },
            payload: consistent(serde_json::from_str(&row.payload).ok(), "job", "payload", &row.id)?,
        }))
    }

    async fn heartbeat(&self, lease: &Lease, progress: &JobProgress) -> Result<()> {
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
        .execute(&mut *self.write().await?)
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

    async fn finish(
        &self,
        lease: &Lease,
        revision: NewRevision,
        ingest: NewIngest,
        at: DateTime<Utc>,
    ) -> Result<u32> {
        let mut tx = self.begin().await?;
        let Some(owner @ Owner::Batch(batch)) = end(&mut tx, lease, at).await? else {
            return Err(StorageError::LeaseLost);
        };
        let joined = ingest.submissions.len();
        let number = insert_revision(&mut tx, batch.0, lease.job, &revision, joined, at).await?;
        insert_ingest(&mut tx, owner, ingest).await?;
        tx.commit().await.or_failed()?;
        self.changed();
        self.reclaim_much().await;
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
        .execute(&mut *self.write().await?)
        .await
        .or_failed()?;
        held(&updated)?;
        self.changed();
        Ok(())
    }

    async fn settle(&self, lease: &Lease, at: DateTime<Utc>) -> Result<()> {
        let mut tx = self.begin().await?;
        end(&mut tx, lease, at).await?;
        tx.commit().await.or_failed()?;
        self.changed();
        self.reclaim_much().await;
        Ok(())
    }

    async fn queue_compaction(&self, scheme: SchemeId, job: JobId, at: DateTime<Utc>) -> Result<bool> {
        let payload = JobPayload::Compact { scheme };
        let mut tx = self.begin().await?;
        let stored = json(&payload);
        let there = sqlx::query!(
            "select 1 as one from job where lane = 'house' and state in ('queued', 'running') and payload = ?",
            stored,
        )
        .fetch_optional(&mut *tx)
        .await
        .or_failed()?;
        if there.is_some() {
            return Ok(false);
        }
        let job = NewJob { id: job, owner: None, account: None, payload: &payload, at };
        insert_job(&mut tx, &job, Vec::new()).await?;
        tx.commit().await.or_failed()?;
        self.changed();
        Ok(true)
    }

    async fn queue(&self) -> Result<QueueState> {
        let row = sqlx::query!(
            r#"select
                 count(*) filter (where state = 'queued') as "queued!: i64",
                 count(*) filter (where state = 'running') as "running!: i64",
                 min(created) filter (where state = 'queued') as "oldest: i64"
               from job
               where state in ('queued', 'running')"#,
        )
        .fetch_one(&self.reader)
        .await
        .or_failed()?;
        Ok(QueueState {
            queued: row.queued.cast_unsigned(),
            running: row.running.cast_unsigned(),
            oldest: row.oldest.map(time),
        })
    }
}

/// Marks a job done while its lease holds, and drops the upload it read. What it worked on, if anything.
pub(crate) async fn end(
    tx: &mut SqliteConnection,
    lease: &Lease,
    at: DateTime<Utc>,
) -> Result<Option<Owner>> {
    let (job, holder, now) = (lease.job.0, lease.holder.0, micros(at));
    let row = sqlx::query!(
        r#"update job
           set state = 'done', holder = null, ended = ?
           where id = ?
             and holder = ?
             and attempts = ?
             and state = 'running'
           returning batch as "batch: Uuid", archive as "archive: Uuid""#,
        now,
        job,
        holder,
        lease.attempt,
    )
    .fetch_optional(&mut *tx)
    .await
    .or_failed()?
    .ok_or(StorageError::LeaseLost)?;
    sqlx::query!("delete from part where job = ?", job).execute(&mut *tx).await.or_failed()?;
    forget(tx, lease.job).await?;
    Ok(owner(row.batch, row.archive))
}

/// Takes away what is left of a job that has ended and that nobody will ask for again: the run that it was writing when
/// it was stopped, and the job itself where it belongs to nobody.
async fn forget(tx: &mut SqliteConnection, job: JobId) -> Result<()> {
    sqlx::query!("delete from index_run where building = ?", job.0).execute(&mut *tx).await.or_failed()?;
    sqlx::query!("delete from job where id = ? and batch is null and archive is null", job.0)
        .execute(tx)
        .await
        .or_failed()?;
    Ok(())
}

/// That the lease holds, for as long as the transaction lasts: nobody else writes meanwhile.
pub(crate) async fn hold(tx: &mut SqliteConnection, lease: &Lease) -> Result<Option<Owner>> {
    let (job, holder) = (lease.job.0, lease.holder.0);
    let row = sqlx::query!(
        r#"select batch as "batch: Uuid", archive as "archive: Uuid"
           from job
           where id = ?
             and holder = ?
             and attempts = ?
             and state = 'running'"#,
        job,
        holder,
        lease.attempt,
    )
    .fetch_optional(tx)
    .await
    .or_failed()?
    .ok_or(StorageError::LeaseLost)?;
    Ok(owner(row.batch, row.archive))
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
        let not_before = micros(at + back_off(lease.attempt));
        let updated = sqlx::query!(
            "update job
             set state = 'queued', holder = null, not_before = ?
             where id = ?
               and holder = ?
               and attempts = ?
               and state = 'running'",
            not_before,
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
    .execute(&mut *tx)
    .await
    .or_failed()?;
    held(&updated)?;
    // What a failed upload held stays, so that the trouble can be looked at; not where somebody in it may have been erased.
    sqlx::query!(
        "delete from part
         where job = ?1
           and exists (
             select 1 from erasure join job on job.sequence <= erasure.last_job and job.created <= erasure.at
             where job.id = ?1
           )",
        job,
    )
    .execute(&mut *tx)
    .await
    .or_failed()?;
    forget(tx, lease.job).await?;
    Ok(Outcome::Failed)
}

fn held(updated: &SqliteQueryResult) -> Result<()> {
    if updated.rows_affected() == 1 { Ok(()) } else { Err(StorageError::LeaseLost) }
}
