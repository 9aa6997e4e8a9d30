//! Loads what a further report of a batch is made from: what was kept of it when it was read, the archived submissions
//! in its report, and late work. It reads no source file.

use std::collections::{BTreeMap, BTreeSet};

use chaffinch_extract::{UploadHint, is_unheard};
use chaffinch_report::{ArchiveState, Report};
use chaffinch_storage::{
    Batch, MAX_TEMPLATES, NewArchived, NewDocument, NewIngest, NewSubmission, Owner, Review, Storage,
    free_name,
};
use chaffinch_submission::{ArchiveLabel, Skipped};

use crate::attempt::AttemptError;
use crate::earlier::Found;
use crate::folder::Class;
use crate::people;

/// Number of submissions of a batch that are fetched at a time. All of them are in memory during the comparison anyway.
const BATCH_PIECE: u32 = 4096;

/// Reason given when a batch cannot be compared again.
const NOT_KEPT: &str = "The batch cannot be compared again: it was deleted in the meantime, or was made by a version of \
     Chaffinch that did not keep its data. Upload it again.";

/// Loads everything that was handed in for a batch so far, ready to be compared. `Err` holds the reason why this is
/// impossible, as text for the user who asked.
pub(crate) async fn class(
    storage: &dyn Storage,
    batch: &Batch,
) -> Result<Result<Class, String>, AttemptError> {
    // The newest report lists everything, including files that could not be read and were not kept.
    let Some(report) = report(storage, batch, Some(batch.revisions)).await? else {
        return Ok(Err(NOT_KEPT.to_owned()));
    };
    let own = report.submissions.into_iter().filter(|submission| submission.archive.is_none());
    let (mut submissions, mut files, mut removed) = (Vec::new(), BTreeMap::new(), Vec::new());
    for submission in own {
        if submission.removed {
            removed.push(submission.id);
        }
        files.insert(submission.id, if submission.removed { 0 } else { submission.files.len() });
        submissions.push(NewSubmission {
            number: submission.id,
            name: submission.name,
            author: submission.author,
            person: None,
            attempt: submission.attempt,
            submitted_at: submission.submitted_at,
        });
    }
    let layouts = report.layouts;
    let skipped = report.skipped.into_iter();
    let skipped = skipped
        .map(|file| Skipped { submission: file.submission, path: file.path, reason: file.reason })
        // This warning is issued again for the submissions of the new comparison.
        .filter(|line| !is_unheard(line, &UploadHint::OF_PEOPLE))
        .collect();

    let (mut documents, mut people, mut last) = (Vec::new(), BTreeMap::new(), None);
    loop {
        let piece = storage.stored_batch(batch.id, last, BATCH_PIECE).await?;
        let Some(stored) = piece.last() else { break };
        last = Some(stored.submission.number);
        for stored in piece {
            let number = stored.submission.number;
            // Reports do not contain the number of the person.
            people.extend(stored.submission.person.map(|person| (number, person)));
            if number != 0 && files.remove(&number) != Some(stored.documents.len()) {
                return Ok(Err(NOT_KEPT.to_owned()));
            }
            documents.extend(stored.documents.into_iter().map(|document| document.kept_in(number)));
        }
    }
    if files.into_values().any(|files| 0 < files) {
        return Ok(Err(NOT_KEPT.to_owned()));
    }
    for submission in &mut submissions {
        submission.person = people.remove(&submission.number);
    }
    let ingest = NewIngest { submissions, documents, runs: Vec::new() };
    Ok(Ok(Class { ingest, skipped, layouts, removed }))
}

/// Loads the archived submissions of the current report as they are now, and the archives as they were when they were
/// searched. Deleted submissions are left out.
pub(crate) async fn archived(
    storage: &dyn Storage,
    batch: &Batch,
) -> Result<(Vec<Found>, Vec<ArchiveState>), AttemptError> {
    let wanted = storage.archived(batch.id, None).await?;
    let Some(report) = report(storage, batch, None).await? else { return Ok(Default::default()) };
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
            Some((owner, ArchiveLabel { name: archive.name.clone(), year: archive.year }))
        })
        .collect();
    let mut found = Vec::new();
    for stored in storage.stored(&owners).await? {
        let Some(label) = labels.get(&(stored.owner, stored.submission.number)).cloned() else { continue };
        if let Owner::Archive(id) = stored.owner {
            let id = id.to_string();
            states.iter_mut().filter(|state| state.id == id).for_each(|state| state.compared += 1);
        }
        found.push(Found { label, stored });
    }
    Ok((found, states))
}

/// Loads a report without its matches.
async fn report(
    storage: &dyn Storage,
    batch: &Batch,
    revision: Option<u32>,
) -> Result<Option<Report>, AttemptError> {
    let Some(head) = storage.report_head(batch.id, revision).await? else { return Ok(None) };
    let head = head.unpack().map_err(AttemptError::Kept)?;
    serde_json::from_slice(&head).map(Some).map_err(|error| AttemptError::Kept(error.into()))
}

/// Returns the reason why a review cannot be applied to a class, as text for the user who asked.
pub(crate) fn objection(review: &Review, class: &Class) -> Option<String> {
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

/// Adds late work to a class. New submissions are numbered after the existing ones. A name that is taken gets a number.
/// Returns what is to be stored, with its own numbering.
pub(crate) fn join(class: &mut Class, late: Class) -> NewIngest {
    let Class { mut ingest, skipped, layouts, removed } = late;
    let mut taken: BTreeSet<String> =
        class.ingest.submissions.iter().map(|submission| submission.name.clone()).collect();
    let mut renamed = BTreeMap::new();
    let all = class.ingest.submissions.iter().chain(&ingest.submissions);
    let mut called: Vec<(Option<String>, Option<String>)> =
        all.map(|one| (one.author.clone(), one.person.clone())).collect();
    people::tell_apart(called.iter_mut().map(|(author, person)| (author, person.as_deref())));
    let late = called.into_iter().skip(class.ingest.submissions.len());
    for (submission, (called, _)) in ingest.submissions.iter_mut().zip(late) {
        let wanted = match (&submission.author, &called) {
            // If the name belongs to another person, the submission gets the name that distinguishes the two.
            (Some(author), Some(called)) if taken.contains(&submission.name) => {
                submission.name.replacen(author.as_str(), called, 1)
            }
            _ => submission.name.clone(),
        };
        submission.author = called;
        let name = free_name(&wanted, &taken);
        taken.insert(name.clone());
        renamed.insert(std::mem::replace(&mut submission.name, name.clone()), name);
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
    let placed = |document: &NewDocument| match document.submission {
        0 => NewDocument { file: handed_out + document.file, ..document.clone() },
        submission => NewDocument { submission: before + submission, ..document.clone() },
    };
    class.removed.extend(removed.iter().map(|number| before + number));
    class.ingest.submissions.extend(ingest.submissions.iter().map(numbered));
    class.ingest.documents.extend(ingest.documents.iter().map(placed));
    class.ingest.documents.sort_by_key(|document| (document.submission, document.file));
    ingest
}
