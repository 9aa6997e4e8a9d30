//! The queue. Jobs run at least once, under a lease, and commit under it or not at all.
//!
//! A lease is a holder and a beat counter. Nobody compares clocks: a process takes a job over only after it has
//! itself seen the same beat for long enough by its own monotonic clock, and says which beat it saw.

use async_trait::async_trait;
use chrono::{DateTime, TimeDelta, Utc};

use crate::{
    AnalysisOptions, ArchiveId, BatchId, HolderId, JobId, NewIngest, Packed, Result, Review, SchemeId,
};

/// Times a job may be started. Counted before work begins, so that a job which kills its worker counts too.
pub const MAX_ATTEMPTS: u32 = 3;

/// Why a job failed whose workers vanished without a word.
pub const LOST_REASON: &str = "The analysis was started 3 times, and each time its process ended without a word. \
     The upload may need more memory than this machine has.";

/// What is to be done. Grows by variants; stored as JSON.
#[derive(Debug, Clone, PartialEq, serde::Serialize, serde::Deserialize)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum JobPayload {
    /// Extract and compare the upload of a batch, by the options on its row.
    Analyse {
        /// The batch.
        batch: BatchId,
    },
    /// Compare what was kept of a batch again.
    Rescore {
        /// The batch.
        batch: BatchId,
        /// How.
        review: Review,
    },
    /// Extract a further upload of a batch and compare everything that was handed in, as the current revision does.
    Late {
        /// The batch.
        batch: BatchId,
    },
    /// Extract an upload and add its submissions to an archive.
    AddUpload {
        /// The archive.
        archive: ArchiveId,
        /// How to read the upload.
        options: AnalysisOptions,
    },
    /// Add the submissions of a finished batch to an archive.
    AddBatch {
        /// The archive.
        archive: ArchiveId,
        /// The batch.
        batch: BatchId,
    },
    /// Take texts, names and literals from an archive.
    Reduce {
        /// The archive.
        archive: ArchiveId,
    },
    /// Merge runs of the stored index.
    Compact {
        /// Of this scheme.
        scheme: SchemeId,
    },
}

/// Who does a job.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Lane {
    /// Workers: what an account waits for.
    Analysis,
    /// One task a process: what keeps index and archives in order.
    House,
}

impl Lane {
    /// The name stored.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Analysis => "analysis",
            Self::House => "house",
        }
    }
}

impl JobPayload {
    /// A word for logs and measurements.
    pub const fn kind(&self) -> &'static str {
        match self {
            Self::Analyse { .. } => "analyse",
            Self::Rescore { .. } => "rescore",
            Self::Late { .. } => "late",
            Self::AddUpload { .. } => "add_upload",
            Self::AddBatch { .. } => "add_batch",
            Self::Reduce { .. } => "reduce",
            Self::Compact { .. } => "compact",
        }
    }

    /// Who does it.
    pub const fn lane(&self) -> Lane {
        match self {
            Self::Analyse { .. }
            | Self::Rescore { .. }
            | Self::Late { .. }
            | Self::AddUpload { .. }
            | Self::AddBatch { .. } => Lane::Analysis,
            Self::Reduce { .. } | Self::Compact { .. } => Lane::House,
        }
    }
}

/// How long a job rests after an attempt that came to nothing: what failed for want of memory or a disk may find it
/// later, and a job that kills its workers does not kill them all at once.
pub const fn back_off(attempt: u32) -> TimeDelta {
    TimeDelta::seconds(match attempt {
        0 | 1 => 2,
        _ => 15,
    })
}

/// Longest rest: a job that seems to rest for longer was put to rest by a clock that has been set back since.
pub const LONGEST_REST: TimeDelta = TimeDelta::seconds(60);

/// Queued jobs that an upload lets pass for each MiB of its size; at most [`MOST_PASSES`].
pub const BYTES_A_PASS: u64 = 1 << 20;

/// See [`BYTES_A_PASS`].
pub const MOST_PASSES: u64 = 1000;

/// How the queue stands.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct QueueState {
    /// Waiting jobs.
    pub queued: u64,
    /// Running jobs.
    pub running: u64,
    /// When the oldest waiting job came.
    pub oldest: Option<DateTime<Utc>>,
}

/// How far a job is.
#[derive(Debug, Clone, Default, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub struct JobProgress {
    /// The stage's name; empty before the first.
    pub stage: String,
    /// Units finished.
    pub done: u64,
    /// Units in all; 0 where that is unknown.
    pub total: u64,
}

/// The right to work on a job and to commit its result.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Lease {
    /// The job.
    pub job: JobId,
    /// Who holds it.
    pub holder: HolderId,
    /// Which start this is, from 1; a lease of an earlier start is no lease.
    pub attempt: u32,
}

/// A job that is now ours.
#[derive(Debug, Clone, PartialEq)]
pub struct Claimed {
    /// Shown with every later call.
    pub lease: Lease,
    /// What to do.
    pub payload: JobPayload,
}

/// A running job as anybody can see it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Sighting {
    /// The job and who holds it.
    pub lease: Lease,
    /// Grows with every sign of life.
    pub beat: u64,
}

/// What became of a job that was not finished.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Outcome {
    /// It waits for its next attempt.
    Queued,
    /// That was the last attempt, or no further one makes sense.
    Failed,
}

/// A report to commit: an immutable revision with everything its pages need.
#[derive(Debug, Clone, PartialEq)]
pub struct NewRevision {
    /// Version of the engine that made it.
    pub engine: String,
    /// Everything that influenced the result, as in the report.
    pub settings: serde_json::Value,
    /// How it was compared.
    pub review: Review,
    /// Submissions compared.
    pub submissions: u32,
    /// The report as JSON, its pairs without their matches.
    pub head: Packed,
    /// The whole report as JSON.
    pub body: Packed,
    /// Listed pairs, by rank.
    pub pairs: Vec<NewPair>,
    /// Earlier submissions it speaks of.
    pub archived: Vec<NewArchived>,
}

/// One listed pair.
#[derive(Debug, Clone, PartialEq)]
pub struct NewPair {
    /// From 1, unique.
    pub rank: u32,
    /// Number of the submission with the smaller number.
    pub left: u32,
    /// Number of the other.
    pub right: u32,
    /// As in the report.
    pub suspicion: f64,
    /// The pair as JSON, with its matches.
    pub body: Packed,
}

/// An earlier submission in a report.
#[derive(Debug, Clone, Copy, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub struct NewArchived {
    /// As the report numbers it.
    pub number: u32,
    /// Where it is.
    pub archive: ArchiveId,
    /// As the archive numbers it.
    pub submission: u32,
}

/// The queue.
#[async_trait]
pub trait Jobs {
    /// Takes a waiting job of that lane, if any, and counts the attempt. The account whose job was started longest ago
    /// comes first; of its jobs the oldest, except that an upload lets one later job pass for each [`BYTES_A_PASS`].
    /// What rests after a failed attempt is left alone.
    /// Jobs of an account that has `most_of_account` running ones wait.
    async fn claim_within(
        &self,
        holder: HolderId,
        lane: Lane,
        most_of_account: u32,
        at: DateTime<Utc>,
    ) -> Result<Option<Claimed>>;

    /// As [`Jobs::claim_within`], however many an account has.
    async fn claim(&self, holder: HolderId, lane: Lane, at: DateTime<Utc>) -> Result<Option<Claimed>> {
        self.claim_within(holder, lane, u32::MAX, at).await
    }

    /// A sign of life, with how far the work is.
    ///
    /// # Errors
    /// [`crate::StorageError::LeaseLost`]: stop. The job was cancelled, deleted or taken over.
    async fn beat(&self, lease: &Lease, progress: &JobProgress) -> Result<()>;

    /// All running jobs, those of this process too.
    async fn running(&self) -> Result<Vec<Sighting>>;

    /// Takes a job from a holder that has shown no sign of life since `seen`: back to the queue, or failed with
    /// [`LOST_REASON`] after the last attempt. `None`: there was a sign of life, or somebody else was first.
    async fn take_over(&self, seen: &Sighting, at: DateTime<Utc>) -> Result<Option<Outcome>>;

    /// Commits the result of an analysis, of a re-scoring (which brings no documents) or of late work (which brings
    /// only its own): makes it the batch's current revision, made from the one before, by whoever asked for the job;
    /// keeps documents and their postings, drops the upload and marks the job done, all in one step. Returns the
    /// revision's number.
    ///
    /// Numbers of submissions count on from those the batch has, and so do files that were handed out.
    ///
    /// # Errors
    /// [`crate::StorageError::LeaseLost`]: nothing was kept.
    async fn finish(
        &self,
        lease: &Lease,
        revision: NewRevision,
        ingest: NewIngest,
        at: DateTime<Utc>,
    ) -> Result<u32>;

    /// Gives a job up: back to the queue if `retry` and an attempt is left, else failed with `reason`.
    ///
    /// # Errors
    /// [`crate::StorageError::LeaseLost`].
    async fn fail(&self, lease: &Lease, reason: &str, retry: bool, at: DateTime<Utc>) -> Result<Outcome>;

    /// Gives a job back unharmed at an orderly shutdown: the attempt does not count.
    ///
    /// # Errors
    /// [`crate::StorageError::LeaseLost`].
    async fn release(&self, lease: &Lease) -> Result<()>;

    /// Marks a job of the house done.
    ///
    /// # Errors
    /// [`crate::StorageError::LeaseLost`].
    async fn settle(&self, lease: &Lease, at: DateTime<Utc>) -> Result<()>;

    /// Queues the compaction of a scheme unless one waits or runs. Whether it was queued.
    async fn queue_compaction(&self, scheme: SchemeId, job: JobId, at: DateTime<Utc>) -> Result<bool>;

    /// How the queue stands.
    async fn queue(&self) -> Result<QueueState>;
}
