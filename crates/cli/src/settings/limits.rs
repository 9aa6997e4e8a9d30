//! The limits that an operator may set. Each has one name, which is the same in `--limit NAME=NUMBER`, as
//! `CHAFFINCH_LIMITS_NAME` in the environment, and in `[limits]` of the file. `docs/operating/limits.md` lists them and
//! the limits that are fixed in the code.
//!
//! Defaults depend on how much memory this process may use, which small files of Linux say; other systems do not say.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;
use std::time::Duration;

use chaffinch_jobs::{ChildCommand, ChildLimits, ChildSettings, RunnerSettings};
use chaffinch_storage::SpoolLimits;
use serde::{Deserialize, Serialize};

/// Number of file descriptors reserved for MOSS clients (256), the database, jobs and files.
const RESERVED_DESCRIPTORS: u64 = 512;

/// The limits in force. Sizes are in bytes, times in seconds.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Limits {
    /// Bytes of one upload request.
    upload_bytes: u64,
    /// Files of one upload request.
    upload_files: usize,
    /// See [`chaffinch_web::UploadLimits::of_account`].
    account_uploads: usize,
    /// See [`SpoolLimits::all`].
    spool_bytes: u64,
    /// See [`SpoolLimits::of_account`].
    account_spool_bytes: u64,
    /// See [`chaffinch_extract::Limits::entries`].
    entries: u64,
    /// See [`chaffinch_extract::Limits::total_bytes`].
    expanded_bytes: u64,
    /// See [`chaffinch_extract::Limits::ratio`].
    expansion: u64,
    /// See [`chaffinch_extract::Limits::nesting`].
    nesting: usize,
    /// See [`chaffinch_extract::Limits::nested_bytes`].
    nested_bytes: u64,
    /// See [`chaffinch_extract::Limits::file_bytes`].
    file_bytes: u64,
    /// See [`chaffinch_extract::Limits::submission_files`].
    submission_files: usize,
    /// See [`chaffinch_extract::Limits::submissions`].
    submissions: usize,
    /// Memory of each child of a job.
    job_memory: u64,
    /// Processor time of a child.
    job_seconds: u64,
    /// Jobs of one account at the same time.
    pub(crate) account_jobs: u32,
    /// Time without progress after which the body of a request is given up.
    idle_seconds: u64,
    /// See [`chaffinch_web::ConnectionLimits::all`].
    connections: usize,
    /// See [`chaffinch_web::ConnectionLimits::of_address`].
    connections_per_address: usize,
    /// See [`chaffinch_web::QuestionLimits::answered`].
    account_questions: usize,
    /// Event streams of one account at the same time.
    event_streams: usize,
}

/// Memory of a job and the number of submissions that it surely holds, if the machine does not say how much memory it
/// has.
const MIN_JOB_MEMORY: u64 = 400 << 20;
const MIN_SUBMISSIONS: usize = 10_000;

/// The same for a large machine. A submission takes some 40 KiB: a program of 7 kB has 1,100 tokens.
const MAX_JOB_MEMORY: u64 = 4 << 30;
const MAX_SUBMISSIONS: usize = 50_000;
const MEMORY_PER_SUBMISSION: u64 = 40 << 10;

impl Limits {
    /// Returns the defaults on a machine with this much memory, in bytes: a job may use a quarter of it.
    pub(crate) fn for_machine(memory: Option<u64>) -> Self {
        let job_memory = (memory.unwrap_or(0) / 4).clamp(MIN_JOB_MEMORY, MAX_JOB_MEMORY);
        let submissions = usize::try_from(job_memory / MEMORY_PER_SUBMISSION).unwrap_or(MAX_SUBMISSIONS);
        // Rounded, because people read it.
        let submissions = (submissions / 1000 * 1000).clamp(MIN_SUBMISSIONS, MAX_SUBMISSIONS);
        let web = chaffinch_web::AppSettings::new("", Vec::new());
        let spool = SpoolLimits::default();
        let command = ChildCommand { program: "chaffinch".into(), arguments: Vec::new() };
        let jobs = RunnerSettings::new(ChildSettings::new(command, "work".into()));
        Self {
            upload_bytes: web.upload.bytes,
            upload_files: submissions,
            account_uploads: web.upload.of_account,
            spool_bytes: spool.all,
            account_spool_bytes: spool.of_account,
            // Each submission may be a folder with several files.
            entries: web.extract.entries.max(4 * submissions as u64),
            expanded_bytes: web.extract.total_bytes,
            expansion: web.extract.ratio,
            nesting: web.extract.nesting,
            nested_bytes: web.extract.nested_bytes,
            file_bytes: web.extract.file_bytes,
            submission_files: web.extract.submission_files,
            submissions,
            job_memory,
            job_seconds: jobs.child.limits.cpu_seconds,
            account_jobs: jobs.account_jobs,
            idle_seconds: web.idle.as_secs(),
            connections: web.connections.all,
            connections_per_address: web.connections.of_address,
            account_questions: web.questions.answered,
            event_streams: web.event_streams,
        }
    }

    /// Returns the limits on unfinished uploads. They always suffice for one upload of the largest size.
    pub(crate) fn spool(&self) -> SpoolLimits {
        // The bytes of the largest request, and as many again for what its files take in addition to their content.
        let largest = self.upload_bytes.saturating_mul(2);
        SpoolLimits { all: self.spool_bytes.max(largest), of_account: self.account_spool_bytes.max(largest) }
    }

    /// Returns the limits on the content of an upload.
    pub(crate) fn extract(&self) -> chaffinch_extract::Limits {
        chaffinch_extract::Limits {
            entries: self.entries,
            total_bytes: self.expanded_bytes,
            ratio: self.expansion,
            nesting: self.nesting,
            nested_bytes: self.nested_bytes,
            file_bytes: self.file_bytes,
            submission_files: self.submission_files,
            submissions: self.submissions,
            ..chaffinch_extract::Limits::default()
        }
    }

    /// Returns the settings of the web service, with this number of file descriptors.
    pub(crate) fn web(
        &self,
        settings: chaffinch_web::AppSettings,
        descriptors: u64,
    ) -> chaffinch_web::AppSettings {
        let room =
            usize::try_from(descriptors.saturating_sub(RESERVED_DESCRIPTORS)).unwrap_or(usize::MAX).max(1);
        if room < self.connections {
            tracing::warn!(
                "this process can open {descriptors} files (ulimit -n), so it accepts at most {room} connections instead of {}",
                self.connections
            );
        }
        chaffinch_web::AppSettings {
            upload: chaffinch_web::UploadLimits {
                bytes: self.upload_bytes,
                files: self.upload_files,
                of_account: self.account_uploads,
            },
            extract: self.extract(),
            idle: Duration::from_secs(self.idle_seconds),
            connections: chaffinch_web::ConnectionLimits {
                all: self.connections.min(room),
                of_address: self.connections_per_address,
            },
            questions: chaffinch_web::QuestionLimits {
                answered: self.account_questions,
                ..settings.questions
            },
            event_streams: self.event_streams,
            ..settings
        }
    }

    /// Returns the limits on a job of a MOSS client, which are those of an upload.
    pub(crate) fn moss(&self) -> chaffinch_moss::protocol::Limits {
        chaffinch_moss::protocol::Limits {
            file_bytes: self.file_bytes,
            job_bytes: self.upload_bytes,
            files: u32::try_from(self.upload_files).unwrap_or(u32::MAX),
            ..chaffinch_moss::protocol::Limits::default()
        }
    }

    /// Returns the limits on child processes.
    pub(crate) fn children(&self) -> ChildLimits {
        ChildLimits { memory_bytes: self.job_memory, cpu_seconds: self.job_seconds }
    }

    /// Returns the name of a limit that must be at least 1 and is not.
    pub(crate) fn nothing_allowed(&self) -> Option<&'static str> {
        [
            (self.upload_files, "upload_files"),
            (self.account_uploads, "account_uploads"),
            (self.account_jobs as usize, "account_jobs"),
            (self.idle_seconds as usize, "idle_seconds"),
            (self.job_seconds as usize, "job_seconds"),
            (self.connections, "connections"),
            (self.connections_per_address, "connections_per_address"),
            (self.account_questions, "account_questions"),
            (self.event_streams, "event_streams"),
            (self.submissions, "submissions"),
            (self.submission_files, "submission_files"),
        ]
        .into_iter()
        .find_map(|(value, name)| (value == 0).then_some(name))
    }
}

/// Parses `NAME=NUMBER` from the command line.
pub(crate) fn named(argument: &str) -> Result<(String, u64), String> {
    let (name, number) = argument.split_once('=').ok_or("must have the form NAME=NUMBER")?;
    let number = number.trim().parse().map_err(|_| format!("{number:?} is not a whole number"))?;
    let name = name.trim().replace('-', "_");
    let names = names();
    if !names.contains(&name) {
        return Err(format!("there is no limit {name:?}; the limits are {}", names.join(", ")));
    }
    Ok((name, number))
}

/// Returns the names of all limits.
fn names() -> Vec<String> {
    match serde_json::to_value(Limits::for_machine(None)) {
        Ok(serde_json::Value::Object(limits)) => limits.into_iter().map(|(name, _)| name).collect(),
        _ => unreachable!("limits are a struct of numbers"),
    }
}

/// Serializes limits in the form of the settings.
pub(crate) fn as_settings<S: serde::Serializer>(
    limits: &[(String, u64)],
    serializer: S,
) -> Result<S::Ok, S::Error> {
    limits.iter().cloned().collect::<BTreeMap<_, _>>().serialize(serializer)
}

/// Returns the memory of the machine in bytes, or that of the control group of this process (a container, a unit of
/// systemd) if it is less.
pub(crate) fn memory_bytes() -> Option<u64> {
    let groups = fs::read_to_string("/proc/self/cgroup").unwrap_or_default();
    let limits = groups.lines().filter_map(|line| group_limit(Path::new("/sys/fs/cgroup"), line));
    fs::read_to_string("/proc/meminfo").ok().as_deref().and_then(total).into_iter().chain(limits).min()
}

/// Returns the value of `MemTotal`.
fn total(meminfo: &str) -> Option<u64> {
    let line = meminfo.lines().find_map(|line| line.strip_prefix("MemTotal:"))?;
    let kibibytes: u64 = line.trim().strip_suffix("kB")?.trim().parse().ok()?;
    Some(kibibytes << 10)
}

/// Returns the smallest memory limit of a control group and those that contain it. `line` is one of `/proc/self/cgroup`:
/// `0::/path` (version 2) or `5:memory:/path` (version 1).
fn group_limit(root: &Path, line: &str) -> Option<u64> {
    let (hierarchy, path) = line.split_once(":/")?;
    let (root, file) = match hierarchy.split(':').nth(1)? {
        "" => (root.to_owned(), "memory.max"),
        controllers if controllers.split(',').any(|name| name == "memory") => {
            (root.join("memory"), "memory.limit_in_bytes")
        }
        _ => return None,
    };
    let group = root.join(path);
    let groups = group.ancestors().take_while(|group| group.starts_with(&root));
    // A group without a limit has the word `max` or, in version 1, a number larger than any memory.
    groups.filter_map(|group| fs::read_to_string(group.join(file)).ok()?.trim().parse().ok()).min()
}

#[cfg(test)]
mod tests;
