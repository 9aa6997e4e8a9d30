//! The regular work of a process beside its jobs: it takes over jobs of silent holders, measures queue and index, deletes
//! expired data and finishes erasures. Whether a holder is silent is decided only by what this process observes itself.

use std::collections::BTreeMap;
use std::sync::Arc;
use std::time::{Duration, Instant};

use chaffinch_storage::{JobId, Run, RunningLease, Storage, StorageError};
use chrono::{DateTime, Utc};
use tokio::sync::watch;
use tokio::time::sleep;
use tokio_util::sync::CancellationToken;

use super::Runner;
use crate::index::maintenance;

/// Interval between two measurements of queue and index.
const MEASURE_INTERVAL: Duration = Duration::from_secs(5);

/// Shortest interval between two writes of the list of erased persons and deleted data.
const RECORD_INTERVAL: Duration = Duration::from_mins(1);

impl Runner {
    /// Takes over jobs of silent holders and deletes expired data.
    pub(super) async fn maintain(self: Arc<Self>, shutdown: CancellationToken) {
        let mut leases = StaleLeases::default();
        let (mut purged, mut measured): (Option<Instant>, Option<Instant>) = (None, None);
        while !shutdown.is_cancelled() {
            if let Err(error) = self.take_over_stale(&mut leases).await {
                tracing::error!(?error, "cannot check the running jobs");
            }
            if measured.is_none_or(|last| MEASURE_INTERVAL <= last.elapsed()) {
                measured = Some(Instant::now());
                if let Err(error) = record_metrics(&*self.storage, self.clock.now()).await {
                    tracing::debug!(?error, "cannot measure the queue and the index");
                }
            }
            if purged.is_none_or(|last| self.settings.purge_interval <= last.elapsed()) {
                purged = Some(Instant::now());
                if let Err(error) = maintenance::queue_compactions(&*self.storage, self.clock.now()).await {
                    tracing::error!(?error, "cannot queue index maintenance");
                }
                match self.storage.purge(self.clock.now()).await {
                    Ok(purged) => tracing::debug!(?purged, "deleted expired data"),
                    Err(error) => tracing::error!(?error, "cannot delete expired data"),
                }
            }
            shutdown.run_until_cancelled(sleep(self.settings.poll_interval)).await;
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
                    if let Some(path) = &self.settings.erasures_file
                        && let Err(error) = chaffinch_person::keep(&*self.storage, path).await
                    {
                        tracing::error!(?error, "cannot write the list of erased people");
                    }
                }
                Err(error) => tracing::error!(?error, "cannot continue an erasure"),
            }
            shutdown.run_until_cancelled(sleep(self.settings.poll_interval)).await;
        }
    }

    /// Returns how old the list may become. Every deletion is a change.
    fn record_interval(&self, changes: &watch::Receiver<u64>) -> Duration {
        if changes.has_changed().unwrap_or(false) { RECORD_INTERVAL } else { self.settings.purge_interval }
    }

    /// Takes over the jobs whose holders have sent no heartbeat within the timeout.
    async fn take_over_stale(&self, leases: &mut StaleLeases) -> Result<(), StorageError> {
        let running = self.storage.running().await.inspect_err(|_| leases.forget())?;
        for stale in leases.observe(&running, self.clock.monotonic(), self.settings.lease_timeout) {
            if let Some(outcome) = self.storage.take_over(&stale, self.clock.now()).await? {
                tracing::warn!(job.id = %stale.lease.job, ?outcome, "took over a job from a worker without heartbeat");
                metrics::counter!("chaffinch_jobs_total", "outcome" => "lost").increment(1);
            }
        }
        Ok(())
    }
}

/// The last observation of each running job, and since when it has not changed.
#[derive(Debug, Default)]
struct StaleLeases {
    since: BTreeMap<JobId, (RunningLease, Instant)>,
}

impl StaleLeases {
    /// Forgets all observations. While this process cannot reach the database, holders may be unable to show that they
    /// work, too. The time until then proves nothing.
    fn forget(&mut self) {
        self.since.clear();
    }

    /// Records the current observations and returns those that have not changed for `timeout`. The time before this
    /// process first saw a job does not count.
    fn observe(&mut self, running: &[RunningLease], now: Instant, timeout: Duration) -> Vec<RunningLease> {
        let previous = std::mem::take(&mut self.since);
        let mut stale = Vec::new();
        for &seen in running {
            let since = match previous.get(&seen.lease.job) {
                Some(&(same, since)) if same == seen => since,
                _ => now,
            };
            if timeout <= now.saturating_duration_since(since) {
                stale.push(seen);
            }
            self.since.insert(seen.lease.job, (seen, since));
        }
        stale
    }
}

/// Records the state of queue and index in metrics. Every process reports the same values.
async fn record_metrics(storage: &dyn Storage, now: DateTime<Utc>) -> Result<(), StorageError> {
    let queue = storage.queue().await?;
    let waits = queue.oldest.map_or(0.0, |oldest| (now - oldest).as_seconds_f64().max(0.0));
    metrics::gauge!("chaffinch_queue_jobs", "state" => "queued").set(queue.queued as f64);
    metrics::gauge!("chaffinch_queue_jobs", "state" => "running").set(queue.running as f64);
    metrics::gauge!("chaffinch_queue_oldest_seconds").set(waits);
    for (scheme, known) in storage.index_schemes().await? {
        let runs = storage.runs(scheme).await?;
        let sum = |of: fn(&Run) -> u64| runs.iter().map(of).sum::<u64>() as f64;
        let label = format!("{}-{}-{}", known.family, known.normalizer, known.format);
        metrics::gauge!("chaffinch_index_runs", "scheme" => label.clone()).set(runs.len() as f64);
        metrics::gauge!("chaffinch_index_postings", "scheme" => label.clone()).set(sum(|run| run.postings));
        metrics::gauge!("chaffinch_index_bytes", "scheme" => label.clone()).set(sum(|run| run.bytes));
        metrics::gauge!("chaffinch_index_dead_documents", "scheme" => label).set(sum(|run| run.dead));
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use chaffinch_storage::{HolderId, Lease};
    use uuid::Uuid;

    use super::*;

    const TIMEOUT: Duration = Duration::from_secs(30);

    fn running_lease(job: u128, attempt: u32, heartbeats: u64) -> RunningLease {
        let lease = Lease { job: JobId(Uuid::from_u128(job)), holder: HolderId(Uuid::from_u128(1)), attempt };
        RunningLease { lease, beat: heartbeats }
    }

    #[test]
    fn time_counts_from_the_first_observation_until_a_heartbeat() {
        let start = Instant::now();
        let at = |seconds| start + Duration::from_secs(seconds);
        let mut leases = StaleLeases::default();
        let mut observe = |running: &[RunningLease], seconds| leases.observe(running, at(seconds), TIMEOUT);
        assert_eq!(observe(&[running_lease(1, 1, 7)], 0), []);
        assert_eq!(observe(&[running_lease(1, 1, 7), running_lease(2, 1, 0)], 29), []);
        assert_eq!(observe(&[running_lease(1, 1, 8), running_lease(2, 1, 0)], 30), [], "a heartbeat");
        assert_eq!(observe(&[running_lease(1, 1, 8), running_lease(2, 1, 0)], 59), [running_lease(2, 1, 0)]);
        assert_eq!(
            observe(&[running_lease(1, 1, 8), running_lease(2, 2, 0)], 60),
            [running_lease(1, 1, 8)],
            "job 2 was started again"
        );
    }

    #[test]
    fn time_without_observations_does_not_count() {
        let start = Instant::now();
        let mut leases = StaleLeases::default();
        assert_eq!(leases.observe(&[running_lease(1, 1, 7)], start, TIMEOUT), []);
        leases.forget();
        assert_eq!(leases.observe(&[running_lease(1, 1, 7)], start + 2 * TIMEOUT, TIMEOUT), []);
        assert_eq!(
            leases.observe(&[running_lease(1, 1, 7)], start + 3 * TIMEOUT, TIMEOUT),
            [running_lease(1, 1, 7)]
        );
    }

    #[test]
    fn the_time_of_a_job_that_was_gone_starts_again() {
        let start = Instant::now();
        let mut leases = StaleLeases::default();
        assert_eq!(leases.observe(&[running_lease(1, 1, 7)], start, TIMEOUT), []);
        assert_eq!(leases.observe(&[], start + TIMEOUT, TIMEOUT), []);
        assert_eq!(leases.observe(&[running_lease(1, 1, 7)], start + 2 * TIMEOUT, TIMEOUT), []);
    }
}
