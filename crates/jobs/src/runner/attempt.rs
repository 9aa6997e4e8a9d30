//! Runs one attempt at one job. An attempt commits nothing, except maintenance jobs, which commit piece by piece.

use chaffinch_storage::{JobPayload, Lease};

use crate::archive::{add, reduce};
use crate::batch::{analyse, late, rescore};
use crate::course::term;
use crate::index::maintenance;
use crate::job::context::{JobContext, unless_stopped};
use crate::job::outcome::{JobError, JobOutcome, JobResult};
use crate::search::check;

/// Does the work of a job. When this returns, with or without an error, its child processes and their folder are gone.
pub(crate) async fn run_attempt(
    context: &JobContext<'_>,
    lease: &Lease,
    payload: JobPayload,
) -> Result<JobOutcome, JobError> {
    let JobContext { storage, progress, .. } = *context;
    match payload {
        JobPayload::Analyse { batch } => analyse::analyse(context, lease.job, batch).await,
        JobPayload::Rescore { batch, review } => rescore::rescore(context, batch, review).await,
        JobPayload::Late { batch, opens_case } => {
            late::add_late_work(context, lease.job, batch, opens_case).await
        }
        JobPayload::AddUpload { archive, options } => {
            add::add_upload(context, lease.job, archive, options).await
        }
        JobPayload::AddBatch { archive, batch } => {
            let added = unless_stopped(context, add::add_batch(context, archive, batch)).await;
            added.unwrap_or(Ok(JobOutcome::Stopped))
        }
        JobPayload::Reduce { archive } => {
            finished(unless_stopped(context, reduce::reduce_archive(storage, lease, archive, progress)).await)
        }
        JobPayload::Compact { scheme } => {
            finished(unless_stopped(context, maintenance::maintain(storage, lease, scheme, progress)).await)
        }
        JobPayload::Term { course } => {
            let Some(term) = unless_stopped(context, term::term(storage, course)).await else {
                return Ok(JobOutcome::Stopped);
            };
            Ok(JobOutcome::Finished(JobResult::Term(course, Box::new(term?))))
        }
        JobPayload::Check(request) => check::check(context, lease, &request).await,
    }
}

fn finished<Error: Into<JobError>>(result: Option<Result<(), Error>>) -> Result<JobOutcome, JobError> {
    Ok(match result {
        None => JobOutcome::Stopped,
        Some(result) => {
            result.map_err(Into::into)?;
            JobOutcome::Finished(JobResult::Done)
        }
    })
}
