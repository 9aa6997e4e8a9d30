//! Drafts: uploads that somebody looks at before they are compared. No batch yet; whoever sent one sees it, nobody else.

use async_trait::async_trait;
use chrono::{DateTime, Utc};

use crate::{
    Accepted, AccountId, AnalysisOptions, CourseId, DraftId, NewBatch, NewPart, Packed, Part, Result,
};

/// Drafts of one account; the oldest gives way to a further one.
pub const MOST_DRAFTS: u32 = 10;

/// What may change about a draft while it is looked at.
#[derive(Debug, Clone, PartialEq)]
pub struct DraftWish {
    /// Title of the batch.
    pub title: String,
    /// What is asked for.
    pub options: AnalysisOptions,
    /// What was found in the upload with these options, in the words of whoever shows it.
    pub preview: Packed,
}

/// A draft.
#[derive(Debug, Clone, PartialEq)]
pub struct Draft {
    /// Id; later drafts have larger ones.
    pub id: DraftId,
    /// Who sent it.
    pub account: AccountId,
    /// In which the batch would be.
    pub course: CourseId,
    /// What may still change.
    pub wish: DraftWish,
    /// Retention of the batch.
    pub keep_until: Option<DateTime<Utc>>,
    /// When it came.
    pub created: DateTime<Utc>,
    /// Deleted by the service from then on.
    pub expires: DateTime<Utc>,
}

/// Drafts and their uploads.
#[async_trait]
pub trait Drafts {
    /// Keeps an upload that is no batch yet, all or nothing. Of the account's earlier drafts [`MOST_DRAFTS`] less one
    /// stay.
    ///
    /// # Errors
    /// [`crate::StorageError::Missing`]: no such account or course; [`crate::StorageError::Upload`].
    async fn create_draft(&self, draft: Draft, parts: Vec<NewPart>) -> Result<()>;

    /// One draft of an account. `None`: there is none, it is somebody else's, or past its time.
    async fn draft(&self, id: DraftId, account: AccountId, at: DateTime<Utc>) -> Result<Option<Draft>>;

    /// The parts of its upload, in order.
    async fn draft_parts(&self, id: DraftId) -> Result<Vec<Part>>;

    /// One piece of a part, by its position from 0. `None` beyond the end.
    async fn draft_chunk(&self, id: DraftId, part: u32, chunk: u32) -> Result<Option<Vec<u8>>>;

    /// Changes what may change. False: no such draft.
    async fn change_draft(&self, id: DraftId, wish: &DraftWish) -> Result<bool>;

    /// Makes a draft a batch: accepts `batch`, which brings no parts, with those of the draft, which is gone then.
    /// `None`: no such draft; somebody was first.
    ///
    /// # Errors
    /// As [`crate::Batches::accept`].
    async fn run_draft(&self, id: DraftId, batch: NewBatch) -> Result<Option<Accepted>>;

    /// Throws a draft away with its upload. False: no such draft.
    async fn delete_draft(&self, id: DraftId) -> Result<bool>;
}
