//! Batches: one upload to be compared, from acceptance to deletion.

use std::fmt;

use async_trait::async_trait;
use chrono::{DateTime, Utc};
use tokio::io::AsyncRead;

use crate::{
    AccountId, ArchiveId, BatchId, By, CaseId, CourseId, JobId, JobProgress, NewMossResult, NewNotification,
    Page, Result, Review, Revision,
};

/// Uploads are kept in pieces of at most this size: small enough to be read and written one by one.
pub const CHUNK_BYTES: usize = 1 << 20;

/// How submissions are found in an upload.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Hash, serde::Serialize, serde::Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Layout {
    /// By the rule that `extract` documents.
    #[default]
    Auto,
    /// The children of every uploaded container.
    Children,
    /// Each uploaded file or archive is one submission.
    Whole,
}

impl Layout {
    /// The word for it.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Auto => "auto",
            Self::Children => "children",
            Self::Whole => "whole",
        }
    }

    /// The layout of that name.
    pub fn from_name(name: &str) -> Option<Self> {
        [Self::Auto, Self::Children, Self::Whole].into_iter().find(|layout| layout.name() == name)
    }
}

/// What the uploader asked for; whatever is left out keeps its default when it is read again.
#[derive(Debug, Clone, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
#[serde(default)]
pub struct AnalysisOptions {
    /// Canonical name of the one language to read everything as; `None`: decided a file.
    pub language: Option<String>,
    /// How submissions are found.
    pub layout: Layout,
    /// Passages in more groups than this count nothing; 0: no cut.
    pub common_limit: u32,
    /// Pairs listed; 0: every verified pair.
    pub max_pairs: u32,
    /// The first pairs that carry their matches.
    pub matches: u32,
    /// Archives to compare against; `None`: all of the batch's course.
    pub archives: Option<Vec<ArchiveId>>,
    /// Who worked together, as [`crate::Review::teams`]. What a review says later takes its place.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub teams: Vec<Vec<String>>,
    /// Who is no student, as [`crate::Review::staff`]. What a review says later takes its place.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub staff: Vec<String>,
    /// Encodings that files are said to have, `GLOB=NAME`; the first that fits decides.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub encodings: Vec<String>,
    /// What among the submissions was handed out: names of submissions, and files by `digest:` and its digits.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub handed_out: Vec<String>,
}

impl Default for AnalysisOptions {
    fn default() -> Self {
        Self {
            language: None,
            layout: Layout::Auto,
            common_limit: 0,
            max_pairs: 250,
            matches: 1000,
            archives: None,
            teams: Vec::new(),
            staff: Vec::new(),
            encodings: Vec::new(),
            handed_out: Vec::new(),
        }
    }
}

/// What a job does for a batch.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Work {
    /// Its first report.
    Analysis,
    /// Another report of what was kept.
    Rescoring,
    /// A report with submissions that came later.
    Late,
}

impl Work {
    /// What jobs of this kind ([`crate::JobPayload::kind`]) do. `None`: nothing for a batch.
    pub fn of_kind(kind: &str) -> Option<Self> {
        [Self::Analysis, Self::Rescoring, Self::Late].into_iter().find(|work| work.kind() == kind)
    }

    const fn kind(self) -> &'static str {
        match self {
            Self::Analysis => "analyse",
            Self::Rescoring => "rescore",
            Self::Late => "late",
        }
    }

    /// The word of the API.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Analysis => "analysis",
            Self::Rescoring => "rescoring",
            Self::Late => "late",
        }
    }
}

/// Where a batch stands: the state of its latest job. A report made before stays, whatever becomes of a later job.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Status {
    /// Waits for a worker.
    Queued,
    /// A worker is at it.
    Running(JobProgress),
    /// The report is there.
    Done,
    /// No report, and why, in words for the uploader.
    Failed {
        /// Why.
        reason: String,
    },
    /// Somebody stopped it.
    Cancelled,
}

impl Status {
    /// The word of the API.
    pub const fn name(&self) -> &'static str {
        match self {
            Self::Queued => "queued",
            Self::Running(_) => "running",
            Self::Done => "done",
            Self::Failed { .. } => "failed",
            Self::Cancelled => "cancelled",
        }
    }

    /// Nothing will change any more by itself.
    pub const fn is_final(&self) -> bool {
        matches!(self, Self::Done | Self::Failed { .. } | Self::Cancelled)
    }
}

/// One upload.
#[derive(Debug, Clone, PartialEq)]
pub struct Batch {
    /// Id; later batches have larger ones.
    pub id: BatchId,
    /// Decides who may see it.
    pub course: CourseId,
    /// Who uploaded it.
    pub creator: AccountId,
    /// In the uploader's words.
    pub title: String,
    /// What was asked for.
    pub options: AnalysisOptions,
    /// When it was accepted.
    pub created: DateTime<Utc>,
    /// Deleted by the service from then on.
    pub keep_until: Option<DateTime<Utc>>,
    /// Where its latest job stands. Whether there is a report, `revision` tells.
    pub status: Status,
    /// What its latest job is.
    pub work: Work,
    /// The current revision of its report, once there is one.
    pub revision: Option<Revision>,
    /// Revisions made so far: the next one has the number after. After an undo it is not the one after `revision`.
    pub revisions: u32,
    /// Cases whose legal hold keeps it from being deleted, oldest first.
    pub held_by: Vec<CaseId>,
}

impl Batch {
    /// Number of the current revision of its report, once there is one.
    pub fn current(&self) -> Option<u32> {
        self.revision.as_ref().map(|revision| revision.number)
    }

    /// How its current report was compared.
    pub fn review(&self) -> Review {
        self.revision.as_ref().map(|revision| revision.review.clone()).unwrap_or_default()
    }

    /// A job of it waits or runs.
    pub const fn is_busy(&self) -> bool {
        !self.status.is_final()
    }
}

/// What an uploaded file is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, serde::Serialize, serde::Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum PartKind {
    /// Holds submissions (an archive or a single file).
    Submissions,
    /// Handed out by the instructor; never counted.
    Boilerplate,
}

impl PartKind {
    /// The name stored.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Submissions => "submissions",
            Self::Boilerplate => "boilerplate",
        }
    }

    /// The kind of that name.
    pub fn from_name(name: &str) -> Option<Self> {
        [Self::Submissions, Self::Boilerplate].into_iter().find(|kind| kind.name() == name)
    }
}

/// An uploaded file to keep.
pub struct NewPart {
    /// What it is.
    pub kind: PartKind,
    /// File name as uploaded; never used as a path.
    pub name: String,
    /// Its bytes, at their beginning. Read inside the transaction: give a local file, not a network stream.
    pub content: Box<dyn AsyncRead + Send + Sync + Unpin>,
}

impl fmt::Debug for NewPart {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("NewPart").field("kind", &self.kind).field("name", &self.name).finish_non_exhaustive()
    }
}

/// A kept part of an upload.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Part {
    /// Position in the upload, from 0.
    pub number: u32,
    /// What it is.
    pub kind: PartKind,
    /// File name as uploaded.
    pub name: String,
    /// Pieces, to be read one by one.
    pub chunks: u32,
    /// Size.
    pub bytes: u64,
}

/// A request that may be sent again.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Idempotency {
    /// Chosen by the client; its own an account.
    pub key: String,
    /// Digest of everything the request asked for and contained.
    pub fingerprint: [u8; 32],
}

/// A batch to accept.
#[derive(Debug)]
pub struct NewBatch {
    /// Id.
    pub id: BatchId,
    /// Id of the job that will analyse it.
    pub job: JobId,
    /// In which course.
    pub course: CourseId,
    /// Who uploads.
    pub creator: AccountId,
    /// In the uploader's words.
    pub title: String,
    /// What is asked for.
    pub options: AnalysisOptions,
    /// Time of acceptance.
    pub created: DateTime<Utc>,
    /// Delete from then on.
    pub keep_until: Option<DateTime<Utc>>,
    /// Set where the client may repeat the request.
    pub idempotency: Option<Idempotency>,
    /// The files.
    pub parts: Vec<NewPart>,
}

/// How the uploader of a batch learns of its result.
#[derive(Debug)]
pub enum Delivery {
    /// He asks.
    OnRequest,
    /// This URL is called when work on it ends ([`crate::Notifications`]).
    Notification(NewNotification),
    /// A client of MOSS is given an address that nobody can guess.
    Moss(NewMossResult),
}

/// Late work to accept.
#[derive(Debug)]
pub struct NewLate {
    /// Of which batch.
    pub batch: BatchId,
    /// Id of the job that will read it.
    pub job: JobId,
    /// Set where the client may repeat the request.
    pub idempotency: Option<Idempotency>,
    /// The files.
    pub parts: Vec<NewPart>,
}

/// What became of an upload.
#[derive(Debug, Clone, PartialEq)]
pub enum Accepted {
    /// It is kept, and its job waits.
    New(Batch),
    /// The same request was accepted before; nothing was stored again.
    Before(Batch),
}

impl Accepted {
    /// The batch, new or not.
    pub fn batch(&self) -> &Batch {
        match self {
            Self::New(batch) | Self::Before(batch) => batch,
        }
    }
}

/// Which batches to list.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct BatchFilter {
    /// Only those in courses of this account.
    pub account: AccountId,
    /// Only those in this course.
    pub course: Option<CourseId>,
    /// Only those older than this one.
    pub after: Option<BatchId>,
    /// At most this many.
    pub limit: u32,
}

/// What [`Batches::purge`] took away.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Purged {
    /// Batches past their retention.
    pub batches: u64,
    /// Archives past their retention.
    pub archives: u64,
    /// Batches and archives past their retention that a legal hold keeps.
    pub held: u64,
    /// Drafts past their time.
    pub drafts: u64,
    /// Sessions past their end.
    pub sessions: u64,
    /// Sign-in links used or past their end.
    pub sign_in_links: u64,
}

/// Batches and their uploads.
#[async_trait]
pub trait Batches {
    /// Keeps an upload: batch, parts, job and idempotency key, all or nothing. What this returns survives a crash
    /// of process and machine.
    ///
    /// # Errors
    /// [`crate::StorageError::KeyReused`]; [`crate::StorageError::Missing`]: no such account or course;
    /// [`crate::StorageError::Upload`]: a part cannot be read.
    async fn accept(&self, batch: NewBatch) -> Result<Accepted> {
        self.accept_for(batch, Delivery::OnRequest).await
    }

    /// The same, and keeps with it how the uploader learns of its result.
    ///
    /// # Errors
    /// As [`Batches::accept`].
    async fn accept_for(&self, batch: NewBatch, delivery: Delivery) -> Result<Accepted>;

    /// The batch that a request with this key was about, if there was one.
    ///
    /// # Errors
    /// [`crate::StorageError::KeyReused`]: it was another request.
    async fn accepted_before(&self, account: AccountId, idempotency: &Idempotency) -> Result<Option<Batch>>;

    /// One batch, whoever asks: ask [`crate::may`] before showing it.
    async fn batch(&self, id: BatchId) -> Result<Option<Batch>>;

    /// What an account may see, newest first.
    async fn batches(&self, filter: &BatchFilter) -> Result<Page<Batch, BatchId>>;

    /// Renames. False: no such batch.
    async fn set_title(&self, id: BatchId, title: &str, by: &By) -> Result<bool>;

    /// Sets or takes away the retention. False: no such batch.
    async fn set_keep_until(&self, id: BatchId, keep_until: Option<DateTime<Utc>>, by: &By) -> Result<bool>;

    /// Queues another report of what was kept of a batch. Nothing is uploaded again.
    ///
    /// # Errors
    /// [`crate::StorageError::Busy`]: both would begin from the same revision; [`crate::StorageError::NoReport`];
    /// [`crate::StorageError::TooManyRevisions`]; [`crate::StorageError::Missing`].
    async fn rescore(&self, batch: BatchId, job: JobId, review: &Review, by: &By) -> Result<Batch>;

    /// The same, where the review is another one than that of the current report; otherwise nothing is queued. As with
    /// [`Batches::accept`], a request with a key is accepted once.
    ///
    /// # Errors
    /// As [`Batches::rescore`]; [`crate::StorageError::KeyReused`].
    async fn rescore_once(
        &self,
        batch: BatchId,
        job: JobId,
        review: &Review,
        idempotency: Option<Idempotency>,
        by: &By,
    ) -> Result<Accepted>;

    /// Keeps submissions that came later, and the job that will compare them with everything that was handed in, all
    /// or nothing. As with [`Batches::accept`], a repeated request is accepted once.
    ///
    /// # Errors
    /// As [`Batches::rescore`]; [`crate::StorageError::KeyReused`]; [`crate::StorageError::Upload`].
    async fn add_late(&self, late: NewLate, by: &By) -> Result<Accepted>;

    /// Stops the work on a batch at once: whoever works on it has lost the lease and can commit nothing. The
    /// upload is gone; a report made before stays. Returns the status after the call, which is the old one where
    /// there was nothing to stop; `None`: no such batch.
    async fn cancel(&self, id: BatchId, by: &By) -> Result<Option<Status>>;

    /// Deletes a batch and everything that came from it: upload, jobs, reports, sources. Whoever works on it can
    /// commit nothing. False: no such batch.
    ///
    /// # Errors
    /// [`crate::StorageError::Held`].
    async fn delete(&self, id: BatchId, by: &By) -> Result<bool>;

    /// Deletes what is past its time: batches and archives beyond `keep_until` that no legal hold keeps, sessions,
    /// links.
    async fn purge(&self, at: DateTime<Utc>) -> Result<Purged>;

    /// The parts of the upload a job reads, in order; empty once the job is done, which needs them no more.
    async fn parts(&self, job: JobId) -> Result<Vec<Part>>;

    /// One piece of a part, by its position from 0. `None` beyond the end.
    async fn part_chunk(&self, job: JobId, part: u32, chunk: u32) -> Result<Option<Vec<u8>>>;
}
