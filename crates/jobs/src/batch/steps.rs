//! The steps that several jobs of a batch have in common.

use std::io;
use std::path::Path;
use std::time::Instant;

use chaffinch_report::{ArchiveState, Report, changed_pairs};
use chaffinch_storage::{Archive, Batch, JobId, NewArchived, NewIngest, NewRevision, Owner, Packed, Review};

use super::earlier::{self, ArchivedSubmission, EarlierInReport};
use super::{elsewhere, erased, kept};
use crate::blocking::run_blocking;
use crate::child::child_runner::ChildRunner;
use crate::child::stages;
use crate::job::context::{JobContext, unless_stopped};
use crate::job::outcome::{JobError, JobOutcome, JobResult};
use crate::task_folder::{self, Class, ClassAnswer, CompareTask, Elsewhere, Work};

/// The value of a step, or (as the inner error) the end of the attempt.
pub(super) type StepResult<Value> = Result<Result<Value, JobOutcome>, JobError>;

/// Takes the value out of a [`StepResult`], or returns from the function with the end of the attempt.
macro_rules! value_or_return {
    ($step:expr) => {
        match $step? {
            Ok(value) => value,
            Err(end) => return Ok(end.into()),
        }
    };
}

pub(super) use value_or_return;

/// Removes the persons who were erased since the upload from the class, also in the folder. The result has only
/// fingerprints.
pub(super) async fn remove_erased(
    context: &JobContext<'_>,
    child: &ChildRunner<'_>,
    job: JobId,
    class: Class,
) -> Result<Class, JobError> {
    let names = erased::erased_since(context.storage, job).await?;
    let class = if names.is_empty() {
        class
    } else {
        write_class(child, run_blocking(move || erased::remove_persons(class, &names)).await).await?
    };
    Ok(class.with_fingerprints_only())
}

/// Reads the class in the folder.
pub(super) fn read_class(folder: &Path) -> io::Result<Class> {
    let answer = task_folder::read::<ClassAnswer>(folder)?;
    answer.and_then(Result::ok).ok_or_else(|| io::ErrorKind::NotFound.into())
}

/// What a class is compared with.
#[derive(Default)]
pub(super) struct EarlierWork {
    /// Earlier submissions.
    pub(super) submissions: Vec<ArchivedSubmission>,
    /// The archives that they are from.
    pub(super) archives: Vec<ArchiveState>,
    /// What is known of work elsewhere that somebody named.
    pub(super) elsewhere: Elsewhere,
}

/// Loads what was kept of a batch.
pub(super) async fn load_kept(
    context: &JobContext<'_>,
    child: &ChildRunner<'_>,
    batch: &Batch,
) -> StepResult<Class> {
    child.report_stage("reading");
    let began = Instant::now();
    let Some(class) = unless_stopped(context, kept::load_class(context.storage, batch)).await else {
        return Ok(Err(JobOutcome::Stopped));
    };
    stages::record_stage("reading", began);
    Ok(class?.map_err(JobOutcome::refused))
}

/// Finds the earlier submissions that are worth comparing with a class, and reads the work elsewhere that is named for
/// it. `current` is the report that this one replaces.
pub(super) async fn search(
    context: &JobContext<'_>,
    child: &ChildRunner<'_>,
    batch: &Batch,
    review: &Review,
    archives: &[Archive],
    class: &Class,
    current: Option<&Report>,
) -> StepResult<EarlierWork> {
    child.report_stage("searching");
    let began = Instant::now();
    let found = earlier::find(context.storage, archives, class, batch.created);
    let Some(found) = unless_stopped(context, found).await else {
        return Ok(Err(JobOutcome::Stopped));
    };
    let (submissions, states) = found?;
    let named = elsewhere::Named { batch, review, class: &class.ingest, current, repeats: false };
    let elsewhere = match unless_stopped(context, named.collect(context.storage)).await {
        None => return Ok(Err(JobOutcome::Stopped)),
        Some(elsewhere) => elsewhere?,
    };
    stages::record_stage("searching", began);
    Ok(elsewhere
        .map(|elsewhere| EarlierWork { submissions, archives: states, elsewhere })
        .map_err(JobOutcome::refused))
}

/// Writes a class into the folder and replaces what a child has read there.
pub(super) async fn write_class(child: &ChildRunner<'_>, class: Class) -> Result<Class, JobError> {
    let class: ClassAnswer = Ok(class);
    let class =
        child.in_folder(move |folder: &Path| task_folder::write(folder, &class).map(|()| class)).await?;
    Ok(class.unwrap_or_default())
}

/// Lets a child compare the class in the folder. `keep` gets the folder and returns what is kept beside the report. The
/// class is not held meanwhile, because it may have hundreds of megabytes.
pub(super) async fn compare(
    context: &JobContext<'_>,
    child: &ChildRunner<'_>,
    batch: Batch,
    review: Review,
    class: Class,
    EarlierWork { submissions, archives, elsewhere }: EarlierWork,
    keep: impl FnOnce(&Path) -> io::Result<NewIngest> + Send + 'static,
) -> Result<JobOutcome, JobError> {
    let earlier = earlier::write_earlier(child, &class, submissions).await?;
    drop(class);
    child.in_folder(move |folder| task_folder::write(folder, &elsewhere)).await?;
    let before = context.storage.report_head(batch.id, batch.current()).await?;
    let compare = Work::Compare(CompareTask {
        title: batch.title,
        revision: batch.revisions + 1,
        options: batch.options,
        review: review.clone(),
        archives,
    });
    let revision = value_or_return!(child.run::<NewRevision>(compare).await);
    child.report_stage("storing");
    let of_archives = earlier.into_iter().filter_map(kept_in_archive).collect();
    let head = revision.head.clone();
    let changed = match before {
        Some(before) => Some(run_blocking(move || changed(&before, &head)).await?),
        None => None,
    };
    let revision = Box::new(NewRevision { archived: of_archives, review, changed, ..revision });
    Ok(JobOutcome::Finished(JobResult::Report(revision, child.in_folder(keep).await?)))
}

/// Returns how many pairs have other figures than in the previous report. Both are without matches.
fn changed(before: &Packed, after: &Packed) -> Result<u32, JobError> {
    Ok(changed_pairs(&kept::parse_report(before)?, &kept::parse_report(after)?) as u32)
}

fn kept_in_archive(EarlierInReport { number, owner, submission }: EarlierInReport) -> Option<NewArchived> {
    match owner {
        Owner::Archive(archive) => Some(NewArchived { number, archive, submission }),
        Owner::Batch(_) => None,
    }
}
