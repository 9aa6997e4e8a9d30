//! Drafts: uploads that are previewed before they are compared. A draft is not a batch yet, and only the account that
//! sent it can see it.

use async_trait::async_trait;
use chrono::{DateTime, Utc};

use crate::{
    Accepted, AccountId, AnalysisOptions, CourseId, DraftId, NewBatch, NewPart, Packed, Part, Result,
};

/// Largest number of drafts of one account. A further draft replaces the oldest.
pub const MAX_DRAFTS: u32 = 10;

/// The part of a draft that can change during the preview.
#[derive(Debug, Clone, PartialEq)]
pub struct DraftWish {
    /// Title of the batch.
    pub title: String,
    /// Options that the uploader chose.
    pub options: AnalysisOptions,
    /// What was found in the upload with these options, in a format that the caller defines.
    pub preview: Packed,
}

/// A stored draft.
#[derive(Debug, Clone, PartialEq)]
pub struct Draft {
    /// Id. Later drafts have larger ids.
    pub id: DraftId,
    /// The account that sent it.
    pub account: AccountId,
    /// The course of the future batch.
    pub course: CourseId,
    /// The part that can still change.
    pub wish: DraftWish,
    /// Retention of the future batch.
    pub keep_until: Option<DateTime<Utc>>,
    /// Time when it was sent.
    pub created: DateTime<Utc>,
    /// Time from which the service deletes it.
    pub expires: DateTime<Utc>,
}

/// Access to drafts and their uploads.
#[async_trait]
pub trait Drafts {
    /// Stores an upload as a draft, all or nothing. Of the account's earlier drafts, [`MAX_DRAFTS`] - 1 are kept.
    ///
    /// # Errors
    /// [`crate::StorageError::Missing`]: there is no such account or course; [`crate::StorageError::Upload`].
    async fn create_draft(&self, draft: Draft, parts: Vec<NewPart>) -> Result<()>;

    /// Returns a draft of an account, or `None` if it does not exist, belongs to another account, or is expired.
    async fn draft(&self, id: DraftId, account: AccountId, at: DateTime<Utc>) -> Result<Option<Draft>>;

    /// Returns the parts of its upload, in order.
    async fn draft_parts(&self, id: DraftId) -> Result<Vec<Part>>;

    /// Returns one piece of a part, by its position from 0, or `None` after the end.
    async fn draft_chunk(&self, id: DraftId, part: u32, chunk: u32) -> Result<Option<Vec<u8>>>;

    /// Replaces the part that can change. Returns `false` if there is no such draft.
    async fn change_draft(&self, id: DraftId, wish: &DraftWish) -> Result<bool>;

    /// Turns a draft into a batch: accepts `batch`, which has no parts of its own, with the parts of the draft, and
    /// deletes the draft. Returns `None` if there is no such draft, for example because another request was first.
    ///
    /// # Errors
    /// See [`crate::Batches::accept`].
    async fn run_draft(&self, id: DraftId, batch: NewBatch) -> Result<Option<Accepted>>;

    /// Deletes a draft with its upload. Returns `false` if there is no such draft.
    async fn delete_draft(&self, id: DraftId) -> Result<bool>;
}
