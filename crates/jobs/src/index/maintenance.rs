//! Maintains the index: merges its runs, indexes again what an older version indexed, and repairs damage. It reads and
//! writes the database under a lease and reads no student's file.

use chaffinch_index::{Damage, IndexError, check, compact, damaged_documents, plan, rebuild};
use chaffinch_storage::{DocumentId, JobId, JobProgress, Lease, SchemeId, Storage, StorageError};
use chrono::{DateTime, Utc};
use tokio::sync::watch;

use super::candidates::FREQUENCY_LIMIT;
use super::damage::IndexDamage;
use super::reindex;

/// Queues a compaction for every scheme that has runs to merge, or documents that an older version indexed.
pub(crate) async fn queue_compactions(storage: &dyn Storage, at: DateTime<Utc>) -> Result<(), StorageError> {
    for (scheme, known) in storage.index_schemes().await? {
        if plan(&storage.runs(scheme).await?).is_some() || reindex::is_due(storage, scheme, &known).await? {
            storage.queue_compaction(scheme, JobId::new(at), at).await?;
        }
    }
    Ok(())
}

/// Fails if the index of a scheme has lost blocks, because what it does not contain could hide a copy. A damaged block is
/// noticed when it is read.
pub(crate) async fn must_be_complete(storage: &dyn Storage, scheme: SchemeId) -> Result<(), IndexError> {
    match storage.incomplete_run(scheme).await? {
        None => Ok(()),
        Some(run) => Err(IndexError::Incomplete { run }),
    }
}

/// Queues a compaction of the scheme in which a query to the index met damage. The job then checks the scheme. Returns
/// whether such a job waits or runs already.
pub(crate) async fn queue_check(storage: &dyn Storage, error: &IndexError) -> Result<bool, StorageError> {
    let (IndexError::Block { run, .. } | IndexError::Incomplete { run }) = error else { return Ok(false) };
    for (scheme, _) in storage.index_schemes().await? {
        if storage.runs(scheme).await?.iter().any(|known| known.id == *run) {
            // The time in this id does not matter, because the id is never listed.
            let job = JobId::new(DateTime::UNIX_EPOCH);
            return Ok(!storage.queue_compaction(scheme, job, Utc::now()).await?);
        }
    }
    // A run that is gone was replaced in the meantime.
    Ok(true)
}

/// Indexes a scheme again if an older version indexed it. Otherwise merges its runs until there is nothing to merge. If
/// there was nothing to merge, or a block is damaged, it checks the scheme and rebuilds a damaged index.
pub(crate) async fn maintain(
    storage: &dyn Storage,
    lease: &Lease,
    scheme: SchemeId,
    progress: &watch::Sender<JobProgress>,
) -> Result<(), IndexError> {
    let schemes = storage.index_schemes().await?;
    if let Some((_, known)) = schemes.iter().find(|(known, _)| *known == scheme)
        && reindex::is_due(storage, scheme, known).await?
    {
        reindex::reindex(storage, lease, scheme, known, progress).await?;
        // The reindexing leaves many new runs to merge.
        return Ok(queue_compactions(storage, Utc::now()).await?);
    }
    let report = |stage: &'static str| {
        move |done, total| {
            progress.send_replace(JobProgress { stage: stage.to_owned(), done, total });
        }
    };
    // A merged run records the blocks that it has, so a loss could not be noticed any more.
    if let Some(run) = storage.incomplete_run(scheme).await? {
        tracing::error!(run = run.0, "the index has lost blocks; rebuilding it");
        let damaged = damaged_documents(storage, scheme).await?;
        return rebuild_damaged(storage, lease, scheme, &damaged, report("rebuilding")).await;
    }
    let mut has_merged = false;
    while let Some(runs) = plan(&storage.runs(scheme).await?) {
        match compact(storage, lease, scheme, &runs, FREQUENCY_LIMIT, report("merging")).await {
            Ok(_) => has_merged = true,
            Err(error @ IndexError::Block { .. }) => {
                tracing::error!(%error, "a block of the index is damaged");
                has_merged = false;
                break;
            }
            Err(error) => return Err(error),
        }
    }
    if has_merged {
        return Ok(());
    }
    let health = check(storage, scheme, report("checking")).await?;
    for (run, first, damage) in &health.damaged_blocks {
        tracing::error!(run = run.0, first, %damage, "a block of the index is damaged; rebuilding the index");
    }
    if health.needs_rebuild() {
        let damaged = &health.damaged_documents;
        return rebuild_damaged(storage, lease, scheme, damaged, report("rebuilding")).await;
    }
    Ok(IndexDamage::record(storage, scheme, None, &health.damaged_documents).await?)
}

/// Rebuilds a damaged index. That is recorded first, so that every report made from the new index can say it.
async fn rebuild_damaged(
    storage: &dyn Storage,
    lease: &Lease,
    scheme: SchemeId,
    damaged: &[(DocumentId, Damage)],
    progress: impl FnMut(u64, u64) + Send,
) -> Result<(), IndexError> {
    IndexDamage::record(storage, scheme, Some(Utc::now()), damaged).await?;
    rebuild(storage, lease, scheme, FREQUENCY_LIMIT, progress).await?;
    Ok(())
}
