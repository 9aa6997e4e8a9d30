//! Runs the first analysis of a batch.

use chaffinch_storage::{BatchId, Cutoff, JobId, Review};

use super::steps::{compare, read_class, remove_erased, search, value_or_return};
use crate::child::child_runner::ChildError;
use crate::index::candidates;
use crate::job::context::{JobContext, write_upload};
use crate::job::outcome::{JobError, JobOutcome};

/// Compares a batch with itself and with the archives it names.
pub(crate) async fn analyse(
    context: &JobContext<'_>,
    job: JobId,
    id: BatchId,
) -> Result<JobOutcome, JobError> {
    let folder = context.scratch.create_folder().map_err(ChildError::Folder)?;
    let child = context.child(folder.path());
    let Some(batch) = context.storage.batch(id).await? else { return Ok(JobOutcome::Stopped) };
    let archives = candidates::searched_archives(context.storage, &batch).await?;
    // With earlier submissions in an archive, one submission is enough for a comparison.
    let least = if archives.is_empty() { 2 } else { 1 };
    let Some(parts) = write_upload(context, job, child.folder).await? else { return Ok(JobOutcome::Stopped) };
    let class = value_or_return!(child.read_upload(batch.options.clone(), parts, least).await);
    let class = remove_erased(context, &child, job, class).await?;
    let review = Review {
        common_limit: batch.options.common_limit,
        submission_limit: batch.options.submission_limit,
        cutoff: batch.options.cutoff_expect.map(Cutoff::Expect),
        teams: batch.options.teams.clone(),
        staff: batch.options.staff.clone(),
        background: batch.options.background.clone(),
        ..Review::default()
    };
    let earlier = value_or_return!(search(context, &child, &batch, &review, &archives, &class, None).await);
    compare(context, &child, batch, review, class, earlier, |folder| Ok(read_class(folder)?.ingest)).await
}
