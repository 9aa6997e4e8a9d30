//! Compares a batch again under another review. The earlier submissions stay those of the current report.

use std::collections::{BTreeMap, BTreeSet};

use chaffinch_storage::{Batch, BatchId, MAX_TEMPLATES, NewArchived, NewIngest, Owner, Review, Storage};
use chaffinch_submission::ArchiveLabel;

use super::earlier::ArchivedSubmission;
use super::elsewhere::Named;
use super::kept;
use super::steps::{EarlierWork, StepResult, compare, load_kept, value_or_return, write_class};
use crate::child::child_runner::ChildError;
use crate::job::context::{JobContext, unless_stopped};
use crate::job::outcome::{JobError, JobOutcome};
use crate::task_folder::Class;

/// Compares what was kept of a batch again, under another review. The earlier submissions stay those of the current
/// report: if a passage is marked as starter code, no other earlier work may appear.
pub(crate) async fn rescore(
    context: &JobContext<'_>,
    id: BatchId,
    review: Review,
) -> Result<JobOutcome, JobError> {
    let folder = context.scratch.create_folder().map_err(ChildError::Folder)?;
    let child = context.child(folder.path());
    let Some(batch) = context.storage.batch(id).await? else { return Ok(JobOutcome::Stopped) };
    let mut class = value_or_return!(load_kept(context, &child, &batch).await);
    if let Some(reason) = objection(&review, &class) {
        return Ok(JobOutcome::refused(reason));
    }
    // The fingerprints are needed only for look-ups, and no look-up follows.
    class.ingest.documents.iter_mut().for_each(|document| document.fingerprints = None);
    let reported = load_reported(context.storage, &batch, &review, &class);
    let Some(earlier) = unless_stopped(context, reported).await else { return Ok(JobOutcome::Stopped) };
    let earlier = value_or_return!(earlier);
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
) -> StepResult<EarlierWork> {
    let wanted = storage.archived(batch.id, None).await?;
    let Some(report) = kept::load_report(storage, batch, None).await? else {
        return Ok(Ok(EarlierWork::default()));
    };
    let named = Named { batch, review, class: &class.ingest, current: Some(&report), repeats: true };
    let elsewhere = match named.collect(storage).await? {
        Ok(elsewhere) => elsewhere,
        Err(reason) => return Ok(Err(JobOutcome::refused(reason))),
    };
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
            let archive = report.submission(number)?.archive.as_ref()?;
            Some((owner, ArchiveLabel { name: archive.name.clone(), year: archive.year, reference: None }))
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
    Ok(Ok(EarlierWork { submissions: found, archives: states, elsewhere }))
}

/// Returns the reason why a review cannot be applied to a class, as text for the user who asked.
fn objection(review: &Review, class: &Class) -> Option<String> {
    if MAX_TEMPLATES < review.templates.len() {
        let most = MAX_TEMPLATES;
        return Some(format!(
            "More than {most} passages are marked as starter code, which is the limit. Upload the starter code itself instead."
        ));
    }
    let files: BTreeSet<(u32, u32)> =
        class.ingest.documents.iter().map(|document| (document.submission, document.file)).collect();
    let outside = review
        .templates
        .iter()
        .find(|region| region.submission == 0 || !files.contains(&(region.submission, region.file)))?;
    Some(format!(
        "A passage marked as starter code must be in a file of the batch's own submissions. File {} of submission {} is \
         not one.",
        outside.file, outside.submission
    ))
}
