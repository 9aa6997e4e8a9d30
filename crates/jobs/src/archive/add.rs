//! Runs the jobs that add submissions to an archive: those of an upload, or those that were kept of a batch.

use chaffinch_storage::{AnalysisOptions, ArchiveId, BatchId, JobId, Keeping, NewIngest};

use super::reduce::{archive_batch, reduce, without_starter_code};
use crate::batch::erased;
use crate::blocking::run_blocking;
use crate::child::child_runner::ChildError;
use crate::job::context::{JobContext, write_upload};
use crate::job::outcome::{JobError, JobOutcome, JobResult};

/// Number of submissions of a batch that are fetched at a time.
const BATCH_SIZE: u32 = 64;

/// Reads an upload for an archive.
pub(crate) async fn add_upload(
    context: &JobContext<'_>,
    job: JobId,
    archive: ArchiveId,
    options: AnalysisOptions,
) -> Result<JobOutcome, JobError> {
    let folder = context.scratch.create_folder().map_err(ChildError::Folder)?;
    let child = context.child(folder.path());
    let Some(parts) = write_upload(context, job, child.folder).await? else { return Ok(JobOutcome::Stopped) };
    let class = match child.read_upload(options, parts, 1).await? {
        Ok(class) => class,
        Err(end) => return Ok(end.into()),
    };
    let class = erased::remove_erased(context.storage, job, class).await?;
    add(context, archive, run_blocking(move || without_starter_code(erased::drop_removed(class))).await).await
}

/// Copies what was kept of a batch into an addition to an archive.
pub(crate) async fn add_batch(
    context: &JobContext<'_>,
    archive: ArchiveId,
    batch: BatchId,
) -> Result<JobOutcome, JobError> {
    let (mut stored, mut last) = (Vec::new(), None);
    loop {
        let piece = context.storage.stored_batch(batch, last, BATCH_SIZE).await?;
        let Some(submission) = piece.last() else { break };
        last = Some(submission.submission.number);
        stored.extend(piece);
    }
    let reason = "The batch has no submissions to add: it was deleted, is not done, or was made by a \
                  version of Chaffinch that did not keep its data. Upload it again.";
    let addition = run_blocking(move || archive_batch(stored)).await;
    if addition.documents.is_empty() {
        return Ok(JobOutcome::refused(reason.to_owned()));
    }
    add(context, archive, addition).await
}

/// Removes what the archive may not keep. This happens as late as possible, because the archive may have been reduced
/// meanwhile.
async fn add(
    context: &JobContext<'_>,
    archive: ArchiveId,
    mut addition: NewIngest,
) -> Result<JobOutcome, JobError> {
    let Some(archive) = context.storage.archive(archive).await? else { return Ok(JobOutcome::Stopped) };
    if archive.keeping == Keeping::Reduced {
        let reduced = run_blocking(move || reduce(&mut addition).map(|()| addition)).await;
        addition = reduced?;
    }
    Ok(JobOutcome::Finished(JobResult::Addition(addition)))
}
