//! Maintains the index and the archives: merges runs and reduces archives. It reads and writes the database under a
//! lease and reads no student's file.

use chaffinch_index::{IndexError, check, compact, plan, rebuild};
use chaffinch_storage::{
    ArchiveId, DocumentId, JobId, JobProgress, Lease, Packed, Run, SchemeId, Storage, StorageError,
    StoredDocument,
};
use chrono::{DateTime, Utc};
use rayon::prelude::*;
use tokio::sync::watch;

use crate::attempt::computed;
use crate::candidates::FREQUENCY_LIMIT;
use crate::keeping::{Unreadable, reduced};
use crate::renewing;

/// Number of files of an archive that are reduced in one transaction.
const PIECE: u32 = 100;

/// Error of a maintenance job.
#[derive(Debug, thiserror::Error)]
pub(crate) enum HouseError {
    #[error(transparent)]
    Storage(#[from] StorageError),
    #[error(transparent)]
    Index(#[from] IndexError),
    #[error("cannot read the kept data of a document")]
    Unreadable(#[source] Unreadable),
}

/// Queues a compaction for every scheme that has runs to merge, or documents that an older version indexed.
pub(crate) async fn queue_compactions(storage: &dyn Storage, at: DateTime<Utc>) -> Result<(), StorageError> {
    for (scheme, known) in storage.index_schemes().await? {
        if plan(&storage.runs(scheme).await?).is_some() || renewing::is_due(storage, scheme, &known).await? {
            storage.queue_compaction(scheme, JobId::new(at), at).await?;
        }
    }
    Ok(())
}

/// Records the state of queue and index in metrics. Every process reports the same values.
pub(crate) async fn measure(storage: &dyn Storage, now: DateTime<Utc>) -> Result<(), StorageError> {
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

/// Queues a compaction of the scheme in which a query to the index met a damaged block. The job then checks the scheme.
pub(crate) async fn look_into(storage: &dyn Storage, error: &IndexError) -> Result<(), StorageError> {
    let IndexError::Block { run, .. } = error else { return Ok(()) };
    for (scheme, _) in storage.index_schemes().await? {
        if storage.runs(scheme).await?.iter().any(|known| known.id == *run) {
            // The time in this id does not matter, because the id is never listed.
            storage.queue_compaction(scheme, JobId::new(DateTime::UNIX_EPOCH), Utc::now()).await?;
        }
    }
    Ok(())
}

/// Indexes a scheme again if an older version indexed it. Otherwise merges its runs until there is nothing to merge. If
/// there was nothing to merge, or a block is damaged, it checks the scheme and rebuilds a damaged index.
pub(crate) async fn tend(
    storage: &dyn Storage,
    lease: &Lease,
    scheme: SchemeId,
    tell: &watch::Sender<JobProgress>,
) -> Result<(), HouseError> {
    let schemes = storage.index_schemes().await?;
    if let Some((_, known)) = schemes.iter().find(|(known, _)| *known == scheme)
        && renewing::is_due(storage, scheme, known).await?
    {
        renewing::renew(storage, lease, scheme, known, tell).await?;
        // The reindexing leaves many new runs to merge.
        return Ok(queue_compactions(storage, Utc::now()).await?);
    }
    let telling = |stage: &'static str| {
        move |progress: chaffinch_index::Progress| {
            let (done, total) = (progress.done, progress.total);
            tell.send_replace(JobProgress { stage: stage.to_owned(), done, total });
        }
    };
    let mut sound = false;
    while let Some(runs) = plan(&storage.runs(scheme).await?) {
        match compact(storage, lease, scheme, &runs, FREQUENCY_LIMIT, telling("merging")).await {
            Ok(_) => sound = true,
            Err(error @ IndexError::Block { .. }) => {
                tracing::error!(%error, "a block of the index is damaged");
                sound = false;
                break;
            }
            Err(error) => return Err(error.into()),
        }
    }
    if sound {
        return Ok(());
    }
    let health = check(storage, scheme, telling("checking")).await?;
    for (run, first, damage) in &health.damaged_blocks {
        tracing::error!(run = run.0, first, %damage, "a block of the index is damaged; rebuilding the index");
    }
    for (document, damage) in &health.damaged_documents {
        tracing::error!(document = document.0, %damage, "fingerprints of a document are damaged; it can no longer be found");
    }
    if health.needs_rebuild() {
        rebuild(storage, lease, scheme, FREQUENCY_LIMIT, telling("rebuilding")).await?;
    }
    Ok(())
}

/// Removes what a reduced archive may not keep, piece by piece. Each piece stays done if the job is interrupted.
pub(crate) async fn reduce_archive(
    storage: &dyn Storage,
    lease: &Lease,
    archive: ArchiveId,
    tell: &watch::Sender<JobProgress>,
) -> Result<(), HouseError> {
    let total = storage.archive(archive).await?.map_or(0, |archive| archive.documents);
    let mut done = 0;
    loop {
        let piece = storage.unreduced(archive, PIECE).await?;
        if piece.is_empty() {
            return Ok(());
        }
        done += piece.len() as u64;
        let streams = computed(move || piece.par_iter().map(less).collect::<Result<Vec<_>, _>>()).await?;
        storage.reduce_documents(lease, streams).await?;
        tell.send_replace(JobProgress { stage: "reducing".to_owned(), done, total });
    }
}

fn less(document: &StoredDocument) -> Result<(DocumentId, Packed), HouseError> {
    Ok((document.id, reduced(&document.stream).map_err(HouseError::Unreadable)?))
}
