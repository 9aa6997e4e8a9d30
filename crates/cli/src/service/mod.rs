//! The processes of the service, `serve` and `worker`. This file has what both do: wait for the signals that ask a process to
//! end, and repeat erasures and deletions when it starts on a restored database.

mod moss;
pub(crate) mod serve;
mod telemetry;
pub(crate) mod worker;

use std::io;
use std::path::Path;
use std::time::Duration;

use anyhow::Context as _;
use chaffinch_storage::Storage;
use tokio::signal::unix::{SignalKind, signal};
use tokio::time::timeout;

use crate::settings::erasures_file;

/// Starts to handle the signals that ask the process to end, which no longer end it from now on. The result waits for one.
fn end_signal() -> io::Result<impl Future<Output = ()>> {
    let mut terminate = signal(SignalKind::terminate())?;
    let mut interrupt = signal(SignalKind::interrupt())?;
    Ok(async move {
        tokio::select! {
            _ = terminate.recv() => {}
            _ = interrupt.recv() => {}
        }
    })
}

/// Time for the list at the end of a process, which is killed if it takes too long.
const KEEP_TIMEOUT: Duration = Duration::from_secs(2);

/// Writes the list for the last time, when nothing else of this process can delete anything any more. The process ends
/// also without it.
pub(crate) async fn keep_erasures(storage: &dyn Storage, data_dir: &Path) {
    let file = erasures_file(data_dir);
    match timeout(KEEP_TIMEOUT, chaffinch_person::keep(storage, &file)).await {
        Ok(Ok(())) => {}
        Ok(Err(error)) => tracing::error!(?error, "cannot write the list of erased people"),
        Err(_) => tracing::error!("cannot write the list of erased people: the database does not answer"),
    }
}

/// Repeats at start the erasures and deletions that the data directory lists and a restored database lacks.
pub(crate) async fn restore_erasures(storage: &dyn Storage, data_dir: &Path) -> anyhow::Result<()> {
    let applied = chaffinch_person::restore(storage, &erasures_file(data_dir)).await;
    let applied = applied.context("cannot apply erasures.json in the data directory")?;
    if !applied.is_empty() {
        let chaffinch_person::Reapplied { erasures, deletions, held } = applied;
        tracing::warn!(
            erasures,
            deletions,
            held,
            "the database was restored from a backup: people who were erased later, and comparisons and archives that \
             were deleted later, have been removed again"
        );
    }
    Ok(())
}
