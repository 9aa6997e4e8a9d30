//! The queue. Jobs run at least once, under a lease, and commit under it or not at all.
//!
//! A lease is a holder and a beat counter. Nobody compares clocks: a process takes a job over only after it has
//! itself seen the same beat for long enough by its own monotonic clock, and says which beat it saw.

use async_trait::async_trait;
use chrono::{DateTime, Utc};

use crate::{BatchId, HolderId, JobId, Packed, Result};

/// Times a job may be started. Counted before work begins, so that a job which kills its worker counts too.
pub const MAX_ATTEMPTS: u32 = 3;

/// Why a job failed whose workers vanished without a word.
pub const LOST_REASON: &str = "The analysis was started 3 times, and each time its process ended without a word. \
     The upload may need more memory than this machine has.";

/// What is to be done. Grows by variants; stored as JSON.
#[derive(Debug, Clone, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum JobPayload {
    /// Extract and compare the upload of a batch, by the options on its row.
    Analyse {
        /// The batch.
        batch: BatchId,
    },
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
#[derive(Debug, Clone, PartialEq, Eq)]
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
    /// Submissions compared.
    pub submissions: u32,
    /// The report as JSON, its pairs without their matches.
    pub head: Packed,
    /// The whole report as JSON.
    pub body: Packed,
    /// Listed pairs, by rank.
    pub pairs: Vec<NewPair>,
    /// Texts of all compared files.
    pub sources: Vec<NewSource>,
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

/// One compared file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NewSource {
    /// Number of its submission, from 1.
    pub submission: u32,
    /// Number of the file in it, from 0.
    pub file: u32,
    /// Path relative to the submission.
    pub path: String,
    /// Decoded text.
    pub text: Packed,
}

/// The queue.
#[async_trait]
pub trait Jobs {
    /// Takes the oldest waiting job, if any, and counts the attempt.
    async fn claim(&self, holder: HolderId) -> Result<Option<Claimed>>;

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

    /// Commits the result of an analysis, makes it the batch's current revision, drops the upload and marks the
    /// job done, all in one step. Returns the revision's number.
    ///
    /// # Errors
    /// [`crate::StorageError::LeaseLost`]: nothing was kept.
    async fn finish(&self, lease: &Lease, revision: NewRevision, at: DateTime<Utc>) -> Result<u32>;

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
}
