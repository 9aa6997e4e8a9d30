//! Maintains the index: merges its runs, indexes again what an older version indexed, and repairs damage, which the
//! database records for the reports of all processes. It reads and writes the database under a lease and reads no
//! student's file.

use std::collections::BTreeMap;

use chaffinch_index::{
    Damage, Fingerprint, IndexError, RunBuilder, check, compact, damaged_documents, pack, plan, rebuild,
};
use chaffinch_storage::{
    DocumentId, IndexScheme, InstallationFact, JobId, JobProgress, Lease, NewRun, Result, SchemeId, Storage,
};
use chrono::{DateTime, Utc};
use rayon::prelude::*;
use serde::{Deserialize, Serialize};
use tokio::sync::watch;

use super::candidates::FREQUENCY_LIMIT;
use super::postings;

/// Queues a compaction for every scheme that has runs to merge, or documents that an older version indexed.
pub(crate) async fn queue_compactions(storage: &dyn Storage, at: DateTime<Utc>) -> Result<()> {
    for (scheme, known) in storage.index_schemes().await? {
        if plan(&storage.runs(scheme).await?).is_some() || is_due(storage, scheme, &known).await? {
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
pub(crate) async fn queue_check(storage: &dyn Storage, error: &IndexError) -> Result<bool> {
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
        && is_due(storage, scheme, known).await?
    {
        reindex(storage, lease, scheme, known, progress).await?;
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

/// Damage to the index of each scheme, by the number of the scheme.
#[derive(Debug, Default, Serialize, Deserialize)]
pub(crate) struct IndexDamage(BTreeMap<u32, SchemeDamage>);

#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
struct SchemeDamage {
    /// When the last rebuild because of lost or damaged blocks began.
    rebuilt: Option<DateTime<Utc>>,
    /// Documents whose fingerprints are damaged. No rebuild can find them again.
    documents: Vec<u64>,
}

impl IndexDamage {
    /// Returns what is known.
    pub(crate) async fn read(storage: &dyn Storage) -> Result<Self> {
        Ok(Self::parse(storage.fact(InstallationFact::IndexDamage).await?.as_deref()))
    }

    fn parse(stored: Option<&str>) -> Self {
        stored.and_then(|text| serde_json::from_str(text).ok()).unwrap_or_default()
    }

    /// Records what a check of a scheme found, and when a rebuild began, if it began one.
    pub(crate) async fn record(
        storage: &dyn Storage,
        scheme: SchemeId,
        rebuilt: Option<DateTime<Utc>>,
        documents: &[(DocumentId, Damage)],
    ) -> Result<()> {
        for (document, damage) in documents {
            tracing::error!(document = document.0, %damage, "fingerprints of a document are damaged; it can no longer be found");
        }
        let documents: Vec<u64> = documents.iter().map(|(document, _)| document.0).collect();
        loop {
            let stored = storage.fact(InstallationFact::IndexDamage).await?;
            let mut damage = Self::parse(stored.as_deref());
            let known = damage.0.entry(scheme.0).or_default();
            let found = SchemeDamage { rebuilt: rebuilt.or(known.rebuilt), documents: documents.clone() };
            if *known == found {
                return Ok(());
            }
            *known = found;
            let Ok(new) = serde_json::to_string(&damage) else { return Ok(()) };
            if storage.replace_fact(InstallationFact::IndexDamage, stored.as_deref(), Some(&new)).await? {
                return Ok(());
            }
        }
    }

    /// Returns when a part of the index was last rebuilt, if that was after `since`.
    pub(crate) fn rebuilt_after(&self, since: DateTime<Utc>) -> Option<DateTime<Utc>> {
        self.0.values().filter_map(|damage| damage.rebuilt).filter(|rebuilt| since < *rebuilt).max()
    }

    /// Returns the documents that cannot be found.
    pub(crate) fn documents(&self) -> impl Iterator<Item = DocumentId> {
        self.0.values().flat_map(|damage| &damage.documents).map(|document| DocumentId(*document))
    }
}

/// Number of documents in one transaction and in one run: about 6 MB.
const BATCH_SIZE: u32 = 1000;

/// Returns whether documents of this scheme must be indexed again. This is also the case if a process was killed after
/// that and before the old index was removed.
pub(crate) async fn is_due(storage: &dyn Storage, scheme: SchemeId, known: &IndexScheme) -> Result<bool> {
    if !postings::is_outdated(known) {
        return Ok(false);
    }
    if storage.fingerprints(scheme, None, 1).await?.is_empty() {
        return Ok(storage.runs(scheme).await?.iter().any(|run| run.postings > 0));
    }
    Ok(!storage.indexed(scheme, 1).await?.is_empty())
}

/// Moves the documents of a scheme to the current scheme, piece by piece. A document is always in exactly one of the
/// two. Pieces that are done stay done.
async fn reindex(
    storage: &dyn Storage,
    lease: &Lease,
    scheme: SchemeId,
    known: &IndexScheme,
    progress: &watch::Sender<JobProgress>,
) -> Result<(), IndexError> {
    let runs = storage.runs(scheme).await?;
    let total = runs.iter().map(|run| run.documents.end - run.documents.start).sum();
    let (current, mut done) = (postings::current_scheme(known), 0);
    tracing::info!(
        family = known.family,
        from = known.format,
        to = current.format,
        "indexing documents again"
    );
    loop {
        let moved = reindex_piece(storage, lease, scheme, &current).await?;
        if moved == 0 {
            break;
        }
        done += moved;
        progress.send_replace(JobProgress { stage: "indexing".to_owned(), done, total });
    }
    tracing::info!(family = known.family, documents = done, "indexed documents again");
    // The old index holds no documents any more, so the rebuild empties it.
    rebuild(storage, lease, scheme, FREQUENCY_LIMIT, |_, _| {}).await?;
    Ok(())
}

/// Moves some documents of a scheme to another scheme. Returns their number.
pub(crate) async fn reindex_piece(
    storage: &dyn Storage,
    lease: &Lease,
    scheme: SchemeId,
    current: &IndexScheme,
) -> Result<u64, IndexError> {
    let piece = storage.indexed(scheme, BATCH_SIZE).await?;
    let Some(first) = piece.first().map(|(document, _)| document.0) else { return Ok(0) };
    // A run numbers its documents with 32 bits.
    let near = piece.partition_point(|(document, _)| u32::try_from(document.0 - first).is_ok());
    let fingerprints: Vec<(DocumentId, Vec<Fingerprint>)> = piece[..near]
        .par_iter()
        .map(|(document, stream)| {
            let made = postings::fingerprints_of_stored(stream).unwrap_or_else(|error| {
                // A damaged document must not stop the others.
                tracing::error!(document = document.0, %error, "tokens of a document are damaged; it can no longer be found");
                Vec::new()
            });
            (*document, made)
        })
        .collect();
    let mut builder = RunBuilder::default();
    for (document, fingerprints) in &fingerprints {
        builder.add((document.0 - first) as u32, fingerprints);
    }
    let built = builder.build();
    let run = NewRun { scheme: current.clone(), postings: built.postings, blocks: built.blocks };
    let documents = fingerprints.iter().map(|(document, of)| (*document, pack(of))).collect();
    storage.index_anew(lease, documents, run).await?;
    Ok(near as u64)
}
