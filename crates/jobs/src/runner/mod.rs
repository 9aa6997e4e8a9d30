//! Claims the jobs of the queue and runs each to its end: the asynchronous side, which uses the database and does no
//! analysis. Each worker claims the jobs of its lane one after another.

mod attempt;
mod maintenance;

use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use chaffinch_storage::{ClaimLimits, HolderId, Lane, Storage};
use tokio::task::JoinSet;
use tokio::time::sleep;
use tokio_util::sync::CancellationToken;
use tracing::Instrument;

use crate::child::process::ChildSettings;
use crate::child::scratch::{ScratchDir, WorkDirError};
use crate::notify::{NotificationSettings, Notifier};
use crate::runtime::Clock;

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
        tasks.spawn(Arc::clone(&runner).finish_erasures(shutdown.clone()));
        tasks.spawn(Arc::clone(&runner).maintain(shutdown));
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
}

/// Settings of a runner.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RunnerSettings {
    /// Number of jobs at the same time, in addition to one small one. Each job uses all processor cores.
    pub workers: usize,
    /// Settings of the child processes.
    pub child: ChildSettings,
    /// Largest number of running jobs of one account, including those in other processes.
    pub account_jobs: u32,
    /// Longest time between two heartbeats.
    pub heartbeat_interval: Duration,
    /// Shortest time between two heartbeats with new progress.
    pub progress_interval: Duration,
    /// Interval between two checks for jobs, in addition to notifications of changes.
    pub poll_interval: Duration,
    /// A job is taken over if its holder sends no heartbeat for this long.
    pub lease_timeout: Duration,
    /// Interval between two deletions of expired data.
    pub purge_interval: Duration,
    /// Settings of the notifications at the end of a batch.
    pub notifications: NotificationSettings,
    /// The file beside the database that lists erased persons. It is used when the database is restored from a backup.
    pub erasures_file: Option<PathBuf>,
}

impl RunnerSettings {
    /// Returns the settings of the service, with these settings of child processes.
    pub fn new(child: ChildSettings) -> Self {
        Self {
            workers: 1,
            child,
            account_jobs: 4,
            heartbeat_interval: Duration::from_secs(5),
            progress_interval: Duration::from_millis(500),
            poll_interval: Duration::from_secs(1),
            lease_timeout: Duration::from_secs(30),
            purge_interval: Duration::from_hours(1),
            notifications: NotificationSettings::default(),
            erasures_file: None,
        }
    }
}
