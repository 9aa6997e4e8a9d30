//! The right to work on a job, and how far the work is. Values only.

use crate::{HolderId, JobId};

/// Progress of a job.
#[derive(Debug, Clone, Default, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub struct JobProgress {
    /// Name of the stage. Empty before the first stage.
    pub stage: String,
    /// Number of units that are done.
    pub done: u64,
    /// Total number of units. 0 if it is unknown.
    pub total: u64,
}

/// The right to work on a job and to commit its result.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Lease {
    /// The job.
    pub job: JobId,
    /// The process that holds it.
    pub holder: HolderId,
    /// Number of the start, from 1. It is the fencing token: a lease of an earlier start is not valid.
    pub attempt: u32,
}
