//! Notifications that a batch has ended.

use async_trait::async_trait;
use chaffinch_storage::backend::{consistent, status, work};
use chaffinch_storage::{
    ATTEMPT_TAKES, BatchId, DeliveryOutcome, DueNotification, JobId, MAX_NOTIFICATION_REST, Named,
    NewNotification, Notification, NotificationState, Notifications, Result, StorageError,
};
use chrono::{DateTime, Utc};
use uuid::Uuid;

use super::Time;
use crate::dialect::{Backend, Connection, locking, retried, text};

/// Finds a batch with a notification to send now. `$lock` is the row lock.
macro_rules! due {
    ($tx:expr, $lock:literal, $at:expr) => {
        locking!(query_scalar!(
            "select notification.batch
             from notification
             where (
                 notification.state = 'trying'
                 and (notification.next_attempt <= $1 or $2 < notification.next_attempt)
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
             order by notification.next_attempt nulls first, notification.batch
             limit 1 ",
            $lock,
            Time($at),
            Time($at + MAX_NOTIFICATION_REST),
        ))
        .fetch_optional(&mut *$tx)
        .await
        .map_err(StorageError::from)
    };
}

#[async_trait]
impl Notifications for Backend {
    async fn notification(&self, batch: BatchId) -> Result<Option<Notification>> {
        let row = sqlx::query!(
            "select url, secret, state, attempts, next_attempt, error
             from notification
             where batch = $1",
            batch.0,
        )
        .fetch_optional(&mut *self.read().await?)
        .await?;
        let Some(row) = row else { return Ok(None) };
        Ok(Some(Notification {
            url: row.url,
            secret: row.secret,
            state: consistent(NotificationState::from_name(&row.state), "notification", "state", &batch)?,
            attempts: row.attempts.cast_unsigned(),
            next_attempt: row.next_attempt.map(Time::utc),
            error: row.error,
        }))
    }

    async fn due_notification(&self, at: DateTime<Utc>) -> Result<Option<DueNotification>> {
        // Called every second, so look without a lock first.
        if due!(self.read().await?, "", at)?.is_none() {
            return Ok(None);
        }
        retried(|| async {
            let mut tx = self.begin().await?;
            let Some(batch) = due!(tx, "for update skip locked", at)? else { return Ok(None) };
            let row = sqlx::query!(
                r#"update notification
                   set
                     attempts = case when state = 'waiting' then 1 else attempts + 1 end,
                     state = 'trying',
                     job = (select id from job where job.batch = notification.batch order by sequence desc limit 1),
                     next_attempt = $1
                   where batch = $2
                   returning url, secret, base, attempts, job as "job!""#,
                Time(at + ATTEMPT_TAKES),
                batch,
            )
            .fetch_one(&mut *tx)
            .await?;
            let ended = sqlx::query!(
                "select job.payload, job.state, job.stage, job.done, job.total, job.reason, batch.revision
                 from job
                 join batch on batch.id = job.batch
                 where job.id = $1",
                row.job,
            )
            .fetch_one(&mut *tx)
            .await?;
            tx.commit().await?;
            let ended_as = status(&ended.state, (ended.stage, ended.done, ended.total), ended.reason);
            Ok(Some(DueNotification {
                batch: BatchId(batch),
                job: JobId(row.job),
                attempt: row.attempts.cast_unsigned(),
                url: row.url,
                secret: row.secret,
                base: row.base,
                status: consistent(ended_as, "job", "state", &row.job)?,
                work: consistent(work(&ended.payload), "job", "payload", &row.job)?,
                revision: ended.revision.map(i32::cast_unsigned),
            }))
        })
        .await
    }

    async fn settle_notification(&self, due: &DueNotification, outcome: &DeliveryOutcome) -> Result<bool> {
        let (state, error, next) = match outcome {
            DeliveryOutcome::Accepted => (NotificationState::Told, None, None),
            DeliveryOutcome::Retry { error, at } => (NotificationState::Trying, Some(text(error)), Some(*at)),
            DeliveryOutcome::GivenUp { error } => (NotificationState::GivenUp, Some(text(error)), None),
        };
        let mut tx = self.begin().await?;
        let settled = sqlx::query!(
            "update notification
             set state = $1, error = $2, next_attempt = $3
             where batch = $4
               and job = $5
               and attempts = $6
               and state = 'trying'",
            state.name(),
            error.as_deref(),
            next.map(Time),
            due.batch.0,
            due.job.0,
            due.attempt.cast_signed(),
        )
        .execute(&mut *tx)
        .await?;
        tx.commit().await?;
        Ok(settled.rows_affected() > 0)
    }
}

/// Stores a requested notification.
pub(crate) async fn insert_notification(
    tx: &mut Connection,
    batch: Uuid,
    new: &NewNotification,
) -> Result<()> {
    sqlx::query!(
        "insert into notification (batch, url, secret, base)
         values ($1, $2, $3, $4)",
        batch,
        &text(&new.url),
        new.secret,
        &text(&new.base),
    )
    .execute(tx)
    .await?;
    Ok(())
}

/// Resets the notification of a batch: it has a new job, whose end will be reported.
pub(crate) async fn await_end(tx: &mut Connection, batch: Uuid) -> Result<()> {
    sqlx::query!(
        "update notification
         set state = 'waiting', attempts = 0, next_attempt = null, error = null
         where batch = $1",
        batch,
    )
    .execute(tx)
    .await?;
    Ok(())
}
