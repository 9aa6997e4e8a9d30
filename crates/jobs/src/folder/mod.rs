//! The folder through which a runner and its children speak: the format of its files, nothing else.
//!
//! The runner writes `task.json`, the parts of an upload (`part-0`, `part-1`, ...) or what was read of one, and earlier
//! submissions to compare with, or sets to cluster. A child that reads answers with `class.json`, one that compares with
//! `report.json`, one that clusters with `clusters.json`, one that looks through an upload with `survey.json`. Each of
//! these appears complete or not at all; the first two point at bytes in a file beside it. `journal` grows while a child
//! reads (see `precautions`).

mod blobs;
mod class;
mod clusters;
mod ingest;
mod report;
mod survey;

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use chaffinch_corpus::Policy;
use chaffinch_extract::Limits;
use chaffinch_report::ArchiveState;
use chaffinch_storage::{AnalysisOptions, PartKind, Review};
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};

use crate::precautions::Precautions;

pub(crate) use class::{Class, Earlier, read_class, read_earlier, write_class, write_earlier};
pub(crate) use clusters::{features_path, read_clusters, write_clusters};
pub(crate) use report::{read_report, write_report};
pub(crate) use survey::{read_survey, write_survey};

const TASK: &str = "task.json";

/// What the child is to do, and with how much.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub(crate) struct Task {
    pub(crate) work: Work,
    /// What the child may use.
    pub(crate) limits: ChildLimits,
}

/// What a child does. Between the two a process with a database is asked what else is to be compared.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(tag = "work", rename_all = "lowercase")]
pub(crate) enum Work {
    /// Extracts an upload and reads its files; answers with a [`Class`].
    Read {
        /// As the uploader asked.
        options: AnalysisOptions,
        /// The upload; part n lies in the file [`part_path`] names.
        parts: Vec<TaskPart>,
        /// Submissions there must be.
        least: usize,
        /// What the upload may be: as it was when it was accepted.
        limits: Limits,
        /// Files at which an earlier child died.
        #[serde(default)]
        precautions: Precautions,
    },
    /// Compares the class in the folder with itself and with the earlier submissions there; answers with a report.
    Compare {
        /// Title of the report.
        title: String,
        /// Number of the report's revision.
        revision: u32,
        /// As the uploader asked.
        options: AnalysisOptions,
        /// As those decided who looked at earlier reports.
        review: Review,
        /// The archives that were asked, as they were.
        archives: Vec<ArchiveState>,
    },
    /// Looks through an upload; answers with what is in it.
    Survey {
        /// As the uploader asked.
        options: AnalysisOptions,
        /// As in [`Work::Read`].
        parts: Vec<TaskPart>,
        /// As in [`Work::Read`].
        least: usize,
        /// What the upload may be.
        limits: Limits,
        /// Files are parsed, for the notes that a report would have of them.
        parse: bool,
    },
    /// Clusters the sets in the folder by a policy; answers with where each belongs.
    Cluster(Policy),
}

/// What a child may use. It sets these limits itself, before it reads a byte of the upload; the system enforces them.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct ChildLimits {
    /// Memory that it holds, and size of a file it writes.
    pub memory_bytes: u64,
    /// Processor time of all threads together. No part of the analysis is timed, so that equal input gives equal
    /// reports; this only ends what would never end.
    pub cpu_seconds: u64,
}

impl ChildLimits {
    /// 400 MiB, two hours. A class of 1,000 programs of 5 kB needs half of that memory and some seconds; with it, no upload
    /// costs a machine more than half a GiB, the receiving process counted.
    pub const DEFAULT: Self = Self { memory_bytes: 400 << 20, cpu_seconds: 2 * 60 * 60 };
}

/// One uploaded file.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub(crate) struct TaskPart {
    pub(crate) kind: PartKind,
    /// As uploaded; never a path.
    pub(crate) name: String,
}

/// One line of the child's standard output.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct ProgressLine {
    pub(crate) stage: String,
    pub(crate) done: u64,
    pub(crate) total: u64,
}

/// Where part n lies.
pub(crate) fn part_path(folder: &Path, number: usize) -> PathBuf {
    folder.join(format!("part-{number}"))
}

pub(crate) fn write_task(folder: &Path, task: &Task) -> io::Result<()> {
    write_whole(folder, TASK, task)
}

pub(crate) fn read_task(folder: &Path) -> io::Result<Task> {
    read_if_any(folder, TASK)?.ok_or_else(|| io::ErrorKind::NotFound.into())
}

/// Writes a file under its name once it is complete. A crash in between leaves none.
fn write_whole(folder: &Path, name: &str, content: &impl Serialize) -> io::Result<()> {
    let unfinished = folder.join(format!("{name}.unfinished"));
    fs::write(&unfinished, serde_json::to_vec(content)?)?;
    fs::rename(unfinished, folder.join(name))
}

fn read_if_any<Content: DeserializeOwned>(folder: &Path, name: &str) -> io::Result<Option<Content>> {
    match fs::read(folder.join(name)) {
        Ok(content) => Ok(Some(serde_json::from_slice(&content)?)),
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(None),
        Err(error) => Err(error),
    }
}
