//! The steps that several jobs of a batch have in common: loading what was kept when it was read, searching, comparing.
//! They read no source file.

use std::collections::BTreeMap;
use std::io;
use std::path::Path;
use std::time::Instant;

use chaffinch_extract::{UploadHint, is_unmatched};
use chaffinch_report::{ArchiveState, Report, changed_pairs};
use chaffinch_storage::{
    Archive, Batch, JobId, NewArchived, NewIngest, NewRevision, NewSubmission, Owner, Packed, Review,
    Storage, SubmissionHeader,
};

use super::earlier::{self, ArchivedSubmission, EarlierInReport};
use super::{elsewhere, erased};
use crate::child::child_runner::ChildRunner;
use crate::child::process;
use crate::job::{JobContext, JobError, JobResult, Result, unless_stopped};
use crate::runtime::run_blocking;
use crate::task_folder::{self, Class, ClassAnswer, CompareTask, Elsewhere, Work};

/// Removes the persons who were erased since the upload from the class, also in the folder. The result has only
/// fingerprints.
pub(super) async fn remove_erased(
    context: &JobContext<'_>,
    child: &ChildRunner<'_>,
    job: JobId,
    class: Class,
) -> Result<Class> {
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
) -> Result<Class> {
    child.report_stage("reading");
    let began = Instant::now();
    let class = unless_stopped(context, load_class(context.storage, batch)).await?;
    process::record_stage("reading", began);
    Ok(class)
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
) -> Result<EarlierWork> {
    child.report_stage("searching");
    let began = Instant::now();
    let found = earlier::find(context.storage, archives, class, batch.created);
    let (submissions, archives) = unless_stopped(context, found).await?;
    let named = elsewhere::Named { batch, review, class: &class.ingest, current, repeats: false };
    let elsewhere = unless_stopped(context, named.collect(context.storage)).await?;
    process::record_stage("searching", began);
    Ok(EarlierWork { submissions, archives, elsewhere })
}

/// Writes a class into the folder and replaces what a child has read there.
pub(super) async fn write_class(child: &ChildRunner<'_>, class: Class) -> Result<Class> {
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
) -> Result<JobResult> {
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
    let revision: NewRevision = child.run(compare).await?;
    child.report_stage("storing");
    let archived =
        earlier.into_iter().filter_map(|EarlierInReport { number, owner, submission }| match owner {
            Owner::Archive(archive) => Some(NewArchived { number, archive, submission }),
            Owner::Batch(_) => None,
        });
    let head = revision.head.clone();
    // Both reports are without matches.
    let changed = run_blocking(move || {
        let count = |before| Ok(changed_pairs(&parse_report(&before)?, &parse_report(&head)?) as u32);
        before.map(count).transpose()
    });
    let changed: Result<_> = changed.await;
    let revision =
        Box::new(NewRevision { archived: archived.collect(), review, changed: changed?, ..revision });
    Ok(JobResult::Report(revision, child.in_folder(keep).await?))
}

/// Number of submissions of a batch that are fetched at a time. All of them are in memory during the comparison anyway.
const BATCH_SIZE: u32 = 4096;

/// Reason given when a batch cannot be compared again.
const NOT_KEPT: &str = "The batch cannot be compared again: it was deleted in the meantime, or was made by a version of \
     Chaffinch that did not keep its data. Upload it again.";

/// Loads everything that was handed in for a batch so far, ready to be compared.
async fn load_class(storage: &dyn Storage, batch: &Batch) -> Result<Class> {
    let not_kept = || JobError::Refused { reason: NOT_KEPT.to_owned() };
    // The newest report lists everything, including files that could not be read and were not kept.
    let report = load_report(storage, batch, Some(batch.revisions)).await?.ok_or_else(not_kept)?;
    let own = report.submissions.into_iter().filter(chaffinch_report::Submission::is_uploaded);
    let (mut submissions, mut files, mut removed) = (Vec::new(), BTreeMap::new(), Vec::new());
    for submission in own {
        if submission.removed {
            removed.push(submission.id);
        }
        let reference = submission.reference().map(ToString::to_string);
        files.insert(submission.id, if submission.removed { 0 } else { submission.files.len() });
        submissions.push(NewSubmission {
            number: submission.id,
            header: SubmissionHeader {
                name: submission.name,
                author: submission.author,
                person: None,
                attempt: submission.attempt,
                submitted_at: submission.submitted_at,
            },
            reference,
        });
    }
    let layouts = report.layouts;
    let mut skipped = report.skipped;
    // This warning is issued again for the submissions of the new comparison.
    skipped.retain(|line| !is_unmatched(line, &UploadHint::OF_PEOPLE));

    let (mut documents, mut people, mut last) = (Vec::new(), BTreeMap::new(), None);
    loop {
        let piece = storage.stored_batch(batch.id, last, BATCH_SIZE).await?;
        let Some(stored) = piece.last() else { break };
        last = Some(stored.submission.number);
        for stored in piece {
            let number = stored.submission.number;
            // Reports do not contain the number of the person.
            people.extend(stored.submission.header.person.map(|person| (number, person)));
            if number != 0 && files.remove(&number) != Some(stored.documents.len()) {
                return Err(not_kept());
            }
            documents.extend(stored.documents);
        }
    }
    if files.into_values().any(|files| files > 0) {
        return Err(not_kept());
    }
    for submission in &mut submissions {
        submission.header.person = people.remove(&submission.number);
    }
    let ingest = NewIngest { submissions, documents, runs: Vec::new() };
    Ok(Class { ingest, skipped, layouts, removed })
}

/// Loads a report without its matches.
pub(crate) async fn load_report(
    storage: &dyn Storage,
    batch: &Batch,
    revision: Option<u32>,
) -> Result<Option<Report>> {
    let Some(head) = storage.report_head(batch.id, revision).await? else { return Ok(None) };
    parse_report(&head).map(Some)
}

/// Parses a stored report.
fn parse_report(packed: &Packed) -> Result<Report> {
    let json = packed.unpack().map_err(JobError::Report)?;
    Report::from_json(&json).map_err(|error| JobError::Report(error.into()))
}
