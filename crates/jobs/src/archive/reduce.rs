//! Computes what an archive keeps of documents: everything, or what remains without texts, names and literals.

use chaffinch_normalize::{Choice, tokenize};
use chaffinch_storage::{
    ArchiveId, Document, DocumentId, JobProgress, Lease, NewIngest, NewSubmission, Packed, Storage,
    StoredSubmission,
};
use chaffinch_submission::packed::pack;
use chaffinch_submission::{SourceFile, Submission};
use rayon::prelude::*;
use tokio::sync::watch;

use crate::analysis::{pipeline, read};
use crate::blocking::run_blocking;
use crate::index::stored_file::{UnreadableFile, unpack_file};
use crate::index::{postings, schemes};
use crate::job::outcome::JobError;

/// Number of files of an archive that are reduced in one transaction.
const BATCH_SIZE: u32 = 100;

/// Removes names and literals from a packed token stream.
fn reduce_stream(stream: &Packed) -> Result<Packed, UnreadableFile> {
    Ok(Packed::pack(&pack(&chaffinch_normalize::reduce(&unpack_file(stream)?))))
}

/// Removes what a reduced archive may not keep.
pub(crate) fn reduce(ingest: &mut NewIngest) -> Result<(), UnreadableFile> {
    ingest.documents.par_iter_mut().try_for_each(|document| {
        document.text = None;
        document.stream = reduce_stream(&document.stream)?;
        Ok(())
    })
}

/// Turns the submissions of a batch into an addition to an archive, without the starter code and reference answers.
pub(crate) fn archive_batch(stored: Vec<StoredSubmission>) -> NewIngest {
    let mut ingest = NewIngest::default();
    for (StoredSubmission { submission, documents, .. }, number) in
        stored.into_iter().filter(is_submitted).zip(1..)
    {
        ingest.submissions.push(NewSubmission { number, ..submission });
        ingest
            .documents
            .extend(documents.into_iter().map(|document| Document { submission: number, ..document }));
    }
    with_archive_schemes(ingest)
}

fn is_submitted(stored: &StoredSubmission) -> bool {
    stored.submission.number != 0 && stored.submission.reference.is_none()
}

/// Turns what a child read into an addition to an archive, without the starter code.
pub(crate) fn without_starter_code(mut ingest: NewIngest) -> NewIngest {
    ingest.documents.retain(|document| document.submission != 0);
    with_archive_schemes(ingest)
}

/// Replaces the index schemes by those of archives.
fn with_archive_schemes(mut ingest: NewIngest) -> NewIngest {
    for (scheme, _) in ingest.documents.iter_mut().filter_map(|document| document.fingerprints.as_mut()) {
        *scheme = schemes::archive_scheme(scheme);
    }
    ingest.runs = postings::build_runs(&ingest.documents);
    ingest
}

/// Returns what an archive keeps of submissions that do not come from an upload.
pub fn archive_submissions(submissions: &[Submission]) -> NewIngest {
    let tokenize = |_, file: &SourceFile| tokenize(file, Choice::Auto);
    let (tokenized, _) = pipeline::tokenize_files(submissions, &[], tokenize, &());
    without_starter_code(read::ingest(submissions, &tokenized, &[], &[]))
}

/// Removes what a reduced archive may not keep, piece by piece. Each piece stays done if the job is interrupted.
pub(crate) async fn reduce_archive(
    storage: &dyn Storage,
    lease: &Lease,
    archive: ArchiveId,
    progress: &watch::Sender<JobProgress>,
) -> Result<(), JobError> {
    let total = storage.archive(archive).await?.map_or(0, |archive| archive.documents);
    let mut done = 0;
    loop {
        let piece = storage.unreduced(archive, BATCH_SIZE).await?;
        if piece.is_empty() {
            return Ok(());
        }
        done += piece.len() as u64;
        let streams =
            run_blocking(move || piece.par_iter().map(reduce_document).collect::<Result<Vec<_>, _>>())
                .await?;
        storage.reduce_documents(lease, streams).await?;
        progress.send_replace(JobProgress { stage: "reducing".to_owned(), done, total });
    }
}

fn reduce_document((id, stream): &(DocumentId, Packed)) -> Result<(DocumentId, Packed), UnreadableFile> {
    Ok((*id, reduce_stream(stream)?))
}
