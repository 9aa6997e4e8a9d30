//! Claims jobs and sees each to its end: the asynchronous side, with the database and without any analysis.

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

/// How often queue and index are measured.
const MEASURE_EVERY: Duration = Duration::from_secs(5);

/// What a runner is told.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RunnerSettings {
    /// Jobs at the same time. Each uses every core.
    pub workers: usize,
    /// How to start a child.
    pub child: ChildCommand,
    /// Where the folders of running jobs go; made if need be. They hold uploads in the clear and are removed
    /// after each job, those of a killed process at the next start.
    pub work_dir: PathBuf,
    /// What a child may use.
    pub limits: ChildLimits,
    /// What an upload may be.
    pub extract: Limits,
    /// Jobs of one account at the same time, those of other processes counted.
    pub account_jobs: u32,
    /// Longest time between two signs of life.
    pub beat_every: Duration,
    /// Shortest time between two signs of life that tell progress.
    pub progress_every: Duration,
    /// How often to look for jobs, beside being told.
    pub poll_every: Duration,
    /// A job whose holder shows no life for this long is taken over.
    pub patience: Duration,
    /// How often to delete what is past its time.
    pub purge_every: Duration,
    /// Whom to tell of the end of a batch.
    pub telling: TellingSettings,
    /// The file beside the database that tells who was erased, for when an earlier database takes this one's place.
    pub erasures: Option<PathBuf>,
}

impl RunnerSettings {
    /// What the service runs with, given where and how.
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

/// Why a runner cannot start.
#[derive(Debug, thiserror::Error)]
pub enum RunnerError {
    /// The folder for running jobs cannot be used.
    #[error("cannot use {} for running jobs", path.display())]
    WorkDir {
        /// The folder.
        path: PathBuf,
        /// What the system said.
        #[source]
        source: io::Error,
    },
}

/// A process' workers.
pub struct Runner {
    storage: Arc<dyn Storage>,
    clock: Arc<dyn Clock>,
    settings: RunnerSettings,
    holder: HolderId,
}

impl Runner {
    /// Makes a runner; nothing happens before [`Runner::run`].
    pub fn new(storage: Arc<dyn Storage>, clock: Arc<dyn Clock>, settings: RunnerSettings) -> Self {
        let holder = HolderId::new(clock.now());
        Self { storage, clock, settings, holder }
    }

    /// Works until `shutdown` is cancelled, then gives running jobs back, without counting the attempt.
    ///
    /// # Errors
    /// [`RunnerError`]: it could not start. Later trouble is logged and concerns one job only.
    pub async fn run(self, shutdown: CancellationToken) -> Result<(), RunnerError> {
        let scratch = Scratch::new(&self.settings.work_dir, self.holder)?;
        let (runner, scratch) = (Arc::new(self), Arc::new(scratch));
        let mut tasks = JoinSet::new();
        let work = |lane| Arc::clone(&runner).claim_and_work(lane, Arc::clone(&scratch), shutdown.clone());
        for _ in 0..runner.settings.workers {
            tasks.spawn(work(Lane::Analysis));
        }
        // Beside the workers, so that nobody's analysis waits for the index to be put in order; one a process.
        if 0 < runner.settings.workers {
            tasks.spawn(work(Lane::House));
        }
        let (storage, clock) = (Arc::clone(&runner.storage), Arc::clone(&runner.clock));
        match Teller::new(storage, clock, &runner.settings.telling) {
            Ok(teller) => {
                tasks.spawn(Arc::new(teller).run(runner.settings.poll_every, shutdown.clone()));
            }
            Err(error) => tracing::error!(?error, "nobody is told of the end of batches by this process"),
        }
        tasks.spawn(Arc::clone(&runner).finish_erasures(shutdown.clone()));
        tasks.spawn(Arc::clone(&runner).keep_house(shutdown));
        tasks.join_all().await;
        Ok(())
    }

    /// One worker: a job of its lane after the other.
    async fn claim_and_work(self: Arc<Self>, lane: Lane, scratch: Arc<Scratch>, shutdown: CancellationToken) {
        let mut changes = self.storage.changes();
        while !shutdown.is_cancelled() {
            // Marked before looking: what is accepted after the look wakes the wait below.
            changes.mark_unchanged();
            match self
                .storage
                .claim_within(self.holder, lane, self.settings.account_jobs, self.clock.now())
                .await
            {
                Ok(Some(claimed)) => {
                    let span = tracing::info_span!("job", job.id = %claimed.lease.job);
                    let work = Arc::clone(&self).work(claimed, Arc::clone(&scratch), shutdown.clone());
                    // A task of its own, so that a panic costs the attempt and not the worker.
                    if let Err(error) = tokio::spawn(work.instrument(span)).await {
                        tracing::error!(%error, "a worker panicked; its job will be taken over");
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

    /// Takes jobs from the dead and deletes what is past its time.
    async fn keep_house(self: Arc<Self>, shutdown: CancellationToken) {
        let mut sightings = Sightings::default();
        let (mut purged, mut measured): (Option<Instant>, Option<Instant>) = (None, None);
        while !shutdown.is_cancelled() {
            if let Err(error) = self.bury(&mut sightings).await {
                tracing::error!(?error, "cannot look after running jobs");
            }
            if measured.is_none_or(|last| MEASURE_EVERY <= last.elapsed()) {
                measured = Some(Instant::now());
                if let Err(error) = house::measure(&*self.storage, self.clock.now()).await {
                    tracing::debug!(?error, "cannot measure queue and index");
                }
            }
            if purged.is_none_or(|last| self.settings.purge_every <= last.elapsed()) {
                purged = Some(Instant::now());
                if let Err(error) = house::queue_compactions(&*self.storage, self.clock.now()).await {
                    tracing::error!(?error, "cannot look after the index");
                }
                match self.storage.purge(self.clock.now()).await {
                    Ok(purged) => tracing::debug!(?purged, "deleted what is past its time"),
                    Err(error) => tracing::error!(?error, "cannot delete what is past its time"),
                }
            }
            tokio::select! {
                () = shutdown.cancelled() => {}
                () = sleep(self.settings.poll_every) => {}
            }
        }
    }

    /// Goes on with erasures that somebody has begun, and tells of them beside the database. A task of its own: rewriting
    /// reports takes longer than the dead may wait for.
    async fn finish_erasures(self: Arc<Self>, shutdown: CancellationToken) {
        let mut kept: Option<Instant> = None;
        while !shutdown.is_cancelled() {
            let finished = tokio::select! {
                // What is half done is gone on with by whoever comes next.
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
                        tracing::error!(?error, "cannot tell beside the database who was erased");
                    }
                }
                Err(error) => tracing::error!(?error, "cannot go on with an erasure"),
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
                tracing::warn!(job.id = %silent.lease.job, ?outcome, "took a job from a silent worker");
                metrics::counter!("chaffinch_jobs_total", "outcome" => "lost").increment(1);
            }
        }
        Ok(())
    }

    /// One job, from claim to commit.
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
                tracing::error!(?error, "cannot settle a job; it will be taken over");
                "unsettled"
            }
        };
        let seconds = began.elapsed().as_secs_f64();
        tracing::info!(kind, outcome, seconds, "ended");
        metrics::counter!("chaffinch_jobs_total", "outcome" => outcome, "kind" => kind).increment(1);
        metrics::histogram!("chaffinch_job_seconds", "kind" => kind).record(seconds);
    }

    /// Commits what an attempt brought.
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
            // Nothing was to be read any more: the batch was deleted or cancelled a moment ago.
            Ok(Attempt::Stopped) => Err(StorageError::LeaseLost),
            Err(error) => self.admit(lease, error).await,
        }
    }

    async fn commit(&self, lease: &Lease, answer: Answer) -> Result<&'static str, StorageError> {
        let now = self.clock.now();
        let storing = JobProgress { stage: "storing".to_owned(), done: 0, total: 1 };
        let began = Instant::now();
        // Whether it is still ours. A database that is away is waited for where something is to be kept.
        if let Err(StorageError::LeaseLost) = self.storage.beat(lease, &storing).await {
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
                    tracing::warn!(?error, "cannot look after the index; it will be tried again");
                }
                Ok(outcome)
            }
        }
    }

    /// Our own fault: the log knows what, the uploader is told where to ask. A database that cannot be used for a
    /// while is nobody's fault.
    async fn admit(&self, lease: &Lease, error: AttemptError) -> Result<&'static str, StorageError> {
        let error = match error.of_storage() {
            Ok(error) if is_passing(&error) => return Err(error),
            Ok(error) => AttemptError::Storage(error),
            Err(error) => error,
        };
        tracing::error!(?error, "an attempt failed through no fault of the upload");
        let reason = format!("The service failed; its log has the cause under job {}.", lease.job);
        self.storage.fail(lease, &reason, true, self.clock.now()).await.map(|_| "faulty")
    }

    /// Gives a job back that came to nothing for want of a database, as soon as there is one again, without counting
    /// the attempt. Should somebody else be faster, that is as good.
    async fn give_back(
        &self,
        lease: &Lease,
        error: &StorageError,
        shutdown: &CancellationToken,
    ) -> Result<&'static str, StorageError> {
        tracing::warn!(?error, "the job is given back: the database cannot be used");
        loop {
            sleep(self.settings.poll_every).await;
            match self.storage.release(lease).await {
                Err(error) if is_passing(&error) && !shutdown.is_cancelled() => {}
                released => return released.map(|()| "released"),
            }
        }
    }
}

/// Whether it may go the next time without anybody changing anything here.
fn is_passing(error: &StorageError) -> bool {
    matches!(error, StorageError::Unavailable { .. })
}
