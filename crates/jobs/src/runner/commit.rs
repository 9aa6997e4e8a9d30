//! Records the end of an attempt: commits its result under the lease, or the reason why there is none.

use std::time::Duration;

use chaffinch_storage::{BatchId, JobId, JobProgress, Lease, Storage, StorageError, back_off};
use chrono::TimeDelta;
use tokio::time::{Instant, sleep};
use tokio_util::sync::CancellationToken;

use crate::batch::erased;
use crate::child::stages;
use crate::clock::Clock;
use crate::index::maintenance;
use crate::job::outcome::{JobError, JobOutcome, JobResult};

/// Rest of a job that found the disk full. An operator has to act first.
const DISK_FULL_REST: TimeDelta = TimeDelta::seconds(15);

/// Records the end of an attempt at the job of a lease. Each function returns the outcome as metrics name it.
pub(super) struct Commit<'a> {
    pub(super) storage: &'a dyn Storage,
    pub(super) clock: &'a dyn Clock,
    pub(super) lease: &'a Lease,
}

impl Commit<'_> {
    /// Commits the result of an attempt.
    pub(super) async fn settle(
        &self,
        result: Result<JobOutcome, JobError>,
    ) -> Result<&'static str, StorageError> {
        let now = self.clock.now();
        match result {
            Ok(JobOutcome::Finished(result)) => self.commit(result).await,
            Ok(JobOutcome::Crashed { reason }) => {
                self.storage.fail(self.lease, &reason, true, now).await.map(|_| "crashed")
            }
            // There was nothing left to read, because the batch was deleted or cancelled a moment ago.
            Ok(JobOutcome::Stopped) => Err(StorageError::LeaseLost),
            Err(error) => self.record_failure(error).await,
        }
    }

    async fn commit(&self, result: JobResult) -> Result<&'static str, StorageError> {
        let now = self.clock.now();
        let storing = JobProgress { stage: "storing".to_owned(), done: 0, total: 1 };
        let began = Instant::now();
        // Checks that the lease is still held. If the database is unavailable, the commit of a result is tried anyway.
        if let Err(StorageError::LeaseLost) = self.storage.heartbeat(self.lease, &storing).await {
            return Err(StorageError::LeaseLost);
        }
        let adds = matches!(result, JobResult::Report(..) | JobResult::Addition(_));
        let committed = match result {
            JobResult::Report(revision, ingest) => {
                self.storage.finish(self.lease, *revision, ingest, now).await.map(|_| "done")
            }
            JobResult::Addition(ingest) => {
                self.storage.finish_addition(self.lease, ingest, now).await.map(|()| "done")
            }
            JobResult::Term(course, term) => {
                self.storage.finish_term(self.lease, course, &term, now).await.map(|()| "done")
            }
            JobResult::Done => self.storage.settle(self.lease, now).await.map(|()| "done"),
            JobResult::Refused { reason } => {
                let reason = erased::remove_names(self.storage, self.lease.job, reason).await?;
                self.storage.fail(self.lease, &reason, false, now).await.map(|_| "refused")
            }
        };
        match committed {
            Err(StorageError::LeaseLost) => Err(StorageError::LeaseLost),
            Err(error) => self.record_failure(error.into()).await,
            Ok(outcome) => {
                if adds {
                    stages::record_stage("storing", began.into_std());
                }
                if adds && let Err(error) = maintenance::queue_compactions(self.storage, now).await {
                    tracing::warn!(?error, "cannot queue index maintenance; it will be tried again");
                }
                Ok(outcome)
            }
        }
    }

    /// Queues the combination of the reports of the course to which a batch belongs.
    pub(super) async fn queue_term(&self, batch: BatchId) -> Result<(), StorageError> {
        if let Some(batch) = self.storage.batch(batch).await? {
            let now = self.clock.now();
            self.storage.queue_term(batch.course, JobId::new(now), now).await?;
        }
        Ok(())
    }

    /// Records a failure of the service. The log has the cause, and the uploader gets the job id. A database that is
    /// temporarily unavailable does not count as a failure, and neither do a full disk and an index that is being repaired,
    /// however long that takes.
    async fn record_failure(&self, error: JobError) -> Result<&'static str, StorageError> {
        let error = match error {
            JobError::Storage(error) if is_temporary(&error) => return Err(error),
            error => error,
        };
        let waits_for = match &error {
            JobError::Index(error) if maintenance::queue_check(self.storage, error).await? => {
                Some(("the index is repaired", TimeDelta::zero()))
            }
            JobError::Child(error) if error.is_disk_full() => Some(("the disk has room", DISK_FULL_REST)),
            _ => None,
        };
        if let Some((what, rest)) = waits_for {
            tracing::warn!(?error, "the job waits until {what}");
            let not_before = self.clock.now() + rest.max(back_off(self.lease.attempt));
            return self.storage.release(self.lease, not_before).await.map(|()| "released");
        }
        tracing::error!(?error, "an attempt failed; the upload is not the cause");
        let reason = format!("The service failed. Its log has the cause under job {}.", self.lease.job);
        self.storage.fail(self.lease, &reason, true, self.clock.now()).await.map(|_| "faulty")
    }

    /// Releases a job that failed because the database was unavailable, as soon as it is available again, without
    /// counting the attempt. If another process takes over the job first, the result is the same.
    pub(super) async fn release_when_possible(
        &self,
        error: &StorageError,
        poll_interval: Duration,
        shutdown: &CancellationToken,
    ) -> Result<&'static str, StorageError> {
        tracing::warn!(?error, "releasing the job, because the database cannot be used");
        loop {
            sleep(poll_interval).await;
            match self.storage.release(self.lease, self.clock.now()).await {
                Err(error) if is_temporary(&error) && !shutdown.is_cancelled() => {}
                released => return released.map(|()| "released"),
            }
        }
    }
}

/// Returns whether the operation may succeed later without any change on this machine.
pub(super) fn is_temporary(error: &StorageError) -> bool {
    matches!(error, StorageError::Unavailable { .. })
}
