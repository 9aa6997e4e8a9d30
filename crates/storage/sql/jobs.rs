//! The job queue. Every statement that changes a running job names the whole lease. If it changes no row, the lease is
//! lost.

use async_trait::async_trait;
use chaffinch_storage::backend::{consistent, json, owner};
use chaffinch_storage::{
    BYTES_A_PASS, ClaimLimits, Claimed, HolderId, JobId, JobPayload, JobProgress, Jobs, LOST_REASON, Lane,
    Lease, MAX_ATTEMPTS, MAX_PASSES, MAX_RETRY_DELAY, Named, NewIngest, NewRevision, Outcome, Owner,
    QueueState, Result, RunningLease, SchemeId, StorageError, back_off,
};
use chrono::{DateTime, Utc};

use super::accept::{NewJob, insert_job};
use super::ingest::insert_ingest;
use super::revisions::insert_revision;
use super::{Time, number};
use crate::dialect::{Backend, Connection, Executed, lock, locking, retried_while_away, text};

/// Key of the advisory lock for claiming: the letters of "claim", so that no other program takes it by chance.
const CLAIMING: i64 = 0x63_6c61_696d;

#[async_trait]
impl Jobs for Backend {
    async fn claim_within(
        &self,
        holder: HolderId,
        lane: Lane,
        limits: ClaimLimits,
        at: DateTime<Utc>,
    ) -> Result<Option<Claimed>> {
        // Idle workers ask every second, so look without a lock first.
        let waiting = sqlx::query!(
            "select 1 as one from job where state = 'queued' and lane = $1 limit 1",
            lane.name()
        )
        .fetch_optional(&mut *self.read().await?)
        .await?;
        if waiting.is_none() {
            return Ok(None);
        }
        let mut tx = self.begin().await?;
        // Otherwise, two claims at the same moment would each miss the other's job when they count running jobs.
        lock!(tx, "select 1 as one from pg_advisory_xact_lock($1)", CLAIMING);
        // Skips a job that another process is about to claim.
        let row = locking!(query!(
            "update job
             set state = 'running', holder = $1, beat = 0, attempts = attempts + 1, stage = '', done = 0, total = 0
             where sequence = (
               select job.sequence
               from job
               left join account on account.id = job.account
               where job.state = 'queued'
                 and job.lane = $2
                 and (job.not_before <= $3 or $4 < job.not_before)
                 -- Not while a report that it may begin from still speaks of somebody who was erased.
                 and not exists (select 1 from erasure_revision where erasure_revision.batch = job.batch)
                 and (select count(*) from job other
                      where other.account = job.account
                        and other.state = 'running'
                        and other.lane = job.lane) < $7
                 and job.size <= $8
               order by coalesce(account.served, 0),
                 job.sequence + case when job.size / $5 < $6 then job.size / $5 else $6 end, job.sequence
               limit 1 ",
            "for update of job skip locked",
            ") returning id, account, attempts, payload",
            holder.0,
            lane.name(),
            Time(at),
            Time(at + MAX_RETRY_DELAY),
            BYTES_A_PASS.cast_signed(),
            MAX_PASSES.cast_signed(),
            i64::from(limits.running_of_account),
            i64::try_from(limits.upload_bytes).unwrap_or(i64::MAX),
        ))
        .fetch_optional(&mut *tx)
        .await?;
        let Some(row) = row else { return Ok(None) };
        sqlx::query!(
            "update account set served = (select max(served) + 1 from account) where id = $1",
            row.account,
        )
        .execute(&mut *tx)
        .await?;
        let payload = consistent(serde_json::from_str(&row.payload).ok(), "job", "payload", &row.id)?;
        self.commit_change(tx).await?;
        let lease = Lease { job: JobId(row.id), holder, attempt: row.attempts.cast_unsigned() };
        Ok(Some(Claimed { lease, payload }))
    }

    async fn heartbeat(&self, lease: &Lease, progress: &JobProgress) -> Result<()> {
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
        .execute(&mut *tx)
        .await?;
        held(&updated)?;
        self.commit_change(tx).await
    }

    async fn running(&self) -> Result<Vec<RunningLease>> {
        let rows = sqlx::query!(
            r#"select id, holder as "holder!", attempts, beat
               from job
               where state = 'running'
               order by sequence"#,
        )
        .fetch_all(&mut *self.read().await?)
        .await?;
        let running_lease = |job, holder, attempts: i32, beat: i64| RunningLease {
            lease: Lease { job: JobId(job), holder: HolderId(holder), attempt: attempts.cast_unsigned() },
            beat: beat.cast_unsigned(),
        };
        Ok(rows.into_iter().map(|row| running_lease(row.id, row.holder, row.attempts, row.beat)).collect())
    }

    async fn take_over(&self, seen: &RunningLease, at: DateTime<Utc>) -> Result<Option<Outcome>> {
        let mut tx = self.begin().await?;
        let unchanged = locking!(query!(
            "select 1 as one
             from job
             where id = $1
               and holder = $2
               and attempts = $3
               and beat = $4
               and state = 'running' ",
            "for update",
            seen.lease.job.0,
            seen.lease.holder.0,
            number(seen.lease.attempt),
            seen.beat.cast_signed(),
        ))
        .fetch_optional(&mut *tx)
        .await?;
        if unchanged.is_none() {
            // A row that changed while this transaction waited for it stays locked until the transaction ends, and a
            // claim skips locked rows. A dropped transaction ends later.
            tx.commit().await?;
            return Ok(None);
        }
        let outcome = give_up(&mut tx, &seen.lease, LOST_REASON, true, at).await?;
        self.commit_change(tx).await?;
        Ok(Some(outcome))
    }

    async fn finish(
        &self,
        lease: &Lease,
        revision: NewRevision,
        ingest: NewIngest,
        at: DateTime<Utc>,
    ) -> Result<u32> {
        retried_while_away(|| async {
            let mut tx = self.begin().await?;
            let Some(owner @ Owner::Batch(batch)) = end(&mut tx, lease, at).await? else {
                return Err(StorageError::LeaseLost);
            };
            let joined = ingest.submissions.len();
            let starter_files = ingest.documents.iter().filter(|document| document.submission == 0).count();
            let number =
                insert_revision(&mut tx, batch.0, lease.job, &revision, joined, starter_files, at).await?;
            insert_ingest(&mut tx, owner, &ingest).await?;
            self.commit_change(tx).await?;
            self.reclaim_much().await;
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

    async fn release(&self, lease: &Lease, not_before: DateTime<Utc>) -> Result<()> {
        let mut tx = self.begin().await?;
        let updated = sqlx::query!(
            "update job
             set state = 'queued', holder = null, attempts = attempts - 1, not_before = $1
             where id = $2
               and holder = $3
               and attempts = $4
               and state = 'running'",
            Time(not_before),
            lease.job.0,
            lease.holder.0,
            number(lease.attempt),
        )
        .execute(&mut *tx)
        .await?;
        held(&updated)?;
        self.commit_change(tx).await
    }

    async fn settle(&self, lease: &Lease, at: DateTime<Utc>) -> Result<()> {
        let mut tx = self.begin().await?;
        end(&mut tx, lease, at).await?;
        self.commit_change(tx).await?;
        self.reclaim_much().await;
        Ok(())
    }

    async fn queue_compaction(&self, scheme: SchemeId, job: JobId, at: DateTime<Utc>) -> Result<bool> {
        let payload = JobPayload::Compact { scheme };
        let mut tx = self.begin().await?;
        lock!(tx, "select 1 as one from index_scheme where id = $1 for no key update", number(scheme.0));
        let queued = queue_once(&mut tx, &payload, (job, at), true).await?;
        self.commit_change(tx).await?;
        Ok(queued)
    }

    async fn queue(&self) -> Result<QueueState> {
        let row = sqlx::query!(
            r#"select
                 count(*) filter (where state = 'queued') as "queued!: i64",
                 count(*) filter (where state = 'running') as "running!: i64",
                 min(created) filter (where state = 'queued') as "oldest: Time"
               from job
               where state in ('queued', 'running')"#,
        )
        .fetch_one(&mut *self.read().await?)
        .await?;
        Ok(QueueState {
            queued: row.queued.cast_unsigned(),
            running: row.running.cast_unsigned(),
            oldest: row.oldest.map(Time::utc),
        })
    }
}

/// Queues a job of the maintenance lane unless one for the same waits already, or runs, if `or_runs` is set. The caller
/// has locked what the job is for: a request at the same moment waits, and then finds the job. Returns whether it was
/// queued.
pub(crate) async fn queue_once(
    tx: &mut Connection,
    payload: &JobPayload,
    (job, at): (JobId, DateTime<Utc>),
    or_runs: bool,
) -> Result<bool> {
    let there = sqlx::query!(
        "select 1 as one
         from job
         where lane = 'house'
           and (state = 'queued' or (state = 'running' and $2))
           and payload = $1",
        json(payload),
        or_runs,
    )
    .fetch_optional(&mut *tx)
    .await?;
    if there.is_some() {
        return Ok(false);
    }
    insert_job(tx, &NewJob { id: job, owner: None, account: None, payload, at }, Vec::new()).await?;
    Ok(true)
}

/// Marks a job done if its lease holds, and deletes its upload. Returns the batch or archive of the job, if any.
pub(crate) async fn end(tx: &mut Connection, lease: &Lease, at: DateTime<Utc>) -> Result<Option<Owner>> {
    let row = sqlx::query!(
        "update job
         set state = 'done', holder = null, ended = $1
         where id = $2
           and holder = $3
           and attempts = $4
           and state = 'running'
         returning batch, archive",
        Time(at),
        lease.job.0,
        lease.holder.0,
        number(lease.attempt),
    )
    .fetch_optional(&mut *tx)
    .await?
    .ok_or(StorageError::LeaseLost)?;
    sqlx::query!("delete from part where job = $1", lease.job.0).execute(&mut *tx).await?;
    forget(tx, lease.job).await?;
    Ok(owner(row.batch, row.archive))
}

/// Deletes what remains of an ended job: the run that it did not publish, and the job itself if it has no batch or
/// archive.
async fn forget(tx: &mut Connection, job: JobId) -> Result<()> {
    sqlx::query!("delete from index_run where building = $1", job.0).execute(&mut *tx).await?;
    sqlx::query!("delete from job where id = $1 and batch is null and archive is null", job.0)
        .execute(tx)
        .await?;
    Ok(())
}

/// Checks that the lease holds, and locks the job until the transaction ends. Returns its batch or archive, if any.
pub(crate) async fn hold(tx: &mut Connection, lease: &Lease) -> Result<Option<Owner>> {
    let row = locking!(query!(
        "select batch, archive
         from job
         where id = $1
           and holder = $2
           and attempts = $3
           and state = 'running' ",
        "for update",
        lease.job.0,
        lease.holder.0,
        number(lease.attempt),
    ))
    .fetch_optional(tx)
    .await?
    .ok_or(StorageError::LeaseLost)?;
    Ok(owner(row.batch, row.archive))
}

/// Puts a job back into the queue or marks it failed.
async fn give_up(
    tx: &mut Connection,
    lease: &Lease,
    reason: &str,
    retry: bool,
    at: DateTime<Utc>,
) -> Result<Outcome> {
    let (job, holder, attempt) = (lease.job.0, lease.holder.0, number(lease.attempt));
    if retry && lease.attempt < MAX_ATTEMPTS {
        let updated = sqlx::query!(
            "update job
             set state = 'queued', holder = null, not_before = $1
             where id = $2
               and holder = $3
               and attempts = $4
               and state = 'running'",
            Time(at + back_off(lease.attempt)),
            job,
            holder,
            attempt,
        )
        .execute(tx)
        .await?;
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
        Time(at),
        job,
        holder,
        attempt,
    )
    .execute(&mut *tx)
    .await?;
    held(&updated)?;
    // A failed upload stays for diagnosis, unless an erased person may be in it.
    sqlx::query!(
        "delete from part
         where job = $1
           and exists (
             select 1 from erasure join job on job.sequence <= erasure.last_job and job.created <= erasure.at
             where job.id = $1
           )",
        job,
    )
    .execute(&mut *tx)
    .await?;
    forget(tx, lease.job).await?;
    Ok(Outcome::Failed)
}

fn held(updated: &Executed) -> Result<()> {
    if updated.rows_affected() == 1 { Ok(()) } else { Err(StorageError::LeaseLost) }
}
