//! The folder through which a runner and its children communicate. This module defines only the format of its files.
//!
//! The runner writes `task.json` and the input of the task: the parts of an upload (`part-0`, `part-1`, ...) or what
//! was read of one, earlier submissions to compare with, and what is known of work elsewhere. A child that reads
//! answers with `class.json`, one that compares with `report.json`, and one that surveys an upload with `survey.json`.
//! Each of these files is either complete or absent (see [`files`]). `journal` grows while a child reads (see
//! [`precautions`]).

mod files;
pub(crate) mod precautions;

use std::path::{Path, PathBuf};

use chaffinch_extract::Limits;
use chaffinch_report::{ArchiveState, WorkSource};
use chaffinch_storage::{AnalysisOptions, Bytes, IndexScheme, NewIngest, Packed, PartKind, Review};
use chaffinch_submission::{ArchiveLabel, Skipped};
use serde::{Deserialize, Serialize};

use crate::task_folder::precautions::Precautions;

pub(crate) use files::{ClassAnswer, TaskValue, read, write};

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
    /// Extracts an upload and reads its files. The answer is a [`Class`].
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

/// Returns the path of part n.
pub(crate) fn part_path(folder: &Path, number: usize) -> PathBuf {
    folder.join(format!("part-{number}"))
}

/// An upload that was read: everything that is needed to compare it, now or later, without reading it again.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub(crate) struct Class {
    /// Submissions in the order of their names, and documents. The documents of submission 0 are starter code.
    pub(crate) ingest: NewIngest,
    /// Files that are listed but not analysed, sorted.
    pub(crate) skipped: Vec<Skipped>,
    /// See [`chaffinch_submission::Batch::layouts`].
    pub(crate) layouts: Vec<String>,
    /// Numbers of submissions whose author was erased. They have no documents.
    pub(crate) removed: Vec<u32>,
}

impl Class {
    /// Returns what look-ups need, which is a small part: documents have no text and an empty stream, and there are no
    /// postings.
    pub(crate) fn with_fingerprints_only(mut self) -> Self {
        self.ingest.runs.clear();
        for document in &mut self.ingest.documents {
            (document.text, document.stream) = (None, Packed::from_bytes(Vec::new()));
        }
        self
    }
}

/// Earlier submissions with the names and the order that they have in the report.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub(crate) struct Earlier {
    /// Submissions numbered from 1 in the order of their names, and their documents. The names are unique in the
    /// report.
    pub(crate) ingest: NewIngest,
    /// The archive of each submission.
    pub(crate) labels: Vec<ArchiveLabel>,
}

/// What is known of work elsewhere.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub(crate) struct Elsewhere {
    /// The numbers of the submissions of the class, and who handed them in.
    pub(crate) people: Vec<(u32, u32)>,
    /// Work whose common passages are ignored.
    pub(crate) background: KnownWork,
    /// Work that is ignored for those who handed it in.
    pub(crate) own_work: KnownWork,
}

/// Some sources, and what is known of them.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub(crate) struct KnownWork {
    /// The sources. Their people are not counted yet if the submissions are known.
    pub(crate) sources: Vec<WorkSource>,
    /// What is known of them.
    pub(crate) known: Known,
}

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub(crate) enum Known {
    /// The submissions.
    Submissions(Vec<OtherSubmission>),
    /// What a report says.
    Reported {
        /// Number of submissions in which passages were counted.
        submissions: u32,
        /// Passages of the class.
        passages: Vec<ReportedPassage>,
    },
}

impl Default for Known {
    fn default() -> Self {
        Self::Submissions(Vec::new())
    }
}

/// A submission elsewhere.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub(crate) struct OtherSubmission {
    /// Index of its source.
    pub(crate) source: u32,
    /// Who handed it in: a number as in [`Elsewhere::people`].
    pub(crate) person: u32,
    pub(crate) files: Vec<PackedFile>,
}

/// The fingerprints of a file, packed by the `index` crate, and their scheme.
pub(crate) type PackedFile = (IndexScheme, Bytes);

/// A passage of the class.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct ReportedPassage {
    /// Number of the submission in the report.
    pub(crate) submission: u32,
    /// Index of the file in the submission.
    pub(crate) file: u32,
    /// Its first byte.
    pub(crate) start: u32,
    /// The byte after its last one.
    pub(crate) end: u32,
    /// Index of the source, if it is one.
    pub(crate) source: u32,
}
