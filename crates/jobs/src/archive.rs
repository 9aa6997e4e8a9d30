//! What archives do: they take submissions of an upload or a batch, keep all or the reduced form of them (without texts,
//! names and literals), and export what the index keeps of them.

use std::collections::BTreeSet;
use std::io;

use chaffinch_index::unpack;
use chaffinch_normalize::{Choice, tokenize};
use chaffinch_storage::{
    AnalysisOptions, Archive, ArchiveId, BatchId, Document, DocumentId, JobId, JobProgress, Keeping, Lease,
    NewIngest, NewSubmission, Owner, Packed, Storage, StorageError, StoredSubmission,
};
use chaffinch_submission::packed::pack;
use chaffinch_submission::{SourceFile, Submission};
use rayon::prelude::*;
use serde::Serialize;
use tokio::sync::watch;

use crate::analysis::read;
use crate::analysis::submissions::tokenize_files;
use crate::batch::erased;
use crate::child::child_runner::ChildError;
use crate::index::postings::{self, unpack_file};
use crate::job::{JobContext, JobError, JobResult, Result, write_upload};
use crate::runtime::run_blocking;

/// Number of submissions of a batch or archive that are fetched at a time.
const FETCHED_SUBMISSIONS: u32 = 64;

/// Number of files of an archive that are reduced in one transaction.
const REDUCED_FILES: u32 = 100;

/// Reads an upload for an archive.
pub(crate) async fn add_upload(
    context: &JobContext<'_>,
    job: JobId,
    archive: ArchiveId,
    options: AnalysisOptions,
) -> Result<JobResult> {
    let folder = context.scratch.create_folder().map_err(ChildError::Folder)?;
    let child = context.child(folder.path());
    let parts = write_upload(context, job, child.folder).await?;
    let class = child.read_upload(options, parts, 1).await?;
    let class = erased::remove_erased(context.storage, job, class).await?;
    add(context, archive, run_blocking(move || without_starter_code(erased::drop_removed(class))).await).await
}

/// Copies what was kept of a batch into an addition to an archive.
pub(crate) async fn add_batch(
    context: &JobContext<'_>,
    archive: ArchiveId,
    batch: BatchId,
) -> Result<JobResult> {
    let (mut stored, mut last) = (Vec::new(), None);
    loop {
        let piece = context.storage.stored_batch(batch, last, FETCHED_SUBMISSIONS).await?;
        let Some(submission) = piece.last() else { break };
        last = Some(submission.submission.number);
        stored.extend(piece);
    }
    let addition = run_blocking(move || archive_batch(stored)).await;
    if addition.documents.is_empty() {
        let reason = "The batch has no submissions to add: it was deleted, is not done, or was made by a \
                      version of Chaffinch that did not keep its data. Upload it again.";
        return Err(JobError::Refused { reason: reason.to_owned() });
    }
    add(context, archive, addition).await
}

/// Removes what the archive may not keep. This happens as late as possible, because the archive may have been reduced
/// meanwhile.
async fn add(context: &JobContext<'_>, archive: ArchiveId, mut addition: NewIngest) -> Result<JobResult> {
    let archive = context.storage.archive(archive).await?.ok_or(JobError::Stopped)?;
    if archive.keeping == Keeping::Reduced {
        let reduced = run_blocking(move || reduce(&mut addition).map(|()| addition)).await;
        addition = reduced.map_err(JobError::File)?;
    }
    Ok(JobResult::Addition(addition))
}

/// Removes names and literals from a packed token stream.
fn reduce_stream(stream: &Packed) -> io::Result<Packed> {
    Ok(Packed::pack(&pack(&chaffinch_normalize::reduce(&unpack_file(stream)?))))
}

/// Removes what a reduced archive may not keep.
fn reduce(ingest: &mut NewIngest) -> io::Result<()> {
    ingest.documents.par_iter_mut().try_for_each(|document| {
        document.text = None;
        document.stream = reduce_stream(&document.stream)?;
        Ok(())
    })
}

/// Turns the submissions of a batch into an addition to an archive, without the starter code and reference answers.
fn archive_batch(stored: Vec<StoredSubmission>) -> NewIngest {
    let mut ingest = NewIngest::default();
    let is_submitted =
        |stored: &StoredSubmission| stored.submission.number != 0 && stored.submission.reference.is_none();
    for (stored, number) in stored.into_iter().filter(is_submitted).zip(1..) {
        ingest.submissions.push(NewSubmission { number, ..stored.submission });
        let documents = stored.documents.into_iter();
        ingest.documents.extend(documents.map(|document| Document { submission: number, ..document }));
    }
    with_archive_schemes(ingest)
}

/// Turns what a child read into an addition to an archive, without the starter code.
pub(crate) fn without_starter_code(mut ingest: NewIngest) -> NewIngest {
    ingest.documents.retain(|document| document.submission != 0);
    with_archive_schemes(ingest)
}

/// Replaces the index schemes by those of archives.
fn with_archive_schemes(mut ingest: NewIngest) -> NewIngest {
    for (scheme, _) in ingest.documents.iter_mut().filter_map(|document| document.fingerprints.as_mut()) {
        *scheme = postings::archive_scheme(scheme);
    }
    ingest.runs = postings::build_runs(&ingest.documents);
    ingest
}

/// Returns what an archive keeps of submissions that do not come from an upload.
pub fn archive_submissions(submissions: &[Submission]) -> NewIngest {
    let tokenize = |_, file: &SourceFile| tokenize(file, Choice::Auto);
    let (tokenized, _) = tokenize_files(submissions, &[], tokenize, &());
    without_starter_code(read::ingest(submissions, &tokenized, &[], &[]))
}

/// Removes what a reduced archive may not keep, piece by piece. Each piece stays done if the job is interrupted.
pub(crate) async fn reduce_archive(
    storage: &dyn Storage,
    lease: &Lease,
    archive: ArchiveId,
    progress: &watch::Sender<JobProgress>,
) -> Result<()> {
    let total = storage.archive(archive).await?.map_or(0, |archive| archive.documents);
    let mut done = 0;
    loop {
        let piece = storage.unreduced(archive, REDUCED_FILES).await?;
        if piece.is_empty() {
            return Ok(());
        }
        done += piece.len() as u64;
        let reduce = |(id, stream): &(DocumentId, Packed)| Ok((*id, reduce_stream(stream)?));
        let streams: io::Result<_> = run_blocking(move || piece.par_iter().map(reduce).collect()).await;
        storage.reduce_documents(lease, streams.map_err(JobError::File)?).await?;
        progress.send_replace(JobProgress { stage: "reducing".to_owned(), done, total });
    }
}

/// The fingerprints of a file of an archive, without its text.
#[derive(Debug, Serialize)]
pub struct ExportedFile<'a> {
    /// Name of the archive.
    pub archive: &'a str,
    /// Name of the submission.
    pub submission: &'a str,
    /// Path of the file in the submission.
    pub path: &'a str,
    /// Language family, version of its tokens and version of the fingerprints. Fingerprints of different schemes are
    /// never equal.
    pub scheme: String,
    /// Fingerprints, ascending and distinct.
    pub fingerprints: Vec<u64>,
}

/// Error of an export.
#[derive(Debug, thiserror::Error)]
pub enum ExportError {
    /// The database failed.
    #[error(transparent)]
    Storage(#[from] StorageError),
    /// A file could not be written.
    #[error(transparent)]
    Write(#[from] io::Error),
}

/// Passes the files of an archive that have fingerprints to `each`, in the order of their submissions.
///
/// # Errors
/// [`ExportError`].
pub async fn export_archive(
    storage: &dyn Storage,
    archive: &Archive,
    mut each: impl FnMut(&ExportedFile<'_>) -> io::Result<()>,
) -> Result<(), ExportError> {
    let owner = Owner::Archive(archive.id);
    for ingest in storage.ingests(owner).await? {
        let mut last = 0;
        loop {
            let piece = storage.fingerprinted(&ingest, last, FETCHED_SUBMISSIONS).await?;
            let Some(submission) = piece.last() else { break };
            last = submission.submission.number;
            let wanted: Vec<_> =
                piece.iter().map(|submission| (owner, submission.submission.number)).collect();
            for stored in storage.stored(&wanted).await? {
                for file in &stored.documents {
                    if let Some(file) = exported(&archive.name, &stored.submission.header.name, file) {
                        each(&file)?;
                    }
                }
            }
        }
    }
    Ok(())
}

/// Returns `None` for a file without fingerprints. Bytes that cannot be unpacked are ignored, as in look-ups; a check of
/// the index reports them.
fn exported<'a>(archive: &'a str, submission: &'a str, file: &'a Document) -> Option<ExportedFile<'a>> {
    let (scheme, packed) = file.fingerprints.as_ref()?;
    let fingerprints: BTreeSet<u64> = unpack(&packed.0).ok()?.into_iter().map(|one| one.value).collect();
    // The prefix of archives says nothing here.
    let family = scheme.family.rsplit(':').next().unwrap_or_default();
    let scheme = format!("{family}/{}/{}", scheme.normalizer, scheme.format);
    Some(ExportedFile {
        archive,
        submission,
        path: &file.path,
        scheme,
        fingerprints: fingerprints.into_iter().collect(),
    })
}
