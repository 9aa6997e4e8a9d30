//! One attempt at one job: does its work, renews its lease meanwhile and notices when the lease is lost, and commits the
//! result under the lease, or records the reason why there is none. Only maintenance jobs commit piece by piece.

use std::sync::Arc;
use std::time::Instant;

use chaffinch_storage::{
    BatchId, Claimed, JobId, JobPayload, JobProgress, Lease, Storage, StorageError, back_off,
};
use chrono::TimeDelta;
use tokio::sync::watch;
use tokio::time::{MissedTickBehavior, interval, sleep};
use tokio_util::sync::CancellationToken;

use super::{Runner, RunnerSettings};
use crate::batch::{self, erased};
use crate::child::exit::is_disk_full;
use crate::child::process;
use crate::child::scratch::ScratchDir;
use crate::index::maintenance;
use crate::job::{JobContext, JobError, JobResult, Result, unless_stopped};
use crate::query::check;
use crate::{archive, course};

/// Rest of a job that found the disk full. An operator has to act first.
const DISK_FULL_REST: TimeDelta = TimeDelta::seconds(15);

impl Runner {
    /// Runs one job, from the claim to the commit.
    pub(super) async fn work(
        self: Arc<Self>,
        claimed: Claimed,
        scratch: Arc<ScratchDir>,
        shutdown: CancellationToken,
    ) {
        let Claimed { lease, payload } = claimed;
        let (kind, batch) = (payload.kind(), payload.reports_on());
        let checked = match payload {
            JobPayload::Analyse { batch } => Some((batch, false)),
            JobPayload::Late { batch, opens_case: true } => Some((batch, true)),
            _ => None,
        };
        tracing::info!(kind, attempt = lease.attempt, "started");
        let began = Instant::now();
        let (sender, progress) = watch::channel(JobProgress::default());
        let (stop, done) = (CancellationToken::new(), CancellationToken::new());
        let work = async {
            let context = JobContext {
                storage: &*self.storage,
                clock: &*self.clock,
                settings: &self.settings.child,
                scratch: &scratch,
                progress: &sender,
                stop: &stop,
            };
            let result = Box::pin(run_attempt(&context, &lease, payload)).await;
            done.cancel();
            result
        };
        let heartbeat = async {
            let end = keep_lease(&*self.storage, &lease, progress, &self.settings, &done, &shutdown).await;
            stop.cancel();
            end
        };
        let (result, end) = tokio::join!(work, heartbeat);
        let settled = match end {
            HeartbeatEnd::Done => match self.settle(&lease, result).await {
                Err(error) if is_temporary(&error) => {
                    self.release_when_possible(&lease, &error, &shutdown).await
                }
                settled => settled,
            },
            HeartbeatEnd::Lost => Err(StorageError::LeaseLost),
            HeartbeatEnd::Shutdown => {
                self.storage.release(&lease, self.clock.now()).await.map(|()| "released")
            }
        };
        let outcome = match settled {
            Ok(outcome) => outcome,
            Err(StorageError::LeaseLost) => "abandoned",
            Err(error) => {
                tracing::error!(?error, "cannot record the end of a job; another worker will take it over");
                "unsettled"
            }
        };
        if let (Some(batch), "done") = (batch, outcome)
            && let Err(error) = self.queue_term(batch).await
        {
            tracing::warn!(?error, "cannot queue the evidence over the term; its page will do it");
        }
        if let (Some((batch, is_late)), "done") = (checked, outcome)
            && let Err(error) = check::open_case(&*self.storage, batch, is_late, self.clock.now()).await
        {
            tracing::warn!(?error, batch.id = %batch, "cannot open a case; its report shows the pairs");
        }
        let seconds = began.elapsed().as_secs_f64();
        tracing::info!(kind, outcome, seconds, "ended");
        metrics::counter!("chaffinch_jobs_total", "outcome" => outcome, "kind" => kind).increment(1);
        metrics::histogram!("chaffinch_job_seconds", "kind" => kind).record(seconds);
    }

    /// Commits the result of an attempt, or records why there is none. Returns the outcome as metrics name it.
    async fn settle(&self, lease: &Lease, result: Result<JobResult>) -> Result<&'static str, StorageError> {
        let (storage, now) = (&*self.storage, self.clock.now());
        let result = match result {
            Ok(result) => Ok(result),
            Err(JobError::Refused { reason }) => Err(reason),
            Err(JobError::Crashed { reason }) => {
                return storage.fail(lease, &reason, true, now).await.map(|_| "crashed");
            }
            Err(JobError::Stopped) => return Err(StorageError::LeaseLost),
            Err(error) => return self.record_failure(lease, error).await,
        };
        let storing = JobProgress { stage: "storing".to_owned(), done: 0, total: 1 };
        let began = Instant::now();
        // Checks that the lease is still held. If the database is unavailable, the commit of a result is tried anyway.
        if let Err(StorageError::LeaseLost) = storage.heartbeat(lease, &storing).await {
            return Err(StorageError::LeaseLost);
        }
        let adds = matches!(result, Ok(JobResult::Report(..) | JobResult::Addition(_)));
        let outcome = if result.is_ok() { "done" } else { "refused" };
        let committed = match result {
            Ok(JobResult::Report(revision, ingest)) => {
                storage.finish(lease, *revision, ingest, now).await.map(drop)
            }
            Ok(JobResult::Addition(ingest)) => storage.finish_addition(lease, ingest, now).await,
            Ok(JobResult::Term(course, term)) => storage.finish_term(lease, course, &term, now).await,
            Ok(JobResult::Done) => storage.settle(lease, now).await,
            Err(reason) => {
                let reason = erased::remove_names(storage, lease.job, reason).await?;
                storage.fail(lease, &reason, false, now).await.map(drop)
            }
        };
        match committed {
            Err(StorageError::LeaseLost) => Err(StorageError::LeaseLost),
            Err(error) => self.record_failure(lease, error.into()).await,
            Ok(()) => {
                if adds {
                    process::record_stage("storing", began);
                }
                if adds && let Err(error) = maintenance::queue_compactions(storage, now).await {
                    tracing::warn!(?error, "cannot queue index maintenance; it will be tried again");
                }
                Ok(outcome)
            }
        }
    }

    /// Queues the combination of the reports of the course to which a batch belongs.
    async fn queue_term(&self, batch: BatchId) -> Result<(), StorageError> {
        if let Some(batch) = self.storage.batch(batch).await? {
            let now = self.clock.now();
            self.storage.queue_term(batch.course, JobId::new(now), now).await?;
        }
        Ok(())
    }

    /// Records a failure of the service. The log has the cause, and the uploader gets the job id. A database that is
    /// temporarily unavailable does not count as a failure, and neither do a full disk and an index that is being repaired,
    /// however long that takes.
    async fn record_failure(&self, lease: &Lease, error: JobError) -> Result<&'static str, StorageError> {
        let error = match error {
            JobError::Storage(error) if is_temporary(&error) => return Err(error),
            error => error,
        };
        let waits_for = match &error {
            JobError::Index(error) if maintenance::queue_check(&*self.storage, error).await? => {
                Some(("the index is repaired", TimeDelta::zero()))
            }
            JobError::Child(error) if is_disk_full(error) => Some(("the disk has room", DISK_FULL_REST)),
            _ => None,
        };
        if let Some((what, rest)) = waits_for {
            tracing::warn!(?error, "the job waits until {what}");
            let not_before = self.clock.now() + rest.max(back_off(lease.attempt));
            return self.storage.release(lease, not_before).await.map(|()| "released");
        }
        tracing::error!(?error, "an attempt failed; the upload is not the cause");
        let reason = format!("The service failed. Its log has the cause under job {}.", lease.job);
        self.storage.fail(lease, &reason, true, self.clock.now()).await.map(|_| "faulty")
    }

    /// Releases a job that failed because the database was unavailable, as soon as it is available again, without
    /// counting the attempt. If another process takes over the job first, the result is the same.
    async fn release_when_possible(
        &self,
        lease: &Lease,
        error: &StorageError,
        shutdown: &CancellationToken,
    ) -> Result<&'static str, StorageError> {
        tracing::warn!(?error, "releasing the job, because the database cannot be used");
        loop {
            sleep(self.settings.poll_interval).await;
            match self.storage.release(lease, self.clock.now()).await {
                Err(error) if is_temporary(&error) && !shutdown.is_cancelled() => {}
                released => return released.map(|()| "released"),
            }
        }
    }
}

/// Returns whether the operation may succeed later without any change on this machine.
fn is_temporary(error: &StorageError) -> bool {
    matches!(error, StorageError::Unavailable { .. })
}

/// Does the work of a job. When this returns, with or without an error, its child processes and their folder are gone.
async fn run_attempt(context: &JobContext<'_>, lease: &Lease, payload: JobPayload) -> Result<JobResult> {
    let JobContext { storage, progress, .. } = *context;
    match payload {
        JobPayload::Analyse { batch } => batch::analyse(context, lease.job, batch).await,
        JobPayload::Rescore { batch, review } => batch::rescore(context, batch, review).await,
        JobPayload::Late { batch, opens_case } => {
            Box::pin(batch::add_late_work(context, lease.job, batch, opens_case)).await
        }
        JobPayload::AddUpload { archive, options } => {
            archive::add_upload(context, lease.job, archive, *options).await
        }
        JobPayload::AddBatch { archive, batch } => {
            unless_stopped(context, archive::add_batch(context, archive, batch)).await
        }
        JobPayload::Reduce { archive } => {
            unless_stopped(context, archive::reduce_archive(storage, lease, archive, progress)).await?;
            Ok(JobResult::Done)
        }
        JobPayload::Compact { scheme } => {
            unless_stopped(context, maintenance::maintain(storage, lease, scheme, progress)).await?;
            Ok(JobResult::Done)
        }
        JobPayload::Term { course } => {
            let term = unless_stopped(context, course::term(storage, course)).await?;
            Ok(JobResult::Term(course, Box::new(term)))
        }
        JobPayload::Check(request) => check::check(context, lease, &request).await,
    }
}

/// Reason why the heartbeats stopped.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum HeartbeatEnd {
    /// The work is done.
    Done,
    /// The job was taken over, cancelled or deleted.
    Lost,
    /// This process shuts down.
    Shutdown,
}

/// Sends heartbeats until the work is done, the lease is lost or the process shuts down. A database that does not
/// answer stops nothing. If the lease is lost meanwhile, a later heartbeat or the commit reports it.
async fn keep_lease(
    storage: &dyn Storage,
    lease: &Lease,
    mut progress: watch::Receiver<JobProgress>,
    settings: &RunnerSettings,
    done: &CancellationToken,
    shutdown: &CancellationToken,
) -> HeartbeatEnd {
    let mut changes = storage.changes();
    let mut tick = interval(settings.progress_interval);
    tick.set_missed_tick_behavior(MissedTickBehavior::Delay);
    let mut last: Option<Instant> = None;
    loop {
        tokio::select! {
            biased;
            () = done.cancelled() => return HeartbeatEnd::Done,
            () = shutdown.cancelled() => return HeartbeatEnd::Shutdown,
            // The job may have been cancelled, so look now instead of at the next heartbeat.
            Ok(()) = changes.changed() => {
                let running = storage.running().await;
                if running.is_ok_and(|running| running.iter().all(|seen| seen.lease != *lease)) {
                    return HeartbeatEnd::Lost;
                }
            }
            _ = tick.tick() => {
                let has_progress = progress.has_changed().unwrap_or(false);
                let is_due = last.is_none_or(|last| settings.heartbeat_interval <= last.elapsed());
                if !has_progress && !is_due {
                    continue;
                }
                let now = progress.borrow_and_update().clone();
                match storage.heartbeat(lease, &now).await {
                    Ok(()) => last = Some(Instant::now()),
                    Err(StorageError::LeaseLost) => return HeartbeatEnd::Lost,
                    Err(error) => tracing::warn!(job.id = %lease.job, ?error, "cannot send a heartbeat"),
                }
            }
        }
    }
}
