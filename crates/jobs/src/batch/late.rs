//! Adds late work to a batch and compares everything that was handed in so far.

use std::collections::{BTreeMap, BTreeSet};

use chaffinch_extract::{UploadHint, is_unheard};
use chaffinch_storage::{
    BatchId, Document, JobId, Layout, NewIngest, NewSubmission, PartKind, SubmissionHeader, free_name,
};
use chaffinch_submission::Skipped;

use super::erased;
use super::kept::load_report;
use super::steps::{compare, load_kept, search, value_or_return, write_class};
use crate::analysis::author_names::make_authors_unique;
use crate::child::child_runner::ChildError;
use crate::index::candidates;
use crate::job::context::{JobContext, write_upload};
use crate::job::outcome::{JobError, JobOutcome};
use crate::task_folder::Class;

/// Reads late work and compares everything that was handed in so far, under the review in force. All submissions are
/// looked up in the archives, not only the new ones. The report is therefore the same as if everything had come at
/// once. A submission that was checked is one, however many files it has.
pub(crate) async fn add_late_work(
    context: &JobContext<'_>,
    job: JobId,
    id: BatchId,
    is_one: bool,
) -> Result<JobOutcome, JobError> {
    let folder = context.scratch.create_folder().map_err(ChildError::Folder)?;
    let child = context.child(folder.path());
    let Some(batch) = context.storage.batch(id).await? else { return Ok(JobOutcome::Stopped) };
    let Some(parts) = write_upload(context, job, child.folder).await? else { return Ok(JobOutcome::Stopped) };
    // Late files may also be starter code only.
    let least = usize::from(parts.iter().any(|part| part.kind == PartKind::Submissions));
    let mut options = batch.options.clone();
    if is_one {
        options.layout = Layout::Whole;
    }
    let late = value_or_return!(child.read_upload(options, parts, least).await);
    let late = erased::remove_erased(context.storage, job, late).await?;
    let mut class = value_or_return!(load_kept(context, &child, &batch).await);
    let ingest = join(&mut class, late);
    let archives = candidates::searched_archives(context.storage, &batch).await?;
    let review = batch.review();
    let current = load_report(context.storage, &batch, None).await?;
    let earlier =
        value_or_return!(search(context, &child, &batch, &review, &archives, &class, current.as_ref()).await);
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
    let (unheard, skipped): (Vec<_>, Vec<_>) =
        skipped.into_iter().partition(|line| is_unheard(line, &UploadHint::OF_FILES));
    class.skipped.retain(|line| !is_unheard(line, &UploadHint::OF_FILES) || unheard.contains(line));
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
