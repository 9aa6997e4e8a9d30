//! Loads what was kept of a batch when it was read, so that it can be compared again. It reads no source file.

use std::collections::BTreeMap;

use chaffinch_extract::{UploadHint, is_unheard};
use chaffinch_report::Report;
use chaffinch_storage::{Batch, NewIngest, NewSubmission, Packed, Storage, SubmissionHeader};
use chaffinch_submission::Skipped;

use crate::job::outcome::JobError;
use crate::task_folder::Class;

/// Number of submissions of a batch that are fetched at a time. All of them are in memory during the comparison anyway.
const BATCH_SIZE: u32 = 4096;

/// Reason given when a batch cannot be compared again.
const NOT_KEPT: &str = "The batch cannot be compared again: it was deleted in the meantime, or was made by a version of \
     Chaffinch that did not keep its data. Upload it again.";

/// Loads everything that was handed in for a batch so far, ready to be compared. `Err` holds the reason why this is
/// impossible, as text for the user who asked.
pub(super) async fn load_class(
    storage: &dyn Storage,
    batch: &Batch,
) -> Result<Result<Class, String>, JobError> {
    // The newest report lists everything, including files that could not be read and were not kept.
    let Some(report) = load_report(storage, batch, Some(batch.revisions)).await? else {
        return Ok(Err(NOT_KEPT.to_owned()));
    };
    let own = report.submissions.into_iter().filter(chaffinch_report::Submission::is_uploaded);
    let (mut submissions, mut files, mut removed) = (Vec::new(), BTreeMap::new(), Vec::new());
    for submission in own {
        if submission.removed {
            removed.push(submission.id);
        }
        let reference = submission.reference().map(|reference| reference.label().to_string());
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
    let skipped = report.skipped.into_iter();
    let skipped = skipped
        .map(|file| Skipped { submission: file.submission, path: file.path, reason: file.reason })
        // This warning is issued again for the submissions of the new comparison.
        .filter(|line| !is_unheard(line, &UploadHint::OF_PEOPLE))
        .collect();

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
                return Ok(Err(NOT_KEPT.to_owned()));
            }
            documents.extend(stored.documents);
        }
    }
    if files.into_values().any(|files| files > 0) {
        return Ok(Err(NOT_KEPT.to_owned()));
    }
    for submission in &mut submissions {
        submission.header.person = people.remove(&submission.number);
    }
    let ingest = NewIngest { submissions, documents, runs: Vec::new() };
    Ok(Ok(Class { ingest, skipped, layouts, removed }))
}

/// Loads a report without its matches.
pub(super) async fn load_report(
    storage: &dyn Storage,
    batch: &Batch,
    revision: Option<u32>,
) -> Result<Option<Report>, JobError> {
    let Some(head) = storage.report_head(batch.id, revision).await? else { return Ok(None) };
    parse_report(&head).map(Some)
}

/// Parses a stored report.
pub(super) fn parse_report(packed: &Packed) -> Result<Report, JobError> {
    let json = packed.unpack().map_err(JobError::Report)?;
    Report::from_json(&json).map_err(|error| JobError::Report(error.into()))
}
