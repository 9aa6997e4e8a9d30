//! Making the index fingerprints of stored documents again, after an upgrade to a program that makes others. From their
//! tokens, so that a reduced archive is found again, too. Reads and writes the database under a lease.

use chaffinch_index::{Fingerprint, RunBuilder, pack, rebuild};
use chaffinch_storage::{
    DocumentId, IndexScheme, JobProgress, Lease, NewRun, SchemeId, Storage, StorageError, StoredDocument,
};
use chaffinch_submission::packed::unpack;
use rayon::prelude::*;
use tokio::sync::watch;

use crate::candidates::FREQUENCY_LIMIT;
use crate::house::HouseError;
use crate::keeping::Unreadable;
use crate::names::KnownNames;
use crate::postings;

/// Documents in one transaction, and in one run: some 30 MB.
const PIECE: u32 = 5000;

/// Whether documents of this scheme are to be made again.
pub(crate) async fn is_due(
    storage: &dyn Storage,
    scheme: SchemeId,
    known: &IndexScheme,
) -> Result<bool, StorageError> {
    Ok(postings::is_outdated(known) && !storage.indexed(scheme, 1).await?.is_empty())
}

/// Moves the documents of a scheme to the one that this program makes, piece by piece: a document is always in one of the
/// two, and what is done stays done.
pub(crate) async fn renew(
    storage: &dyn Storage,
    lease: &Lease,
    scheme: SchemeId,
    known: &IndexScheme,
    tell: &watch::Sender<JobProgress>,
) -> Result<(), HouseError> {
    let runs = storage.runs(scheme).await?;
    let total = runs.iter().map(|run| run.documents.end - run.documents.start).sum();
    let (now, mut done) = (postings::as_now(known), 0);
    loop {
        let piece = storage.indexed(scheme, PIECE).await?;
        let Some(first) = piece.first().map(|document| document.id.0) else { break };
        // A run counts documents in 32 bits.
        let near = piece.partition_point(|document| document.id.0 - first <= u64::from(u32::MAX));
        let anew: Vec<(DocumentId, Vec<Fingerprint>)> =
            piece[..near].par_iter().map(|document| (document.id, fingerprints(document))).collect();
        let mut builder = RunBuilder::default();
        for (document, fingerprints) in &anew {
            builder.add((document.0 - first) as u32, fingerprints);
        }
        let built = builder.build();
        let run = NewRun { scheme: now.clone(), postings: built.postings, blocks: built.blocks };
        let documents = anew.iter().map(|(document, fingerprints)| (*document, pack(fingerprints))).collect();
        storage.index_anew(lease, documents, run).await?;
        done += anew.len() as u64;
        tell.send_replace(JobProgress { stage: "indexing".to_owned(), done, total });
    }
    // Of what it held nothing is left.
    rebuild(storage, lease, scheme, FREQUENCY_LIMIT, |_| {}).await?;
    Ok(())
}

/// Those of a document; none where its tokens are damaged, so that it does not stand in the way of the others.
fn fingerprints(document: &StoredDocument) -> Vec<Fingerprint> {
    let tokens = || Ok::<_, Unreadable>(unpack(&document.stream.unpack()?, &KnownNames)?);
    match tokens() {
        Ok(file) => postings::fingerprints(&file.stream).1,
        Err(error) => {
            tracing::error!(document = document.id.0, %error, "tokens of a document are damaged; it is not found any more");
            Vec::new()
        }
    }
}
