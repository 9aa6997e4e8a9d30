//! Messages to others.

use async_trait::async_trait;
use chaffinch_storage::backend::{consistent, progress, status, work};
use chaffinch_storage::{
    ATTEMPT_TAKES, BatchId, DueNotification, JobId, NewNotification, Notification, NotificationState,
    Notifications, Result, Told,
};
use chrono::{DateTime, Utc};
use sqlx::SqliteConnection;
use uuid::Uuid;

use crate::SqliteStorage;
use crate::rows::{Failing, micros, time};

#[async_trait]
impl Notifications for SqliteStorage {
    async fn notification(&self, batch: BatchId) -> Result<Option<Notification>> {
        let batch = batch.0;
        let row = sqlx::query!(
            "select url, secret, state, attempts, next_attempt, error
             from notification
             where batch = ?",
            batch,
        )
        .fetch_optional(&self.reader)
        .await
        .or_failed()?;
        let Some(row) = row else { return Ok(None) };
        Ok(Some(Notification {
            url: row.url,
            secret: row.secret,
            state: consistent(NotificationState::from_name(&row.state), "notification", "state", &batch)?,
            attempts: row.attempts as u32,
            next_attempt: row.next_attempt.map(time),
            error: row.error,
        }))
    }

    async fn due_notification(&self, at: DateTime<Utc>) -> Result<Option<DueNotification>> {
        let now = micros(at);
        // Asked every second: look without the writing lock first.
        let Some(batch) = due(&mut *self.read().await?, now).await? else { return Ok(None) };
        let mut tx = self.begin().await?;
        if due(&mut tx, now).await? != Some(batch) {
            return Ok(None);
        }
        let again = micros(at + ATTEMPT_TAKES);
        let row = sqlx::query!(
            r#"update notification
               set
                 attempts = case when state = 'waiting' then 1 else attempts + 1 end,
                 state = 'trying',
                 job = (select id from job where job.batch = notification.batch order by sequence desc limit 1),
                 next_attempt = ?
               where batch = ?
               returning url, secret, base, attempts, job as "job!: Uuid""#,
            again,
            batch,
        )
        .fetch_one(&mut *tx)
        .await
        .or_failed()?;
        let ended = sqlx::query!(
            "select job.payload, job.state, job.stage, job.done, job.total, job.reason, batch.revision
             from job
             join batch on batch.id = job.batch
             where job.id = ?",
            row.job,
        )
        .fetch_one(&mut *tx)
        .await
        .or_failed()?;
        tx.commit().await.or_failed()?;
        let ended_as = status(&ended.state, progress(ended.stage, ended.done, ended.total), ended.reason);
        Ok(Some(DueNotification {
            batch: BatchId(batch),
            job: JobId(row.job),
            attempt: row.attempts as u32,
            url: row.url,
            secret: row.secret,
            base: row.base,
            status: consistent(ended_as, "job", "state", &row.job)?,
            work: consistent(work(&ended.payload), "job", "payload", &row.job)?,
            revision: ended.revision.map(|number| number as u32),
        }))
    }

    async fn settle_notification(&self, due: &DueNotification, told: &Told) -> Result<bool> {
        let (batch, job, attempt) = (due.batch.0, due.job.0, due.attempt);
        let (state, error, next) = match told {
            Told::Heard => (NotificationState::Told, None, None),
            Told::Later { error, at } => (NotificationState::Trying, Some(error), Some(micros(*at))),
            Told::Never { error } => (NotificationState::GivenUp, Some(error), None),
        };
        let state = state.name();
        let settled = sqlx::query!(
            "update notification
             set state = ?, error = ?, next_attempt = ?
             where batch = ?
               and job = ?
               and attempts = ?
               and state = 'trying'",
            state,
            error,
            next,
            batch,
            job,
            attempt,
        )
        .execute(&mut *self.write().await?)
        .await
        .or_failed()?;
        Ok(0 < settled.rows_affected())
    }
}

/// A batch about which there is something to tell now.
async fn due(db: &mut SqliteConnection, now: i64) -> Result<Option<Uuid>> {
    sqlx::query_scalar!(
        r#"select notification.batch as "batch!: Uuid"
           from notification
           where (
               notification.state = 'trying'
               and notification.next_attempt <= ?
             )
             or (
               notification.state = 'waiting'
               and (
                 select job.state
                 from job
                 where job.batch = notification.batch
                 order by job.sequence desc
                 limit 1
               ) in ('done', 'failed', 'cancelled')
             )
           order by notification.next_attempt, notification.batch
           limit 1"#,
        now,
    )
    .fetch_optional(db)
    .await
    .or_failed()
}

/// Keeps the wish to be told.
pub(crate) async fn insert_notification(
    tx: &mut SqliteConnection,
    batch: Uuid,
    new: &NewNotification,
) -> Result<()> {
    sqlx::query!(
        "insert into notification (batch, url, secret, base)
         values (?, ?, ?, ?)",
        batch,
        new.url,
        new.secret,
        new.base,
    )
    .execute(tx)
    .await
    .or_failed()?;
    Ok(())
}

/// There will be another end to tell.
pub(crate) async fn await_end(tx: &mut SqliteConnection, batch: Uuid) -> Result<()> {
    sqlx::query!(
        "update notification
         set state = 'waiting', attempts = 0, next_attempt = null, error = null
         where batch = ?",
        batch,
    )
    .execute(tx)
    .await
    .or_failed()?;
    Ok(())
}
