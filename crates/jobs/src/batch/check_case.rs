//! Opens the case about a submission that was checked and kept, from the report that was made of it.

use chaffinch_report::is_named;
use chaffinch_storage::{
    BatchId, By, CaseChange, CaseId, CaseStatus, MAX_CASE_SUBMISSIONS, NewCase, Seen, Storage, StorageError,
};
use chrono::{DateTime, Utc};

use super::kept::load_report;
use crate::job::outcome::JobError;

/// Opens a case about the newest submission of a batch and those with which its current report names it. If there is an
/// undecided case about these people, the submissions join it. Nothing happens if the report names no such pair, or if
/// the batch was not sent to be checked. `is_late` says that the newest submission was, whatever the batch is.
///
/// # Errors
/// Errors of the storage. The report then shows the pairs, and a case can be opened from it as usual.
pub(crate) async fn open_case(
    storage: &dyn Storage,
    batch: BatchId,
    is_late: bool,
    at: DateTime<Utc>,
) -> Result<(), JobError> {
    let Some(batch) = storage.batch(batch).await? else { return Ok(()) };
    if !(is_late || batch.options.opens_case) {
        return Ok(());
    }
    let Some(report) = load_report(storage, &batch, batch.current()).await? else { return Ok(()) };
    // Late submissions are numbered after the others.
    let own = report.submissions.iter().filter(|submission| submission.archive.is_none());
    let Some(checked) = own.map(|submission| submission.id).max() else { return Ok(()) };
    let others =
        report.pairs.iter().filter(|pair| is_named(&report, pair)).filter_map(|pair| match pair.id {
            id if id.left == checked => Some(id.right),
            id if id.right == checked => Some(id.left),
            _ => None,
        });
    let mut submissions: Vec<u32> = others.take(MAX_CASE_SUBMISSIONS - 1).collect();
    if submissions.is_empty() {
        return Ok(());
    }
    submissions.insert(0, checked);
    let by = By { account: None, at };
    let seen = Seen { batch: batch.id, revision: batch.current(), submissions };
    let new = NewCase {
        id: CaseId::new(at),
        title: batch.title,
        status: CaseStatus::Open,
        text: String::new(),
        seen: seen.clone(),
    };
    match storage.open_case(&new, &by).await {
        Ok(_) => {}
        Err(StorageError::CaseExists { case }) => {
            storage.change_case(case, &CaseChange::Add(seen), "", false, &by).await?;
        }
        Err(error) => return Err(error.into()),
    }
    Ok(())
}
