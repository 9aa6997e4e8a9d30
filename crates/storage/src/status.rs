//! The state of work that jobs do: the right to work on a job, how far the work is, and how it ended. Values only.

use serde::{Deserialize, Serialize};
use strum::{IntoStaticStr, VariantArray};
use utoipa::ToSchema;

use crate::{HolderId, JobId};

/// Progress of a job.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
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

// It is read from the kind of a job's payload.
/// The kind of the latest job of a batch.
#[derive(
    Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize, IntoStaticStr, ToSchema, VariantArray,
)]
#[serde(rename_all = "lowercase")]
#[strum(serialize_all = "lowercase")]
pub enum Work {
    /// Makes the first report.
    #[serde(rename(deserialize = "analyse"))]
    Analysis,
    /// Makes another report from what was kept.
    #[serde(rename(deserialize = "rescore"))]
    Rescoring,
    /// Makes a report with submissions that came later.
    Late,
}

/// Status of a batch: the state of its latest job. Reports made earlier stay, whatever happens to a later job.
#[derive(Debug, Clone, PartialEq, Eq, IntoStaticStr)]
#[strum(serialize_all = "lowercase")]
pub enum Status {
    /// The job waits for a worker.
    Queued,
    /// A worker runs the job.
    Running(JobProgress),
    /// The report exists.
    Done,
    /// There is no report. The reason is text for the uploader.
    Failed {
        /// The reason, as text for the uploader.
        reason: String,
    },
    /// A user cancelled the job.
    Cancelled,
}

impl Status {
    /// Returns the name used in the API.
    pub fn name(&self) -> &'static str {
        self.into()
    }

    /// Returns whether the status stays the same without further action.
    pub const fn is_final(&self) -> bool {
        matches!(self, Self::Done | Self::Failed { .. } | Self::Cancelled)
    }
}
