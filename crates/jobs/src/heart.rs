//! Keeps a lease alive while its job is worked on, and notices when it is lost.

use std::time::Duration;

use chaffinch_storage::{JobProgress, Lease, Storage, StorageError};
use tokio::sync::watch;
use tokio::time::{Instant, MissedTickBehavior, interval};
use tokio_util::sync::CancellationToken;

/// How often to show life.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Rhythm {
    /// At least this often.
    pub(crate) beat_every: Duration,
    /// At most this often, when there is progress to tell.
    pub(crate) progress_every: Duration,
}

/// Why a heart stopped.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Stopped {
    /// The work is done.
    Done,
    /// The job is somebody else's, cancelled or deleted.
    Lost,
    /// This process is to end.
    Shutdown,
}

/// Beats until the work is done, the lease is lost or the process is to end. A database that does not answer stops
/// nothing: should the lease be lost meanwhile, a later beat or the commit will say so.
pub(crate) async fn keep(
    storage: &dyn Storage,
    lease: &Lease,
    mut progress: watch::Receiver<JobProgress>,
    rhythm: Rhythm,
    done: &CancellationToken,
    shutdown: &CancellationToken,
) -> Stopped {
    let mut changes = storage.changes();
    let mut tick = interval(rhythm.progress_every);
    tick.set_missed_tick_behavior(MissedTickBehavior::Delay);
    let mut last: Option<Instant> = None;
    loop {
        tokio::select! {
            biased;
            () = done.cancelled() => return Stopped::Done,
            () = shutdown.cancelled() => return Stopped::Shutdown,
            // Somebody may have cancelled: look at once instead of at the next beat.
            Ok(()) = changes.changed() => {
                let running = storage.running().await;
                if running.is_ok_and(|running| running.iter().all(|seen| seen.lease != *lease)) {
                    return Stopped::Lost;
                }
            }
            _ = tick.tick() => {
                let news = progress.has_changed().unwrap_or(false);
                let due = last.is_none_or(|last| rhythm.beat_every <= last.elapsed());
                if !news && !due {
                    continue;
                }
                let now = progress.borrow_and_update().clone();
                match storage.beat(lease, &now).await {
                    Ok(()) => last = Some(Instant::now()),
                    Err(StorageError::LeaseLost) => return Stopped::Lost,
                    Err(error) => tracing::warn!(job.id = %lease.job, ?error, "no sign of life could be given"),
                }
            }
        }
    }
}
