//! Claims jobs and runs each to its end: the asynchronous side, which uses the database and does no analysis.

use std::io;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use chaffinch_extract::Limits;
use chaffinch_storage::{Claimed, HolderId, JobProgress, Lane, Lease, Storage, StorageError};
use tokio::sync::watch;
use tokio::task::JoinSet;
use tokio::time::{Instant, sleep};
use tokio_util::sync::CancellationToken;
use tracing::Instrument;

use crate::attempt::{Answer, Attempt, AttemptError, Bench, attempt};
use crate::erased;
use crate::heart::{self, Rhythm, Stopped};
use crate::house;
use crate::process::{self, ChildCommand};
use crate::scratch::Scratch;
use crate::sightings::Sightings;
use crate::telling::{Teller, TellingSettings};
use crate::{ChildLimits, Clock};

/// Interval between two measurements of queue and index.
const MEASURE_EVERY: Duration = Duration::from_secs(5);

/// Settings of a runner.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RunnerSettings {
    /// Number of jobs at the same time. Each job uses all processor cores.
    pub workers: usize,
    /// Command that starts a child.
    pub child: ChildCommand,
    /// Folder for the folders of running jobs. It is created if necessary. These hold unencrypted uploads. They are
    /// removed after each job, and those of a killed process at the next start.
    pub work_dir: PathBuf,
    /// Limits on the resources of a child.
    pub limits: ChildLimits,
    /// Limits on an upload.
    pub extract: Limits,
    /// Largest number of running jobs of one account, including those in other processes.
    pub account_jobs: u32,
    /// Longest time between two heartbeats.
    pub beat_every: Duration,
    /// Shortest time between two heartbeats with new progress.
    pub progress_every: Duration,
    /// Interval between two checks for jobs, in addition to notifications of changes.
    pub poll_every: Duration,
    /// A job is taken over if its holder sends no heartbeat for this long.
    pub patience: Duration,
    /// Interval between two deletions of expired data.
    pub purge_every: Duration,
    /// Settings of the notifications at the end of a batch.
    pub telling: TellingSettings,
    /// The file beside the database that lists erased persons. It is used when the database is restored from a backup.
    pub erasures: Option<PathBuf>,
}

impl RunnerSettings {
    /// Returns the settings of the service, with its child command and work folder.
    pub fn new(child: ChildCommand, work_dir: PathBuf) -> Self {
        Self {
            workers: 1,
            child,
            work_dir,
            limits: ChildLimits::DEFAULT,
            extract: Limits::default(),
            account_jobs: 4,
            beat_every: Duration::from_secs(5),
            progress_every: Duration::from_millis(500),
            poll_every: Duration::from_secs(1),
            patience: Duration::from_secs(30),
            purge_every: Duration::from_hours(1),
            telling: TellingSettings::default(),
            erasures: None,
        }
    }
}

/// Error when a runner starts.
#[derive(Debug, thiserror::Error)]
pub enum RunnerError {
    /// The folder for running jobs cannot be used.
    #[error("cannot use {} as the folder for running jobs", path.display())]
    WorkDir {
        /// The folder.
        path: PathBuf,
        /// The error of the system.
        #[source]
        source: io::Error,
    },
}

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
    /// [`RunnerError`] if the runner cannot start. Later errors are logged and concern one job only.
    pub async fn run(self, shutdown: CancellationToken) -> Result<(), RunnerError> {
        let scratch = Scratch::new(&self.settings.work_dir, self.holder)?;
        let (runner, scratch) = (Arc::new(self), Arc::new(scratch));
        let mut tasks = JoinSet::new();
        let work = |lane| Arc::clone(&runner).claim_and_work(lane, Arc::clone(&scratch), shutdown.clone());
        for _ in 0..runner.settings.workers {
            tasks.spawn(work(Lane::Analysis));
        }
        // Maintenance has one worker of its own per process, so that no analysis waits for it.
        if 0 < runner.settings.workers {
            tasks.spawn(work(Lane::House));
        }
        let (storage, clock) = (Arc::clone(&runner.storage), Arc::clone(&runner.clock));
        match Teller::new(storage, clock, &runner.settings.telling) {
            Ok(teller) => {
                tasks.spawn(Arc::new(teller).run(runner.settings.poll_every, shutdown.clone()));
            }
            Err(error) => tracing::error!(?error, "this process cannot send notifications"),
        }
        tasks.spawn(Arc::clone(&runner).finish_erasures(shutdown.clone()));
        tasks.spawn(Arc::clone(&runner).keep_house(shutdown));
        tasks.join_all().await;
        Ok(())
    }

    /// One worker: runs the jobs of its lane one after another.
    async fn claim_and_work(self: Arc<Self>, lane: Lane, scratch: Arc<Scratch>, shutdown: CancellationToken) {
        let mut changes = self.storage.changes();
        while !shutdown.is_cancelled() {
            // Changes are marked as seen before the check, so that a job accepted after the check ends the wait below.
            changes.mark_unchanged();
            match self
                .storage
                .claim_within(self.holder, lane, self.settings.account_jobs, self.clock.now())
                .await
            {
                Ok(Some(claimed)) => {
                    let span = tracing::info_span!("job", job.id = %claimed.lease.job);
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
                () = sleep(self.settings.poll_every) => {}
            }
        }
    }

    /// Takes over jobs of silent holders and deletes expired data.
    async fn keep_house(self: Arc<Self>, shutdown: CancellationToken) {
        let mut sightings = Sightings::default();
        let (mut purged, mut measured): (Option<Instant>, Option<Instant>) = (None, None);
        while !shutdown.is_cancelled() {
            if let Err(error) = self.bury(&mut sightings).await {
                tracing::error!(?error, "cannot check the running jobs");
            }
            if measured.is_none_or(|last| MEASURE_EVERY <= last.elapsed()) {
                measured = Some(Instant::now());
                if let Err(error) = house::measure(&*self.storage, self.clock.now()).await {
                    tracing::debug!(?error, "cannot measure the queue and the index");
                }
            }
            if purged.is_none_or(|last| self.settings.purge_every <= last.elapsed()) {
                purged = Some(Instant::now());
                if let Err(error) = house::queue_compactions(&*self.storage, self.clock.now()).await {
                    tracing::error!(?error, "cannot queue index maintenance");
                }
                match self.storage.purge(self.clock.now()).await {
                    Ok(purged) => tracing::debug!(?purged, "deleted expired data"),
                    Err(error) => tracing::error!(?error, "cannot delete expired data"),
                }
            }
            tokio::select! {
                () = shutdown.cancelled() => {}
                () = sleep(self.settings.poll_every) => {}
            }
        }
    }

    /// Continues erasures that were begun, and writes the list of erased persons beside the database. This is a
    /// separate task because rewriting reports can take longer than stale jobs should wait.
    async fn finish_erasures(self: Arc<Self>, shutdown: CancellationToken) {
        let mut kept: Option<Instant> = None;
        while !shutdown.is_cancelled() {
            let finished = tokio::select! {
                // Another process continues an unfinished erasure.
                () = shutdown.cancelled() => return,
                finished = chaffinch_person::finish(&*self.storage) => finished,
            };
            match finished {
                Ok(0) if kept.is_some_and(|last| last.elapsed() < self.settings.purge_every) => {}
                Ok(_) => {
                    kept = Some(Instant::now());
                    if let Some(path) = &self.settings.erasures
                        && let Err(error) = chaffinch_person::keep(&*self.storage, path).await
                    {
                        tracing::error!(?error, "cannot write the list of erased people");
                    }
                }
                Err(error) => tracing::error!(?error, "cannot continue an erasure"),
            }
            tokio::select! {
                () = shutdown.cancelled() => {}
                () = sleep(self.settings.poll_every) => {}
            }
        }
    }

    async fn bury(&self, sightings: &mut Sightings) -> Result<(), StorageError> {
        let running = self.storage.running().await.inspect_err(|_| sightings.forget())?;
        for silent in sightings.look(&running, self.clock.monotonic(), self.settings.patience) {
            if let Some(outcome) = self.storage.take_over(&silent, self.clock.now()).await? {
                tracing::warn!(job.id = %silent.lease.job, ?outcome, "took over a job from a worker without heartbeat");
                metrics::counter!("chaffinch_jobs_total", "outcome" => "lost").increment(1);
            }
        }
        Ok(())
    }

    /// Runs one job, from the claim to the commit.
    async fn work(self: Arc<Self>, claimed: Claimed, scratch: Arc<Scratch>, shutdown: CancellationToken) {
        let Claimed { lease, payload } = claimed;
        let kind = payload.kind();
        tracing::info!(kind, attempt = lease.attempt, "started");
        let began = Instant::now();
        let (tell, progress) = watch::channel(JobProgress::default());
        let (stop, done) = (CancellationToken::new(), CancellationToken::new());
        let work = async {
            let bench = Bench {
                storage: &*self.storage,
                settings: &self.settings,
                scratch: &scratch,
                tell: &tell,
                stop: &stop,
            };
            let result = attempt(&bench, &lease, payload).await;
            done.cancel();
            result
        };
        let rhythm =
            Rhythm { beat_every: self.settings.beat_every, progress_every: self.settings.progress_every };
        let heart = async {
            let stopped = heart::keep(&*self.storage, &lease, progress, rhythm, &done, &shutdown).await;
            stop.cancel();
            stopped
        };
        let (result, stopped) = tokio::join!(work, heart);
        let settled = match stopped {
            Stopped::Done => match self.settle(&lease, result).await {
                Err(error) if is_passing(&error) => self.give_back(&lease, &error, &shutdown).await,
                settled => settled,
            },
            Stopped::Lost => Err(StorageError::LeaseLost),
            Stopped::Shutdown => self.storage.release(&lease).await.map(|()| "released"),
        };
        let outcome = match settled {
            Ok(outcome) => outcome,
            Err(StorageError::LeaseLost) => "abandoned",
            Err(error) => {
                tracing::error!(?error, "cannot record the end of a job; another worker will take it over");
                "unsettled"
            }
        };
        let seconds = began.elapsed().as_secs_f64();
        tracing::info!(kind, outcome, seconds, "ended");
        metrics::counter!("chaffinch_jobs_total", "outcome" => outcome, "kind" => kind).increment(1);
        metrics::histogram!("chaffinch_job_seconds", "kind" => kind).record(seconds);
    }

    /// Commits the result of an attempt.
    async fn settle(
        &self,
        lease: &Lease,
        result: Result<Attempt, AttemptError>,
    ) -> Result<&'static str, StorageError> {
        let now = self.clock.now();
        match result {
            Ok(Attempt::Answered(answer)) => self.commit(lease, answer).await,
            Ok(Attempt::Crashed { reason }) => {
                self.storage.fail(lease, &reason, true, now).await.map(|_| "crashed")
            }
            // There was nothing left to read, because the batch was deleted or cancelled a moment ago.
            Ok(Attempt::Stopped) => Err(StorageError::LeaseLost),
            Err(error) => self.admit(lease, error).await,
        }
    }

    async fn commit(&self, lease: &Lease, answer: Answer) -> Result<&'static str, StorageError> {
        let now = self.clock.now();
        let storing = JobProgress { stage: "storing".to_owned(), done: 0, total: 1 };
        let began = Instant::now();
        // Checks that the lease is still held. If the database is unavailable, the commit of a result is tried anyway.
        if let Err(StorageError::LeaseLost) = self.storage.heartbeat(lease, &storing).await {
            return Err(StorageError::LeaseLost);
        }
        let adds = matches!(answer, Answer::Report(..) | Answer::Addition(_));
        let committed = match answer {
            Answer::Report(revision, ingest) => {
                self.storage.finish(lease, *revision, ingest, now).await.map(|_| "done")
            }
            Answer::Addition(ingest) => {
                self.storage.finish_addition(lease, ingest, now).await.map(|()| "done")
            }
            Answer::Order => self.storage.settle(lease, now).await.map(|()| "done"),
            Answer::Refused { reason } => {
                let reason = erased::reason(&*self.storage, lease.job, reason).await?;
                self.storage.fail(lease, &reason, false, now).await.map(|_| "refused")
            }
        };
        match committed {
            Err(StorageError::LeaseLost) => Err(StorageError::LeaseLost),
            Err(error) => self.admit(lease, error.into()).await,
            Ok(outcome) => {
                if adds {
                    process::took("storing", began.into_std());
                }
                if adds && let Err(error) = house::queue_compactions(&*self.storage, now).await {
                    tracing::warn!(?error, "cannot queue index maintenance; it will be tried again");
                }
                Ok(outcome)
            }
        }
    }

    /// Records a failure of the service. The log has the cause, and the uploader gets the job id. A database that is
    /// temporarily unavailable does not count as a failure.
    async fn admit(&self, lease: &Lease, error: AttemptError) -> Result<&'static str, StorageError> {
        let error = match error.of_storage() {
            Ok(error) if is_passing(&error) => return Err(error),
            Ok(error) => AttemptError::Storage(error),
            Err(error) => error,
        };
        tracing::error!(?error, "an attempt failed; the upload is not the cause");
        let reason = format!("The service failed. Its log has the cause under job {}.", lease.job);
        self.storage.fail(lease, &reason, true, self.clock.now()).await.map(|_| "faulty")
    }

    /// Releases a job that failed because the database was unavailable, as soon as it is available again, without
    /// counting the attempt. If another process takes over the job first, the result is the same.
    async fn give_back(
        &self,
        lease: &Lease,
        error: &StorageError,
        shutdown: &CancellationToken,
    ) -> Result<&'static str, StorageError> {
        tracing::warn!(?error, "releasing the job, because the database cannot be used");
        loop {
            sleep(self.settings.poll_every).await;
            match self.storage.release(lease).await {
                Err(error) if is_passing(&error) && !shutdown.is_cancelled() => {}
                released => return released.map(|()| "released"),
            }
        }
    }
}

/// Returns whether the operation may succeed later without any change on this machine.
fn is_passing(error: &StorageError) -> bool {
    matches!(error, StorageError::Unavailable { .. })
}
