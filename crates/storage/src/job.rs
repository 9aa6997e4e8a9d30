//! The job queue. Jobs run at least once, under a lease. Results are committed under the lease or not at all.
//!
//! A lease consists of a holder and a heartbeat counter. Clocks of different machines are never compared. A process
//! takes over a job only after it has seen the same heartbeat itself for long enough, measured by its own monotonic
//! clock. It states which heartbeat it saw.

use async_trait::async_trait;
use chrono::{DateTime, TimeDelta, Utc};

use crate::{
    AccountId, AnalysisOptions, ArchiveId, BatchId, CourseId, HolderId, JobId, JobProgress, Lease, NewIngest,
    Packed, Result, Review, SchemeId,
};

/// Largest number of times that a job is started. The attempt is counted before the work begins, so a job that kills
/// its worker counts, too.
pub const MAX_ATTEMPTS: u32 = 3;

/// Reason for the failure of a job whose workers ended without a report.
pub const LOST_REASON: &str = "The analysis was started 3 times, and each time its process ended without a report. \
     The upload may need more memory than this machine has.";

/// The work of a job, stored as JSON. Later versions may add variants.
#[derive(Debug, Clone, PartialEq, serde::Serialize, serde::Deserialize, strum::IntoStaticStr)]
#[serde(tag = "kind", rename_all = "snake_case")]
#[strum(serialize_all = "snake_case")]
pub enum JobPayload {
    /// Extract and compare the upload of a batch, with the options of its row.
    Analyse {
        /// The batch.
        batch: BatchId,
    },
    /// Compare what was kept of a batch again.
    Rescore {
        /// The batch.
        batch: BatchId,
        /// The review to apply.
        review: Review,
    },
    /// Extract a further upload of a batch and compare everything that was handed in, under the review of the current
    /// revision.
    Late {
        /// The batch.
        batch: BatchId,
        /// See [`crate::NewLate::opens_case`].
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        opens_case: bool,
    },
    /// Extract an upload and add its submissions to an archive.
    AddUpload {
        /// The archive.
        archive: ArchiveId,
        /// Options by which the upload is read.
        options: Box<AnalysisOptions>,
    },
    /// Add the submissions of a finished batch to an archive.
    AddBatch {
        /// The archive.
        archive: ArchiveId,
        /// The batch.
        batch: BatchId,
    },
    /// Remove texts, names and literals from an archive.
    Reduce {
        /// The archive.
        archive: ArchiveId,
    },
    /// Merge runs of the stored index.
    Compact {
        /// The scheme of the runs.
        scheme: SchemeId,
    },
    /// Combine the reports of a course.
    Term {
        /// The course.
        course: CourseId,
    },
    /// Compare one submission with what a course has stored, and keep it if something is found.
    Check(CheckRequest),
}

/// A check of one submission.
#[derive(Debug, Clone, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub struct CheckRequest {
    /// The course.
    pub course: CourseId,
    /// The account that sent it.
    pub account: AccountId,
    /// Canonical name of the language of all files. `None`: decided for each file.
    pub language: Option<String>,
    /// A finished batch of the course whose submissions are searched too.
    pub batch: Option<BatchId>,
    /// Whether the submission is kept if something is found.
    pub keep: bool,
}

/// The group of workers that runs a job.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, strum::IntoStaticStr, strum::VariantArray)]
#[strum(serialize_all = "lowercase")]
pub enum Lane {
    /// The analysis workers, for jobs that an account waits for.
    Analysis,
    /// One task per process, for work that nobody waits for: the maintenance of index and archives, what is computed from
    /// finished reports, and checks that were answered before they are done.
    #[strum(serialize = "house")]
    Maintenance,
}

impl JobPayload {
    /// Returns the kind of the job, for logs and metrics.
    pub fn kind(&self) -> &'static str {
        self.into()
    }

    /// Returns the batch of which the job makes a report.
    pub const fn reports_on(&self) -> Option<BatchId> {
        match *self {
            Self::Analyse { batch } | Self::Rescore { batch, .. } | Self::Late { batch, .. } => Some(batch),
            _ => None,
        }
    }

    /// Returns the lane of the job.
    pub const fn lane(&self) -> Lane {
        match self {
            Self::Analyse { .. }
            | Self::Rescore { .. }
            | Self::Late { .. }
            | Self::AddUpload { .. }
            | Self::AddBatch { .. } => Lane::Analysis,
            Self::Reduce { .. } | Self::Compact { .. } | Self::Term { .. } | Self::Check(_) => {
                Lane::Maintenance
            }
        }
    }
}

/// Returns how long a job rests after a failed attempt. Missing memory or a missing disk may be available again later,
/// and a job that kills its workers does not kill all of them at once.
pub const fn back_off(attempt: u32) -> TimeDelta {
    TimeDelta::seconds(match attempt {
        0 | 1 => 2,
        _ => 15,
    })
}

/// Longest rest. A job that seems to rest longer was given its time by a clock that has been set back since.
pub const MAX_RETRY_DELAY: TimeDelta = TimeDelta::seconds(60);

/// An upload lets one queued job pass for each of this many bytes of its size, at most [`MAX_PASSES`] jobs.
pub const BYTES_A_PASS: u64 = 1 << 20;

/// See [`BYTES_A_PASS`].
pub const MAX_PASSES: u64 = 1000;

/// Size up to which an upload is small, in bytes. One worker of each process runs nothing larger, so that a small class
/// does not wait for a large upload.
pub const SMALL_UPLOAD_BYTES: u64 = 8 << 20;

/// Which jobs of a lane may be claimed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ClaimLimits {
    /// Jobs of an account with this many running jobs wait.
    pub running_of_account: u32,
    /// Size of the upload, in bytes. The size of another report is that of everything that was uploaded to the batch.
    pub upload_bytes: u64,
}

impl ClaimLimits {
    /// No limits.
    pub const NONE: Self = Self { running_of_account: u32::MAX, upload_bytes: u64::MAX };
    /// What the worker for small uploads claims. An account that has a job elsewhere leaves it to others.
    pub const SMALL: Self = Self { running_of_account: 1, upload_bytes: SMALL_UPLOAD_BYTES };
}

/// State of the queue.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct QueueState {
    /// Number of waiting jobs.
    pub queued: u64,
    /// Number of running jobs.
    pub running: u64,
    /// Time when the oldest waiting job was queued.
    pub oldest: Option<DateTime<Utc>>,
}

/// A job that this process has claimed.
#[derive(Debug, Clone, PartialEq)]
pub struct Claimed {
    /// The lease, which every later call needs.
    pub lease: Lease,
    /// The work of the job.
    pub payload: JobPayload,
}

/// A running job as any process can see it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct RunningLease {
    /// The job and its holder.
    pub lease: Lease,
    /// Heartbeat counter, which grows with every heartbeat.
    pub beat: u64,
}

/// What happened to a job that was not finished.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Outcome {
    /// It waits for its next attempt.
    Queued,
    /// It failed: that was the last attempt, or another one would be useless.
    Failed,
}

/// A report to commit: an immutable revision with everything that its pages need.
#[derive(Debug, Clone, PartialEq, serde::Serialize, serde::Deserialize)]
pub struct NewRevision {
    /// Version of the engine that made it.
    pub engine: String,
    /// Everything that influenced the result, as in the report.
    pub settings: serde_json::Value,
    /// The review under which it was made.
    pub review: Review,
    /// Number of submissions compared.
    pub submissions: u32,
    /// The report as JSON. Its pairs are without their matches.
    pub head: Packed,
    /// The whole report as JSON.
    pub body: Packed,
    /// The listed pairs, ordered by rank.
    pub pairs: Vec<PairRecord>,
    /// The earlier submissions in the report.
    pub archived: Vec<NewArchived>,
    /// What the report found.
    pub found: Found,
    /// Number of listed pairs whose figures differ from those of the current revision. `None`: it is the first.
    pub changed: Option<u32>,
    /// The expect values of all judged pairs, listed or not, as `detect::term` packs them.
    pub judged: Option<Packed>,
}

/// What a report found, as its first sentence counts it.
#[derive(Debug, Clone, Default, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub struct Found {
    /// The counts, as the report writes and reads them. `submissions` in them is the number of submissions of the class.
    pub counts: serde_json::Value,
    /// Their sum.
    pub total: u32,
    /// Number of pairs of the class beyond chance. `None`: the class has no expect values.
    pub beyond: Option<u32>,
}

/// A listed pair.
#[derive(Debug, Clone, PartialEq, serde::Serialize, serde::Deserialize)]
pub struct PairRecord {
    /// Rank from 1.
    pub rank: u32,
    /// Number of the submission with the smaller number.
    pub left: u32,
    /// Number of the other submission.
    pub right: u32,
    /// The suspicion, as in the report.
    pub suspicion: f64,
    /// The pair as JSON, with its matches.
    pub body: Packed,
}

/// An earlier submission in a report.
#[derive(Debug, Clone, Copy, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub struct NewArchived {
    /// Its number in the report.
    pub number: u32,
    /// The archive that has it.
    pub archive: ArchiveId,
    /// Its number in the archive.
    pub submission: u32,
}

/// Access to the queue.
#[async_trait]
pub trait Jobs {
    /// Claims a waiting job of this lane, if there is one, and counts the attempt. The account whose last job was
    /// started the longest time ago comes first. Of its jobs, the oldest comes first, except that an upload lets one
    /// later job pass for each [`BYTES_A_PASS`]. Jobs that rest after a failed attempt or are beyond a limit are left out.
    async fn claim_within(
        &self,
        holder: HolderId,
        lane: Lane,
        limits: ClaimLimits,
        at: DateTime<Utc>,
    ) -> Result<Option<Claimed>>;

    /// Claims a job like [`Jobs::claim_within`], without limits.
    async fn claim(&self, holder: HolderId, lane: Lane, at: DateTime<Utc>) -> Result<Option<Claimed>> {
        self.claim_within(holder, lane, ClaimLimits::NONE, at).await
    }

    /// Sends a heartbeat with the progress of the work.
    ///
    /// # Errors
    /// [`crate::StorageError::LeaseLost`]: stop. The job was cancelled, deleted or taken over.
    async fn heartbeat(&self, lease: &Lease, progress: &JobProgress) -> Result<()>;

    /// Returns all running jobs, including those of this process.
    async fn running(&self) -> Result<Vec<RunningLease>>;

    /// Takes over a job from a holder that has sent no heartbeat since `seen`. The job returns to the queue, or after
    /// the last attempt fails with [`LOST_REASON`]. Returns `None` if there was a heartbeat, or another process was
    /// first.
    async fn take_over(&self, seen: &RunningLease, at: DateTime<Utc>) -> Result<Option<Outcome>>;

    /// Commits the result of an analysis, of a re-scoring (which has no documents) or of late work (which has only its
    /// own documents). In one step, it makes the result the current revision of the batch, made from the previous one,
    /// in the name of the account that requested the job; stores documents and their postings; deletes the upload; and
    /// marks the job as done. Returns the number of the revision.
    ///
    /// Numbers of submissions continue after those of the batch, and so do the numbers of starter-code files.
    ///
    /// # Errors
    /// [`crate::StorageError::LeaseLost`]: nothing was stored.
    async fn finish(
        &self,
        lease: &Lease,
        revision: NewRevision,
        ingest: NewIngest,
        at: DateTime<Utc>,
    ) -> Result<u32>;

    /// Ends an attempt without a result. The job returns to the queue if `retry` is set and an attempt is left;
    /// otherwise it fails with `reason`.
    ///
    /// # Errors
    /// [`crate::StorageError::LeaseLost`].
    async fn fail(&self, lease: &Lease, reason: &str, retry: bool, at: DateTime<Utc>) -> Result<Outcome>;

    /// Returns a job to the queue, where it rests until `not_before`. The attempt does not count.
    ///
    /// # Errors
    /// [`crate::StorageError::LeaseLost`].
    async fn release(&self, lease: &Lease, not_before: DateTime<Utc>) -> Result<()>;

    /// Marks a maintenance job as done.
    ///
    /// # Errors
    /// [`crate::StorageError::LeaseLost`].
    async fn settle(&self, lease: &Lease, at: DateTime<Utc>) -> Result<()>;

    /// Queues the compaction of a scheme unless one waits or runs. Returns whether it was queued.
    async fn queue_compaction(&self, scheme: SchemeId, job: JobId, at: DateTime<Utc>) -> Result<bool>;

    /// Returns the state of the queue.
    async fn queue(&self) -> Result<QueueState>;
}
