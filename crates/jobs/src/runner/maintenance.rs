//! The regular work of a process beside its jobs: it takes over jobs of silent holders, measures, deletes expired data
//! and finishes erasures.

use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use chaffinch_storage::{Storage, StorageError};
use tokio::sync::watch;
use tokio::time::{Instant, sleep};
use tokio_util::sync::CancellationToken;

use super::settings::RunnerSettings;
use super::stale_leases::StaleLeases;
use crate::clock::Clock;
use crate::index::{maintenance, metrics};

/// Interval between two measurements of queue and index.
const MEASURE_INTERVAL: Duration = Duration::from_secs(5);

/// Shortest interval between two writes of the list of erased persons and deleted data.
const RECORD_INTERVAL: Duration = Duration::from_mins(1);

/// The regular work of a process.
pub(super) struct Maintenance {
    storage: Arc<dyn Storage>,
    clock: Arc<dyn Clock>,
    poll_interval: Duration,
    lease_timeout: Duration,
    purge_interval: Duration,
    erasures_file: Option<PathBuf>,
}

impl Maintenance {
    pub(super) fn new(storage: Arc<dyn Storage>, clock: Arc<dyn Clock>, settings: &RunnerSettings) -> Self {
        let &RunnerSettings { poll_interval, lease_timeout, purge_interval, .. } = settings;
        let erasures_file = settings.erasures_file.clone();
        Self { storage, clock, poll_interval, lease_timeout, purge_interval, erasures_file }
    }

    /// Takes over jobs of silent holders and deletes expired data.
    pub(super) async fn run(self: Arc<Self>, shutdown: CancellationToken) {
        let mut leases = StaleLeases::default();
        let (mut purged, mut measured): (Option<Instant>, Option<Instant>) = (None, None);
        while !shutdown.is_cancelled() {
            if let Err(error) = self.take_over_stale(&mut leases).await {
                tracing::error!(?error, "cannot check the running jobs");
            }
            if measured.is_none_or(|last| MEASURE_INTERVAL <= last.elapsed()) {
                measured = Some(Instant::now());
                if let Err(error) = metrics::record_metrics(&*self.storage, self.clock.now()).await {
                    tracing::debug!(?error, "cannot measure the queue and the index");
                }
            }
            if purged.is_none_or(|last| self.purge_interval <= last.elapsed()) {
                purged = Some(Instant::now());
                if let Err(error) = maintenance::queue_compactions(&*self.storage, self.clock.now()).await {
                    tracing::error!(?error, "cannot queue index maintenance");
                }
                match self.storage.purge(self.clock.now()).await {
                    Ok(purged) => tracing::debug!(?purged, "deleted expired data"),
                    Err(error) => tracing::error!(?error, "cannot delete expired data"),
                }
            }
            tokio::select! {
                () = shutdown.cancelled() => {}
                () = sleep(self.poll_interval) => {}
            }
        }
    }

    /// Continues erasures that were begun, and writes the list of erased persons and deleted data beside the
    /// database. This is a separate task because rewriting reports can take longer than stale jobs should wait.
    pub(super) async fn finish_erasures(self: Arc<Self>, shutdown: CancellationToken) {
        let mut written: Option<Instant> = None;
        let mut changes = self.storage.changes();
        while !shutdown.is_cancelled() {
            let finished = tokio::select! {
                // Another process continues an unfinished erasure.
                () = shutdown.cancelled() => return,
                finished = chaffinch_person::finish(&*self.storage) => finished,
            };
            match finished {
                Ok(0) if written.is_some_and(|last| last.elapsed() < self.record_interval(&changes)) => {}
                Ok(_) => {
                    written = Some(Instant::now());
                    changes.mark_unchanged();
                    if let Some(path) = &self.erasures_file
                        && let Err(error) = chaffinch_person::keep(&*self.storage, path).await
                    {
                        tracing::error!(?error, "cannot write the list of erased people");
                    }
                }
                Err(error) => tracing::error!(?error, "cannot continue an erasure"),
            }
            tokio::select! {
                () = shutdown.cancelled() => {}
                () = sleep(self.poll_interval) => {}
            }
        }
    }

    /// Returns how old the list may become. Every deletion is a change.
    fn record_interval(&self, changes: &watch::Receiver<u64>) -> Duration {
        if changes.has_changed().unwrap_or(false) { RECORD_INTERVAL } else { self.purge_interval }
    }

    /// Takes over the jobs whose holders have sent no heartbeat within the timeout.
    async fn take_over_stale(&self, leases: &mut StaleLeases) -> Result<(), StorageError> {
        let running = self.storage.running().await.inspect_err(|_| leases.forget())?;
        for stale in leases.observe(&running, self.clock.monotonic(), self.lease_timeout) {
            if let Some(outcome) = self.storage.take_over(&stale, self.clock.now()).await? {
                tracing::warn!(job.id = %stale.lease.job, ?outcome, "took over a job from a worker without heartbeat");
                ::metrics::counter!("chaffinch_jobs_total", "outcome" => "lost").increment(1);
            }
        }
        Ok(())
    }
}
