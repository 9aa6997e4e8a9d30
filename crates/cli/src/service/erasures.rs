//! Repeats erasures and deletions when the service starts on a restored database, and lists the last ones when it ends.

use std::path::Path;

use anyhow::Context as _;
use chaffinch_storage::Storage;

use crate::settings::jobs::erasures_file;

/// Writes the list for the last time, when nothing else of this process can delete anything any more.
pub(crate) async fn keep(storage: &dyn Storage, data_dir: &Path) -> anyhow::Result<()> {
    let kept = chaffinch_person::keep(storage, &erasures_file(data_dir)).await;
    kept.context("cannot write erasures.json in the data directory")
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
