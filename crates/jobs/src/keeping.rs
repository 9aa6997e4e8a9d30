//! Computes what an archive keeps of documents: everything, or what remains without texts, names and literals. Pure
//! functions.

use chaffinch_storage::{NewIngest, NewSubmission, Packed, StoredSubmission};
use chaffinch_submission::packed::{Damaged, pack, unpack};
use rayon::prelude::*;

use crate::names::KnownNames;
use crate::postings;

/// Error: a stored file cannot be reduced.
#[derive(Debug, thiserror::Error)]
pub(crate) enum Unreadable {
    #[error(transparent)]
    Packed(#[from] std::io::Error),
    #[error(transparent)]
    Damaged(#[from] Damaged),
}

/// Removes names and literals from a packed token stream.
pub(crate) fn reduced(stream: &Packed) -> Result<Packed, Unreadable> {
    let file = unpack(&stream.unpack()?, &KnownNames)?;
    Ok(Packed::pack(&pack(&chaffinch_normalize::reduce(&file))))
}

/// Removes what a reduced archive may not keep.
pub(crate) fn reduce(ingest: &mut NewIngest) -> Result<(), Unreadable> {
    ingest.documents.par_iter_mut().try_for_each(|document| {
        document.text = None;
        document.stream = reduced(&document.stream)?;
        Ok(())
    })
}

/// Turns the submissions of a batch into an addition to an archive, without the starter code.
pub(crate) fn addition(stored: Vec<StoredSubmission>) -> NewIngest {
    let mut ingest = NewIngest::default();
    for (StoredSubmission { submission, documents, .. }, number) in
        stored.into_iter().filter(|stored| stored.submission.number != 0).zip(1..)
    {
        ingest.submissions.push(NewSubmission { number, ..submission });
        ingest.documents.extend(documents.into_iter().map(|document| document.kept_in(number)));
    }
    archived(ingest)
}

/// Turns what a child read into an addition to an archive, without the starter code.
pub(crate) fn without_handout(mut ingest: NewIngest) -> NewIngest {
    ingest.documents.retain(|document| document.submission != 0);
    archived(ingest)
}

/// Replaces the index schemes by those of archives.
fn archived(mut ingest: NewIngest) -> NewIngest {
    for (scheme, _) in ingest.documents.iter_mut().filter_map(|document| document.fingerprints.as_mut()) {
        *scheme = postings::in_archives(scheme);
    }
    ingest.runs = postings::runs(&ingest.documents);
    ingest
}
