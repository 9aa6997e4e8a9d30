//! Repeats erasures and deletions when the service starts on a restored database, and lists the last ones when it ends.

use std::path::Path;
use std::time::Duration;

use anyhow::Context as _;
use chaffinch_storage::Storage;
use tokio::time::timeout;

use crate::settings::jobs::erasures_file;

/// Time for the list at the end of a process, which is killed if it takes too long.
const KEEP_TIMEOUT: Duration = Duration::from_secs(2);

/// Writes the list for the last time, when nothing else of this process can delete anything any more. The process ends
/// also without it.
pub(crate) async fn keep(storage: &dyn Storage, data_dir: &Path) {
    let file = erasures_file(data_dir);
    match timeout(KEEP_TIMEOUT, chaffinch_person::keep(storage, &file)).await {
        Ok(Ok(())) => {}
        Ok(Err(error)) => tracing::error!(?error, "cannot write the list of erased people"),
        Err(_) => tracing::error!("cannot write the list of erased people: the database does not answer"),
    }
}

/// Repeats at start the erasures and deletions that the data directory lists and a restored database lacks.
pub(crate) async fn restore(storage: &dyn Storage, data_dir: &Path) -> anyhow::Result<()> {
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
