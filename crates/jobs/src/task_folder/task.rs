//! Defines the task of a child: its work, its limits and the lines by which it reports progress.

use std::path::{Path, PathBuf};

use chaffinch_extract::Limits;
use chaffinch_report::ArchiveState;
use chaffinch_storage::{AnalysisOptions, PartKind, Review};
use serde::{Deserialize, Serialize};

use super::precautions::Precautions;

/// The task of a child, and its limits.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub(crate) struct Task {
    pub(crate) work: Work,
    /// Limits on the resources of the child.
    pub(crate) limits: ChildLimits,
}

/// The kinds of work that a child does. Between reading and comparing, the runner asks the database for earlier
/// submissions.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(tag = "work", rename_all = "lowercase")]
pub(crate) enum Work {
    /// Extracts an upload and reads its files. The answer is a [`Class`](super::Class).
    Read {
        #[serde(flatten)]
        upload: UploadTask,
        /// Files at which an earlier child died.
        #[serde(default)]
        precautions: Precautions,
    },
    /// Compares the class in the folder with itself and with the earlier submissions there. The answer is a report.
    Compare(CompareTask),
    /// Surveys an upload. The answer is its content.
    Survey {
        #[serde(flatten)]
        upload: UploadTask,
        /// Whether files are parsed, for the warnings that a report would show.
        parse: bool,
    },
}

/// An upload in the folder.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub(crate) struct UploadTask {
    /// Options that the uploader chose.
    pub(crate) options: AnalysisOptions,
    /// The files of the upload. [`part_path`] gives the path of part n.
    pub(crate) parts: Vec<TaskPart>,
    /// Smallest number of submissions.
    pub(crate) least: usize,
    /// Limits on the upload, as they were when it was accepted.
    pub(crate) limits: Limits,
}

/// How a class is compared.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub(crate) struct CompareTask {
    /// Title of the report.
    pub(crate) title: String,
    /// Number of the report's revision.
    pub(crate) revision: u32,
    /// Options that the uploader chose.
    pub(crate) options: AnalysisOptions,
    /// Decisions of the people who reviewed earlier reports.
    pub(crate) review: Review,
    /// The archives that were searched, in their state at that time.
    pub(crate) archives: Vec<ArchiveState>,
}

/// Limits on the resources of a child. The child sets them itself before it reads a byte of the upload. The system
/// enforces them.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct ChildLimits {
    /// Memory that it uses, and size of a file that it writes, in bytes.
    pub memory_bytes: u64,
    /// Processor time of all threads together, in seconds. No part of the analysis is timed, so equal input gives equal
    /// reports. This limit only ends work that would never end.
    pub cpu_seconds: u64,
}

impl ChildLimits {
    /// 400 MiB and two hours. A class of 1,000 programs of 5 kB needs half of that memory and some seconds. With this
    /// limit, no upload uses more than half a GiB of a machine, including the receiving process.
    pub const DEFAULT: Self = Self { memory_bytes: 400 << 20, cpu_seconds: 2 * 60 * 60 };
}

/// One uploaded file.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub(crate) struct TaskPart {
    pub(crate) kind: PartKind,
    /// File name as uploaded. It is never used as a path.
    pub(crate) name: String,
}

/// One line of the child's standard output.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct ProgressLine {
    pub(crate) stage: String,
    pub(crate) done: u64,
    pub(crate) total: u64,
}

/// Returns the path of part n.
pub(crate) fn part_path(folder: &Path, number: usize) -> PathBuf {
    folder.join(format!("part-{number}"))
}
