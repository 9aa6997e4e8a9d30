//! Batches: uploads to be compared, from acceptance to deletion.

use std::fmt;

use async_trait::async_trait;
use chrono::{DateTime, Utc};
use serde::{Deserialize, Serialize};
use strum::{IntoStaticStr, VariantArray};
use tokio::io::AsyncRead;

use crate::{
    AccountId, AnalysisOptions, BatchId, BatchListing, BatchSummary, By, CaseId, CheckRequest, CourseId,
    JobId, NewMossResult, NewNotification, Page, Result, Review, Revision, Status, Work,
};

/// Uploads are stored in pieces of at most this many bytes. They are small enough to be read and written one by one.
pub const CHUNK_BYTES: usize = 1 << 20;

/// One upload and its report.
#[derive(Debug, Clone, PartialEq)]
pub struct Batch {
    /// Id. Later batches have larger ids.
    pub id: BatchId,
    /// The course. It determines who may see the batch.
    pub course: CourseId,
    /// The account that uploaded it.
    pub creator: AccountId,
    /// Title, in the words of the uploader.
    pub title: String,
    /// Options that the uploader chose.
    pub options: AnalysisOptions,
    /// Time of acceptance.
    pub created: DateTime<Utc>,
    /// Time from which the service deletes it.
    pub keep_until: Option<DateTime<Utc>>,
    /// Status of its latest job. `revision` says whether there is a report.
    pub status: Status,
    /// Kind of its latest job.
    pub work: Work,
    /// The current revision of its report, if there is one.
    pub revision: Option<Revision>,
    /// Number of revisions made so far. The next revision gets the following number. After an undo, this is not the
    /// number after `revision`.
    pub revisions: u32,
    /// Cases whose legal hold prevents its deletion, oldest first.
    pub held_by: Vec<CaseId>,
    /// From what the codes of its pseudonyms are computed.
    pub pseudonyms: PseudonymSource,
}

/// From what the codes of a batch's pseudonyms are computed. It is secret: its `Debug` form does not show the key.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct PseudonymSource {
    /// Random key, the same for all revisions.
    pub key: [u8; 16],
    /// Number of submissions of the first report; 0 without a report.
    pub submissions: u32,
}

impl fmt::Debug for PseudonymSource {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("PseudonymSource")
    }
}

impl Batch {
    /// Returns the number of the current revision of its report, if there is one.
    pub fn current(&self) -> Option<u32> {
        self.revision.as_ref().map(|revision| revision.number)
    }

    /// Returns the review under which its current report was made.
    pub fn review(&self) -> Review {
        self.revision.as_ref().map(|revision| revision.review.clone()).unwrap_or_default()
    }

    /// Returns whether one of its jobs waits or runs.
    pub const fn is_busy(&self) -> bool {
        !self.status.is_final()
    }
}

/// The purpose of an uploaded file.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize, IntoStaticStr, VariantArray)]
#[serde(rename_all = "lowercase")]
#[strum(serialize_all = "lowercase")]
pub enum PartKind {
    /// Contains submissions (an archive or a single file).
    Submissions,
    /// Starter code from the instructor, which is ignored in the comparison.
    Boilerplate,
    /// Contains reference answers (an archive or a single file). [`AnalysisOptions::references`] says whose.
    Reference,
}

/// An uploaded file to store.
pub struct NewPart {
    /// The purpose of the file.
    pub kind: PartKind,
    /// File name as uploaded. It is never used as a path.
    pub name: String,
    /// The bytes, from their beginning. They are read inside the transaction, so pass a local file and not a network
    /// stream.
    pub content: Box<dyn AsyncRead + Send + Sync + Unpin>,
}

impl fmt::Debug for NewPart {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("NewPart").field("kind", &self.kind).field("name", &self.name).finish_non_exhaustive()
    }
}

/// A stored part of an upload.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Part {
    /// Position in the upload, from 0.
    pub number: u32,
    /// The purpose of the file.
    pub kind: PartKind,
    /// File name as uploaded.
    pub name: String,
    /// Number of pieces, which are read one by one.
    pub chunks: u32,
    /// Size in bytes.
    pub bytes: u64,
}

/// Identifies a request that may be repeated.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Idempotency {
    /// Key chosen by the client. Each account has keys of its own.
    pub key: String,
    /// Digest of everything that the request asked for and contained.
    pub fingerprint: [u8; 32],
}

/// A batch to accept.
#[derive(Debug)]
pub struct NewBatch {
    /// Id of the batch.
    pub id: BatchId,
    /// Id of the job that will analyse it.
    pub job: JobId,
    /// The course of the batch.
    pub course: CourseId,
    /// The account that uploads it.
    pub creator: AccountId,
    /// Title, in the words of the uploader.
    pub title: String,
    /// Options that the uploader chose.
    pub options: AnalysisOptions,
    /// Time of acceptance.
    pub created: DateTime<Utc>,
    /// Time from which it is deleted.
    pub keep_until: Option<DateTime<Utc>>,
    /// Set if the client may repeat the request.
    pub idempotency: Option<Idempotency>,
    /// The files of the upload.
    pub parts: Vec<NewPart>,
}

/// How the uploader of a batch learns of its result.
#[derive(Debug)]
pub enum Delivery {
    /// The uploader asks for it.
    OnRequest,
    /// This URL is called when the work on the batch ends ([`crate::Notifications`]).
    Notification(NewNotification),
    /// A MOSS client gets an unguessable address.
    Moss(NewMossResult),
}

/// Late work to accept.
#[derive(Debug)]
pub struct NewLate {
    /// The batch to which it belongs.
    pub batch: BatchId,
    /// Id of the job that will read it.
    pub job: JobId,
    /// Set if the client may repeat the request.
    pub idempotency: Option<Idempotency>,
    /// The files of the upload.
    pub parts: Vec<NewPart>,
    /// Whether a case is opened about what the report finds for them: they were sent to be checked.
    pub opens_case: bool,
}

/// Result of sending an upload.
#[derive(Debug, Clone, PartialEq)]
pub enum Accepted {
    /// The upload was stored, and its job is queued.
    New(Batch),
    /// The same request was accepted before. Nothing was stored again.
    Before(Batch),
}

impl Accepted {
    /// Returns the batch, whether it is new or not.
    pub fn batch(&self) -> &Batch {
        match self {
            Self::New(batch) | Self::Before(batch) => batch,
        }
    }
}

/// Selects the batches to list.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct BatchFilter {
    /// Only batches in courses of this account.
    pub account: AccountId,
    /// Only batches in this course.
    pub course: Option<CourseId>,
    /// Only batches older than this one.
    pub after: Option<BatchId>,
    /// Largest number of batches.
    pub limit: u32,
}

/// What [`Batches::purge`] deleted.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Purged {
    /// Batches past their retention.
    pub batches: u64,
    /// Archives past their retention.
    pub archives: u64,
    /// Batches and archives past their retention that a legal hold keeps.
    pub held: u64,
    /// Expired drafts.
    pub drafts: u64,
    /// Expired sessions.
    pub sessions: u64,
    /// Used or expired sign-in links.
    pub sign_in_links: u64,
}

/// A listed batch.
#[derive(Debug, Clone, PartialEq)]
pub struct ListedBatch {
    /// The batch.
    pub batch: Batch,
    /// What the list shows of it.
    pub summary: BatchSummary,
}

/// A part of a list of batches.
#[derive(Debug, Clone, PartialEq)]
pub struct BatchList {
    /// The batches in the requested order.
    pub items: Vec<ListedBatch>,
    /// Number of all batches that were found.
    pub found: usize,
}

/// Access to batches and their uploads.
#[async_trait]
pub trait Batches {
    /// Stores an upload: batch, parts, job and idempotency key, all or nothing. What this returns survives a crash of
    /// the process and of the machine.
    ///
    /// # Errors
    /// [`crate::StorageError::KeyReused`]; [`crate::StorageError::Missing`]: there is no such account or course;
    /// [`crate::StorageError::Upload`]: a part cannot be read.
    async fn accept(&self, batch: NewBatch) -> Result<Accepted> {
        self.accept_for(batch, Delivery::OnRequest).await
    }

    /// Stores an upload like [`Batches::accept`], and with it how the uploader learns of the result.
    ///
    /// # Errors
    /// See [`Batches::accept`].
    async fn accept_for(&self, batch: NewBatch, delivery: Delivery) -> Result<Accepted>;

    /// Stores a submission and the job that will check it, all or nothing. Both are deleted when the job ends. What this
    /// returns survives a crash of the process and of the machine.
    ///
    /// # Errors
    /// [`crate::StorageError::Missing`]: there is no such account; [`crate::StorageError::Upload`].
    async fn queue_check(
        &self,
        request: CheckRequest,
        submission: NewPart,
        job: JobId,
        at: DateTime<Utc>,
    ) -> Result<()>;

    /// Returns the batch of an earlier request with this key, if there was one.
    ///
    /// # Errors
    /// [`crate::StorageError::KeyReused`]: it was a different request.
    async fn accepted_before(&self, account: AccountId, idempotency: &Idempotency) -> Result<Option<Batch>>;

    /// Returns a batch without checking access. Call [`crate::may`] before showing it.
    async fn batch(&self, id: BatchId) -> Result<Option<Batch>>;

    /// Returns the batches that an account may see, newest first.
    async fn batches(&self, filter: &BatchFilter) -> Result<Page<Batch, BatchId>>;

    /// Returns a part of the list of batches that an account may see, searched and sorted. It reads no report.
    async fn list_batches(&self, listing: &BatchListing) -> Result<BatchList>;

    /// Changes the title of a batch. Returns `false` if there is no such batch.
    async fn set_title(&self, id: BatchId, title: &str, by: &By) -> Result<bool>;

    /// Sets or removes the retention. Returns `false` if there is no such batch.
    async fn set_keep_until(&self, id: BatchId, keep_until: Option<DateTime<Utc>>, by: &By) -> Result<bool>;

    /// Queues another report of what was kept of a batch. No upload is needed.
    ///
    /// # Errors
    /// [`crate::StorageError::Busy`]: two jobs would begin from the same revision; [`crate::StorageError::NoReport`];
    /// [`crate::StorageError::TooManyRevisions`]; [`crate::StorageError::Missing`].
    async fn rescore(&self, batch: BatchId, job: JobId, review: &Review, by: &By) -> Result<Batch>;

    /// Queues another report like [`Batches::rescore`], but only if the review differs from that of the current report.
    /// As with [`Batches::accept`], a request with a key is accepted once.
    ///
    /// # Errors
    /// See [`Batches::rescore`]; [`crate::StorageError::KeyReused`].
    async fn rescore_once(
        &self,
        batch: BatchId,
        job: JobId,
        review: &Review,
        idempotency: Option<Idempotency>,
        by: &By,
    ) -> Result<Accepted>;

    /// Stores late submissions and the job that will compare them with everything that was handed in, all or nothing.
    /// As with [`Batches::accept`], a repeated request is accepted once.
    ///
    /// # Errors
    /// See [`Batches::rescore`]; [`crate::StorageError::KeyReused`]; [`crate::StorageError::Upload`].
    async fn add_late(&self, late: NewLate, by: &By) -> Result<Accepted>;

    /// Stops the work on a batch at once. The worker loses its lease and can commit nothing. The upload is deleted; a
    /// report made before stays. Returns the status after the call, which is unchanged if there was nothing to stop, or
    /// `None` if there is no such batch.
    async fn cancel(&self, id: BatchId, by: &By) -> Result<Option<Status>>;

    /// Deletes a batch and everything that came from it: upload, jobs, reports, sources. Jobs that work on it can
    /// commit nothing. Returns `false` if there is no such batch.
    ///
    /// # Errors
    /// [`crate::StorageError::Held`].
    async fn delete(&self, id: BatchId, by: &By) -> Result<bool>;

    /// Deletes what is expired: batches and archives past `keep_until` that no legal hold keeps, sessions, links and
    /// drafts.
    async fn purge(&self, at: DateTime<Utc>) -> Result<Purged>;

    /// Returns the parts of the upload that a job reads, in order. The list is empty once the job is done and no longer
    /// needs them.
    async fn parts(&self, job: JobId) -> Result<Vec<Part>>;

    /// Returns one piece of a part, by its position from 0, or `None` after the end.
    async fn part_chunk(&self, job: JobId, part: u32, chunk: u32) -> Result<Option<Vec<u8>>>;
}
