//! Runs the jobs that end in a report of a batch: the first analysis, one under another review, and one with late work.
//! The class comes from an upload that a child reads, from what was kept, or from both. The comparison is the same for
//! all.

pub(crate) mod earlier;
mod elsewhere;
pub(crate) mod erased;
pub(crate) mod steps;

use std::collections::{BTreeMap, BTreeSet};

use chaffinch_extract::{UploadHint, is_unmatched};
use chaffinch_storage::{
    Batch, BatchId, Cutoff, Document, JobId, Layout, MAX_TEMPLATES, NewArchived, NewIngest, NewSubmission,
    Owner, PartKind, Review, Storage, SubmissionHeader, TemplateRegion, free_name,
};
use chaffinch_submission::{ArchiveLabel, Skipped};

use crate::analysis::submissions::make_authors_unique;
use crate::batch::earlier::ArchivedSubmission;
use crate::batch::elsewhere::Named;
use crate::batch::steps::{
    EarlierWork, compare, load_kept, load_report, read_class, remove_erased, search, write_class,
};
use crate::child::child_runner::ChildError;
use crate::index::candidates;
use crate::job::{JobContext, JobError, JobResult, Result, unless_stopped, write_upload};
use crate::task_folder::Class;

/// Compares a batch with itself and with the archives it names.
pub(crate) async fn analyse(context: &JobContext<'_>, job: JobId, id: BatchId) -> Result<JobResult> {
    let folder = context.scratch.create_folder().map_err(ChildError::Folder)?;
    let child = context.child(folder.path());
    let batch = context.storage.batch(id).await?.ok_or(JobError::Stopped)?;
    let archives = candidates::searched_archives(context.storage, &batch).await?;
    // With earlier submissions in an archive, one submission is enough for a comparison.
    let least = if archives.iter().all(|archive| archive.reference.is_some()) { 2 } else { 1 };
    let parts = write_upload(context, job, child.folder).await?;
    let class = child.read_upload(batch.options.clone(), parts, least).await?;
    let class = remove_erased(context, &child, job, class).await?;
    let review = Review {
        common_limit: batch.options.common_limit,
        submission_limit: batch.options.submission_limit,
        cutoff: batch.options.cutoff_expect.map(Cutoff::Expect),
        teams: batch.options.teams.clone(),
        staff: batch.options.staff.clone(),
        background: batch.options.background.clone(),
        count_vendored: batch.options.count_vendored,
        count_given: batch.options.count_given,
        ..Review::default()
    };
    let earlier = search(context, &child, &batch, &review, &archives, &class, None).await?;
    compare(context, &child, batch, review, class, earlier, |folder| Ok(read_class(folder)?.ingest)).await
}

/// Compares what was kept of a batch again, under another review. The earlier submissions stay those of the current
/// report: if a passage is marked as starter code, no other earlier work may appear.
pub(crate) async fn rescore(context: &JobContext<'_>, id: BatchId, review: Review) -> Result<JobResult> {
    let folder = context.scratch.create_folder().map_err(ChildError::Folder)?;
    let child = context.child(folder.path());
    let batch = context.storage.batch(id).await?.ok_or(JobError::Stopped)?;
    let mut class = load_kept(context, &child, &batch).await?;
    check_review(&review, &class)?;
    // The fingerprints are needed only for look-ups, and no look-up follows.
    class.ingest.documents.iter_mut().for_each(|document| document.fingerprints = None);
    let reported = load_reported(context.storage, &batch, &review, &class);
    let earlier = unless_stopped(context, reported).await?;
    let class = write_class(&child, class).await?;
    compare(context, &child, batch, review, class, earlier, |_| Ok(NewIngest::default())).await
}

/// Loads the archived submissions of the current report as they are now, and the archives and what was handed in elsewhere
/// as they were when the report was made. Deleted submissions are left out.
async fn load_reported(
    storage: &dyn Storage,
    batch: &Batch,
    review: &Review,
    class: &Class,
) -> Result<EarlierWork> {
    let wanted = storage.archived(batch.id, None).await?;
    let Some(report) = load_report(storage, batch, None).await? else {
        return Ok(EarlierWork::default());
    };
    let named = Named { batch, review, class: &class.ingest, current: Some(&report), repeats: true };
    let elsewhere = named.collect(storage).await?;
    let mut states = report.settings.archives.clone();
    for state in &mut states {
        state.compared = 0;
    }
    let owners: Vec<(Owner, u32)> =
        wanted.iter().map(|one| (Owner::Archive(one.archive), one.submission)).collect();
    let labels: BTreeMap<(Owner, u32), ArchiveLabel> = wanted
        .iter()
        .zip(&owners)
        .filter_map(|(&NewArchived { number, .. }, &owner)| {
            Some((owner, report.submission(number)?.archive.clone()?))
        })
        .collect();
    let mut found = Vec::new();
    for stored in storage.stored(&owners).await? {
        let Some(label) = labels.get(&(stored.owner, stored.submission.number)).cloned() else { continue };
        if let Owner::Archive(id) = stored.owner {
            let id = id.to_string();
            states.iter_mut().filter(|state| state.id == id).for_each(|state| state.compared += 1);
        }
        found.push(ArchivedSubmission { label, stored });
    }
    Ok(EarlierWork { submissions: found, archives: states, elsewhere })
}

/// Refuses a review that cannot be applied to a class. The reason is text for the user who asked.
fn check_review(review: &Review, class: &Class) -> Result<()> {
    if MAX_TEMPLATES < review.templates.len() {
        let reason = format!(
            "More than {MAX_TEMPLATES} passages are marked as starter code, which is the limit. Upload the starter code \
             itself instead."
        );
        return Err(JobError::Refused { reason });
    }
    let files: BTreeSet<(u32, u32)> =
        class.ingest.documents.iter().map(|document| (document.submission, document.file)).collect();
    let is_own =
        |region: &TemplateRegion| region.submission != 0 && files.contains(&(region.submission, region.file));
    let Some(outside) = review.templates.iter().find(|region| !is_own(region)) else { return Ok(()) };
    let reason = format!(
        "A passage marked as starter code must be in a file of the batch's own submissions. File {} of submission {} is \
         not one.",
        outside.file, outside.submission
    );
    Err(JobError::Refused { reason })
}

/// Reads late work and compares everything that was handed in so far, under the review in force. All submissions are
/// looked up in the archives, not only the new ones. The report is therefore the same as if everything had come at
/// once. A submission that was checked is one, however many files it has.
pub(crate) async fn add_late_work(
    context: &JobContext<'_>,
    job: JobId,
    id: BatchId,
    is_one: bool,
) -> Result<JobResult> {
    let folder = context.scratch.create_folder().map_err(ChildError::Folder)?;
    let child = context.child(folder.path());
    let batch = context.storage.batch(id).await?.ok_or(JobError::Stopped)?;
    let parts = write_upload(context, job, child.folder).await?;
    // Late files may also be starter code only.
    let least = usize::from(parts.iter().any(|part| part.kind == PartKind::Submissions));
    let mut options = batch.options.clone();
    if is_one {
        options.layout = Layout::Whole;
    }
    let late = child.read_upload(options, parts, least).await?;
    let late = erased::remove_erased(context.storage, job, late).await?;
    let mut class = load_kept(context, &child, &batch).await?;
    let ingest = join(&mut class, late);
    let archives = candidates::searched_archives(context.storage, &batch).await?;
    let review = batch.review();
    let current = load_report(context.storage, &batch, None).await?;
    let earlier = search(context, &child, &batch, &review, &archives, &class, current.as_ref()).await?;
    let class = write_class(&child, class).await?;
    compare(context, &child, batch, review, class, earlier, |_| Ok(ingest)).await
}

/// Adds late work to a class. New submissions are numbered after the existing ones. A name that is taken gets a number.
/// Returns what is to be stored, with its own numbering.
fn join(class: &mut Class, late: Class) -> NewIngest {
    let Class { mut ingest, skipped, layouts, removed } = late;
    let mut taken: BTreeSet<String> =
        class.ingest.submissions.iter().map(|submission| submission.header.name.clone()).collect();
    let mut renamed = BTreeMap::new();
    let all = class.ingest.submissions.iter().chain(&ingest.submissions);
    let mut headers: Vec<SubmissionHeader> = all.map(|one| one.header.clone()).collect();
    make_authors_unique(headers.iter_mut());
    let late = headers.into_iter().skip(class.ingest.submissions.len());
    for (SubmissionHeader { name, author, .. }, new) in
        ingest.submissions.iter_mut().map(|submission| &mut submission.header).zip(late)
    {
        let wanted = match (&*author, &new.author) {
            // If the name belongs to another person, the submission gets the name that distinguishes the two.
            (Some(old), Some(new)) if taken.contains(name) => name.replacen(old.as_str(), new, 1),
            _ => name.clone(),
        };
        *author = new.author;
        let free = free_name(&wanted, &taken);
        taken.insert(free.clone());
        renamed.insert(std::mem::replace(name, free.clone()), free);
    }
    // Late work in which nothing can be read is only listed. Its lines must not appear under another student's name.
    for name in skipped.iter().filter_map(|line| line.submission.as_ref()) {
        if !renamed.contains_key(name) {
            let free = free_name(name, &taken);
            taken.insert(free.clone());
            renamed.insert(name.clone(), free);
        }
    }
    let new_name = |file: Skipped| Skipped {
        submission: file.submission.map(|name| renamed.get(&name).cloned().unwrap_or(name)),
        ..file
    };
    // An upload hint is unmatched only if neither the class nor the late work has a matching file.
    let (unmatched, skipped): (Vec<_>, Vec<_>) =
        skipped.into_iter().partition(|line| is_unmatched(line, &UploadHint::OF_FILES));
    class.skipped.retain(|line| !is_unmatched(line, &UploadHint::OF_FILES) || unmatched.contains(line));
    class.skipped.extend(skipped.into_iter().map(new_name));
    class.skipped.sort();
    class.layouts.extend(layouts);
    class.layouts.sort();
    class.layouts.dedup();

    let before = class.ingest.submissions.len() as u32;
    let handed_out = class.ingest.documents.iter().filter(|document| document.submission == 0).count() as u32;
    let numbered = |submission: &NewSubmission| NewSubmission {
        number: before + submission.number,
        ..submission.clone()
    };
    let placed = |document: &Document| match document.submission {
        0 => Document { file: handed_out + document.file, ..document.clone() },
        submission => Document { submission: before + submission, ..document.clone() },
    };
    class.removed.extend(removed.iter().map(|number| before + number));
    class.ingest.submissions.extend(ingest.submissions.iter().map(numbered));
    class.ingest.documents.extend(ingest.documents.iter().map(placed));
    class.ingest.documents.sort_by_key(|document| (document.submission, document.file));
    ingest
}
