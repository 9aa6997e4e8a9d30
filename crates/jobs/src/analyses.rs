//! Runs the jobs that end in a report of a batch: the first analysis, one under another review, and one with late work.
//! The class comes from an upload that a child reads, from what was kept, or from both. The comparison is the same for
//! all.

use std::path::Path;
use std::time::Instant;

use chaffinch_report::ArchiveState;
use chaffinch_storage::{
    Archive, Batch, BatchId, JobId, NewArchived, NewIngest, NewRevision, Owner, PartKind, Review,
};

use crate::again;
use crate::attempt::{Answer, Attempt, AttemptError, Bench, lay_out, unless_stopped};
use crate::candidates;
use crate::children::Child;
use crate::earlier::{self, Found, InReport};
use crate::erased;
use crate::folder::{self, Class, Work};
use crate::house;
use crate::process;

/// The value of a step, or (as the inner error) the end of the attempt.
type OrEnd<Value> = Result<Result<Value, Attempt>, AttemptError>;

/// Takes the value out of an [`OrEnd`], or returns from the function with the end of the attempt.
macro_rules! go_on {
    ($step:expr) => {
        match $step? {
            Ok(value) => value,
            Err(end) => return Ok(end),
        }
    };
}

/// Compares a batch with itself and with the archives it names.
pub(crate) async fn analyse(bench: &Bench<'_>, job: JobId, id: BatchId) -> Result<Attempt, AttemptError> {
    let folder = bench.scratch.job().map_err(AttemptError::Folder)?;
    let child = bench.child(folder.path());
    let Some(batch) = bench.storage.batch(id).await? else { return Ok(Attempt::Stopped) };
    let asked = candidates::archives(bench.storage, &batch).await?;
    // With earlier submissions in an archive, one submission is enough for a comparison.
    let least = if asked.is_empty() { 2 } else { 1 };
    let Some(parts) = lay_out(bench, job, child.folder).await? else { return Ok(Attempt::Stopped) };
    let class = go_on!(child.reads(batch.options.clone(), parts, least).await);
    let class = without_erased(bench, &child, job, class).await?;
    let beside = go_on!(search(bench, &child, &asked, &class).await);
    let review = Review {
        common_limit: batch.options.common_limit,
        teams: batch.options.teams.clone(),
        staff: batch.options.staff.clone(),
        ..Review::default()
    };
    compare(&child, batch, review, class, beside, |class| class.ingest).await
}

/// Compares what was kept of a batch again, under another review. The earlier submissions stay those of the current
/// report: if a passage is marked as starter code, no other earlier work may appear.
pub(crate) async fn rescore(bench: &Bench<'_>, id: BatchId, review: Review) -> Result<Attempt, AttemptError> {
    let folder = bench.scratch.job().map_err(AttemptError::Folder)?;
    let child = bench.child(folder.path());
    let Some(batch) = bench.storage.batch(id).await? else { return Ok(Attempt::Stopped) };
    let mut class = go_on!(kept(bench, &child, &batch).await);
    if let Some(reason) = again::objection(&review, &class) {
        return Ok(Attempt::Answered(Answer::Refused { reason }));
    }
    // The fingerprints are needed only for look-ups, and no look-up follows.
    class.ingest.documents.iter_mut().for_each(|document| document.fingerprints = None);
    let Some(beside) = unless_stopped(bench, again::archived(bench.storage, &batch)).await else {
        return Ok(Attempt::Stopped);
    };
    let class = lay_down(&child, class).await?;
    compare(&child, batch, review, class, beside?, |_| NewIngest::default()).await
}

/// Reads late work and compares everything that was handed in so far, under the review in force. All submissions are
/// looked up in the archives, not only the new ones. The report is therefore the same as if everything had come at
/// once.
pub(crate) async fn late(bench: &Bench<'_>, job: JobId, id: BatchId) -> Result<Attempt, AttemptError> {
    let folder = bench.scratch.job().map_err(AttemptError::Folder)?;
    let child = bench.child(folder.path());
    let Some(batch) = bench.storage.batch(id).await? else { return Ok(Attempt::Stopped) };
    let Some(parts) = lay_out(bench, job, child.folder).await? else { return Ok(Attempt::Stopped) };
    // Late files may also be starter code only.
    let least = usize::from(parts.iter().any(|part| part.kind == PartKind::Submissions));
    let late = go_on!(child.reads(batch.options.clone(), parts, least).await);
    let late = erased::without(bench.storage, job, late).await?;
    let mut class = go_on!(kept(bench, &child, &batch).await);
    let ingest = again::join(&mut class, late);
    let asked = candidates::archives(bench.storage, &batch).await?;
    let beside = go_on!(search(bench, &child, &asked, &class).await);
    let class = lay_down(&child, class).await?;
    let review = batch.review();
    compare(&child, batch, review, class, beside, |_| ingest).await
}

/// Removes the persons who were erased since the upload from the class, also in the folder.
async fn without_erased(
    bench: &Bench<'_>,
    child: &Child<'_>,
    job: JobId,
    class: Class,
) -> Result<Class, AttemptError> {
    let class = erased::without(bench.storage, job, class).await?;
    if class.removed.is_empty() { Ok(class) } else { lay_down(child, class).await }
}

/// Earlier submissions to compare with, and the archives that they are from.
type Beside = (Vec<Found>, Vec<ArchiveState>);

/// Loads what was kept of a batch.
async fn kept(bench: &Bench<'_>, child: &Child<'_>, batch: &Batch) -> OrEnd<Class> {
    child.says("reading");
    let began = Instant::now();
    let Some(class) = unless_stopped(bench, again::class(bench.storage, batch)).await else {
        return Ok(Err(Attempt::Stopped));
    };
    process::took("reading", began);
    Ok(class?.map_err(|reason| Attempt::Answered(Answer::Refused { reason })))
}

/// Finds the earlier submissions that are worth comparing with a class.
async fn search(bench: &Bench<'_>, child: &Child<'_>, asked: &[Archive], class: &Class) -> OrEnd<Beside> {
    child.says("searching");
    let began = Instant::now();
    let beside = match unless_stopped(bench, earlier::find(bench.storage, asked, class)).await {
        None => return Ok(Err(Attempt::Stopped)),
        Some(Ok(beside)) => beside,
        Some(Err(error)) => {
            house::look_into(bench.storage, &error).await?;
            return Err(error.into());
        }
    };
    process::took("searching", began);
    Ok(Ok(beside))
}

/// Writes a class into the folder and replaces what a child has read there.
async fn lay_down(child: &Child<'_>, class: Class) -> Result<Class, AttemptError> {
    let class = Ok(class);
    let class =
        child.in_folder(move |folder: &Path| folder::write_class(folder, &class).map(|()| class)).await?;
    Ok(class.unwrap_or_default())
}

/// Lets a child compare the class in the folder. `keep` takes from the class what is kept beside the report.
async fn compare(
    child: &Child<'_>,
    batch: Batch,
    review: Review,
    class: Class,
    (found, archives): Beside,
    keep: impl FnOnce(Class) -> NewIngest,
) -> Result<Attempt, AttemptError> {
    let earlier = child.lay_beside(&class, found).await?;
    let compare = Work::Compare {
        title: batch.title,
        revision: batch.revisions + 1,
        options: batch.options,
        review: review.clone(),
        archives,
    };
    let revision = go_on!(child.does(compare, folder::read_report).await);
    child.says("storing");
    let of_archives = earlier.into_iter().filter_map(kept_in_archive).collect();
    let revision = Box::new(NewRevision { archived: of_archives, review, ..revision });
    Ok(Attempt::Answered(Answer::Report(revision, keep(class))))
}

fn kept_in_archive((number, owner, submission): InReport) -> Option<NewArchived> {
    match owner {
        Owner::Archive(archive) => Some(NewArchived { number, archive, submission }),
        Owner::Batch(_) => None,
    }
}
