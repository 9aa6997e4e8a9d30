//! The workers of a process: each claims the jobs of its lane one after another and runs each to its end.

use std::sync::Arc;

use chaffinch_storage::{
    ClaimLimits, Claimed, HolderId, JobPayload, JobProgress, Lane, Storage, StorageError,
};
use tokio::sync::watch;
use tokio::task::JoinSet;
use tokio::time::{Instant, sleep};
use tokio_util::sync::CancellationToken;
use tracing::Instrument;

use super::attempt::run_attempt;
use super::commit::{Commit, is_temporary};
use super::heartbeat::{HeartbeatEnd, HeartbeatIntervals, keep_lease};
use super::maintenance::Maintenance;
use super::settings::RunnerSettings;
use crate::batch::check_case;
use crate::child::scratch::{ScratchDir, WorkDirError};
use crate::clock::Clock;
use crate::job::context::JobContext;
use crate::notify::Notifier;

/// The workers of a process.
pub struct Runner {
    storage: Arc<dyn Storage>,
    clock: Arc<dyn Clock>,
    settings: RunnerSettings,
    holder: HolderId,
}

impl Runner {
    /// Creates a runner. It does nothing before [`Runner::run`].
    pub fn new(storage: Arc<dyn Storage>, clock: Arc<dyn Clock>, settings: RunnerSettings) -> Self {
        let holder = HolderId::new(clock.now());
        Self { storage, clock, settings, holder }
    }

    /// Runs jobs until `shutdown` is cancelled, then releases running jobs without counting the attempt.
    ///
    /// # Errors
    /// [`WorkDirError`] if the runner cannot start. Later errors are logged and concern one job only.
    pub async fn run(self, shutdown: CancellationToken) -> Result<(), WorkDirError> {
        let scratch = ScratchDir::new(&self.settings.child.work_dir, self.holder)?;
        let (runner, scratch) = (Arc::new(self), Arc::new(scratch));
        let mut tasks = JoinSet::new();
        let work = |lane, limits| {
            Arc::clone(&runner).claim_and_work(lane, limits, Arc::clone(&scratch), shutdown.clone())
        };
        let running_of_account = runner.settings.account_jobs;
        let limits = ClaimLimits { running_of_account, ..ClaimLimits::NONE };
        for _ in 0..runner.settings.workers {
            tasks.spawn(work(Lane::Analysis, limits));
        }
        if runner.settings.workers > 0 {
            // Attack: a large upload that takes all workers for minutes. A small class does not wait for it.
            tasks.spawn(work(Lane::Analysis, ClaimLimits::SMALL));
            // Maintenance has one worker of its own per process, so that no analysis waits for it.
            tasks.spawn(work(Lane::Maintenance, limits));
        }
        let (storage, clock, settings) = (&runner.storage, &runner.clock, &runner.settings);
        match Notifier::new(Arc::clone(storage), Arc::clone(clock), &settings.notifications) {
            Ok(notifier) => {
                tasks.spawn(Arc::new(notifier).run(settings.poll_interval, shutdown.clone()));
            }
            Err(error) => tracing::error!(?error, "this process cannot send notifications"),
        }
        let maintenance = Arc::new(Maintenance::new(Arc::clone(storage), Arc::clone(clock), settings));
        tasks.spawn(Arc::clone(&maintenance).finish_erasures(shutdown.clone()));
        tasks.spawn(maintenance.run(shutdown));
        tasks.join_all().await;
        Ok(())
    }

    /// One worker: runs the jobs of its lane within these limits one after another.
    async fn claim_and_work(
        self: Arc<Self>,
        lane: Lane,
        limits: ClaimLimits,
        scratch: Arc<ScratchDir>,
        shutdown: CancellationToken,
    ) {
        let mut changes = self.storage.changes();
        while !shutdown.is_cancelled() {
            // Changes are marked as seen before the check, so that a job accepted after the check ends the wait below.
            changes.mark_unchanged();
            match self.storage.claim_within(self.holder, lane, limits, self.clock.now()).await {
                Ok(Some(claimed)) => {
                    let kind = claimed.payload.kind();
                    let span = tracing::info_span!("job", job.id = %claimed.lease.job, job.kind = kind);
                    let work = Arc::clone(&self).work(claimed, Arc::clone(&scratch), shutdown.clone());
                    // Each job runs in its own task, so that a panic ends the attempt but not the worker.
                    if let Err(error) = tokio::spawn(work.instrument(span)).await {
                        tracing::error!(%error, "a worker panicked; another one will take over its job");
                    }
                    continue;
                }
                Ok(None) => {}
                Err(error) => tracing::error!(?error, "cannot look for jobs"),
            }
            tokio::select! {
                () = shutdown.cancelled() => {}
                _ = changes.changed() => {}
                () = sleep(self.settings.poll_interval) => {}
            }
        }
    }

    /// Runs one job, from the claim to the commit.
    async fn work(self: Arc<Self>, claimed: Claimed, scratch: Arc<ScratchDir>, shutdown: CancellationToken) {
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
            let result = run_attempt(&context, &lease, payload).await;
            done.cancel();
            result
        };
        let intervals = HeartbeatIntervals {
            longest: self.settings.heartbeat_interval,
            progress: self.settings.progress_interval,
        };
        let heartbeat = async {
            let end = keep_lease(&*self.storage, &lease, progress, intervals, &done, &shutdown).await;
            stop.cancel();
            end
        };
        let (result, end) = tokio::join!(work, heartbeat);
        let commit = Commit { storage: &*self.storage, clock: &*self.clock, lease: &lease };
        let settled = match end {
            HeartbeatEnd::Done => match commit.settle(result).await {
                Err(error) if is_temporary(&error) => {
                    commit.release_when_possible(&error, self.settings.poll_interval, &shutdown).await
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
            && let Err(error) = commit.queue_term(batch).await
        {
            tracing::warn!(?error, "cannot queue the evidence over the term; its page will do it");
        }
        if let (Some((batch, is_late)), "done") = (checked, outcome)
            && let Err(error) = check_case::open_case(&*self.storage, batch, is_late, self.clock.now()).await
        {
            tracing::warn!(?error, batch.id = %batch, "cannot open a case; its report shows the pairs");
        }
        let seconds = began.elapsed().as_secs_f64();
        tracing::info!(kind, outcome, seconds, "ended");
        metrics::counter!("chaffinch_jobs_total", "outcome" => outcome, "kind" => kind).increment(1);
        metrics::histogram!("chaffinch_job_seconds", "kind" => kind).record(seconds);
    }
}
