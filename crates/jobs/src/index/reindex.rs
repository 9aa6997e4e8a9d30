//! Makes the index fingerprints of stored documents again, after an upgrade to a version that makes others. They are
//! made from the stored tokens, so the documents of a reduced archive are found again, too. It reads and writes the
//! database under a lease.

use chaffinch_index::{Fingerprint, IndexError, RunBuilder, pack, rebuild};
use chaffinch_storage::{
    DocumentId, IndexScheme, JobProgress, Lease, NewRun, SchemeId, Storage, StorageError,
};
use rayon::prelude::*;
use tokio::sync::watch;

use super::candidates::FREQUENCY_LIMIT;
use super::{postings, schemes};

/// Number of documents in one transaction and in one run: about 6 MB.
const BATCH_SIZE: u32 = 1000;

/// Returns whether documents of this scheme must be indexed again. This is also the case if a process was killed after
/// that and before the old index was removed.
pub(crate) async fn is_due(
    storage: &dyn Storage,
    scheme: SchemeId,
    known: &IndexScheme,
) -> Result<bool, StorageError> {
    if !schemes::is_outdated(known) {
        return Ok(false);
    }
    if storage.fingerprints(scheme, None, 1).await?.is_empty() {
        return Ok(storage.runs(scheme).await?.iter().any(|run| run.postings > 0));
    }
    Ok(!storage.indexed(scheme, 1).await?.is_empty())
}

/// Moves the documents of a scheme to the current scheme, piece by piece. A document is always in exactly one of the
/// two. Pieces that are done stay done.
pub(crate) async fn reindex(
    storage: &dyn Storage,
    lease: &Lease,
    scheme: SchemeId,
    known: &IndexScheme,
    progress: &watch::Sender<JobProgress>,
) -> Result<(), IndexError> {
    let runs = storage.runs(scheme).await?;
    let total = runs.iter().map(|run| run.documents.end - run.documents.start).sum();
    let (current, mut done) = (schemes::current_scheme(known), 0);
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
