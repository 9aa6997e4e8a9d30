//! Renews a lease while its job is worked on, and notices when the lease is lost.

use std::time::Duration;

use chaffinch_storage::{JobProgress, Lease, Storage, StorageError};
use tokio::sync::watch;
use tokio::time::{Instant, MissedTickBehavior, interval};
use tokio_util::sync::CancellationToken;

/// How often heartbeats are sent.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct HeartbeatIntervals {
    /// Longest time between two heartbeats.
    pub(super) longest: Duration,
    /// Shortest time between two heartbeats, used when there is new progress.
    pub(super) progress: Duration,
}

/// Reason why the heartbeats stopped.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum HeartbeatEnd {
    /// The work is done.
    Done,
    /// The job was taken over, cancelled or deleted.
    Lost,
    /// This process shuts down.
    Shutdown,
}

/// Sends heartbeats until the work is done, the lease is lost or the process shuts down. A database that does not
/// answer stops nothing. If the lease is lost meanwhile, a later heartbeat or the commit reports it.
pub(super) async fn keep_lease(
    storage: &dyn Storage,
    lease: &Lease,
    mut progress: watch::Receiver<JobProgress>,
    intervals: HeartbeatIntervals,
    done: &CancellationToken,
    shutdown: &CancellationToken,
) -> HeartbeatEnd {
    let mut changes = storage.changes();
    let mut tick = interval(intervals.progress);
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
                let is_due = last.is_none_or(|last| intervals.longest <= last.elapsed());
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
