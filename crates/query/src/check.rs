//! What a check of one submission is compared with, and how it is kept if something is found. `web` answers checks with
//! this, and `jobs` does those that are answered before they are compared.

use chaffinch_storage::{
    AccountId, AnalysisOptions, ArchiveId, AuditAction, BatchId, By, CheckRequest, CourseId, Ingest, Layout,
    Note, Owner, Storage, StorageError,
};
use chrono::{DateTime, Utc};

use crate::FoundSubmission;

/// Returns the submissions of all archives of a course and of a comparison.
///
/// # Errors
/// Errors of the storage.
pub async fn checked_among(
    storage: &dyn Storage,
    course: CourseId,
    batch: Option<BatchId>,
) -> Result<Vec<Ingest>, StorageError> {
    let mut among = storage.visible_ingests(&[course]).await?;
    let archives = storage.archives(&[course]).await?;
    let is_library = |id| archives.iter().any(|archive| archive.id == id && archive.reference.is_some());
    among.retain(|ingest| match ingest.owner {
        Owner::Archive(id) => !is_library(id),
        Owner::Batch(id) => batch == Some(id),
    });
    Ok(among)
}

/// How a submission is kept about which something was found.
#[derive(Debug, Clone, PartialEq)]
pub enum KeptCheck {
    /// As a comparison of its own, with these options.
    Comparison(Box<AnalysisOptions>),
    /// As late work of this comparison.
    Late(BatchId),
}

impl KeptCheck {
    /// Returns how a submission is kept: with the archives in which something was found, or with the comparison that was
    /// named.
    pub fn new(request: &CheckRequest, found: &[FoundSubmission]) -> Self {
        let mut archives: Vec<ArchiveId> = found
            .iter()
            .filter_map(|found| match found.owner {
                Owner::Archive(id) => Some(id),
                Owner::Batch(_) => None,
            })
            .collect();
        archives.sort_unstable();
        archives.dedup();
        if let (true, Some(batch)) = (archives.is_empty(), request.batch) {
            return Self::Late(batch);
        }
        Self::Comparison(Box::new(AnalysisOptions {
            language: request.language.clone(),
            layout: Layout::Whole,
            archives: Some(archives),
            opens_case: true,
            ..AnalysisOptions::default()
        }))
    }
}

/// What a check found.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum CheckOutcome {
    /// No pair that a report would name.
    Nothing,
    /// At least one such pair, and the comparison that keeps the submission.
    Found(Option<BatchId>),
}

/// Logs the outcome of a check without names. `None`: it failed.
///
/// # Errors
/// Errors of the storage.
pub async fn note_check(
    storage: &dyn Storage,
    course: CourseId,
    outcome: Option<CheckOutcome>,
    (account, at): (AccountId, DateTime<Utc>),
) -> Result<(), StorageError> {
    let (word, kept) = match outcome {
        Some(CheckOutcome::Nothing) => ("nothing", false),
        Some(CheckOutcome::Found(kept)) => ("found", kept.is_some()),
        None => ("failed", false),
    };
    let note = Note {
        action: AuditAction::SubmissionChecked,
        course: Some(course),
        subject: course.0,
        details: serde_json::json!({ "outcome": word, "kept": kept }),
        once_in: None,
    };
    storage.note(&note, &By { account: Some(account), at }).await.map(drop)
}
