//! Lets a confined process export the files of one commit of a repository into a tar, without a work tree: with limits on
//! memory and time, without the network, and without any file except those of git, of the repository and of a folder of its
//! own. This process reads what it has left there. What is not a file is listed.

use std::ffi::OsStr;
use std::io::{self, Read as _};
use std::os::unix::ffi::OsStrExt as _;
use std::os::unix::process::ExitStatusExt as _;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode, ExitStatus, Stdio};
use std::time::Duration;

use chaffinch_extract::{Limits, ListedClone, PathRemark, is_left_out};
use chaffinch_jobs::child::{OUT_OF_MEMORY_STATUS, enter_with_programs};
use chaffinch_jobs::{ChildCommand, ChildLimits};
use chrono::{DateTime, SecondsFormat};
use serde::{Deserialize, Serialize};

use super::git::{EntryKind, MAX_LIST_BYTES, Repository, TreeEntry, entries};
use super::history;
use super::mirror::{git_dir, mirror, open_plain};
use super::process::{CPU_SECONDS, wait};
use crate::input::files::append;

/// Memory of the process that reads a repository, in bytes. The largest lists and the largest export need half of it.
const MAX_MEMORY_BYTES: u64 = 768 << 20;
/// Longest time for one repository, in seconds.
const MAX_SECONDS: u64 = 180;

/// The hidden subcommand.
pub(crate) const SUBCOMMAND: &str = "read-clone";

const TASK: &str = "task.json";
const ANSWER: &str = "answer.json";
const FILES: &str = "files.tar";

/// Where programs and their libraries are, and what the loader of programs reads.
const PROGRAMS: &[&str] = &[
    "/bin",
    "/gnu/store",
    "/lib",
    "/lib32",
    "/lib64",
    "/nix/store",
    "/opt",
    "/sbin",
    "/usr",
    "/etc/ld.so.cache",
];

#[derive(Serialize, Deserialize)]
struct Task {
    git_dir: PathBuf,
    name: String,
    /// Time of the deadline, in RFC 3339.
    deadline: Option<String>,
}

/// Exports the repository in a folder, in a confined process. Returns the reason if this fails.
pub(super) fn read(folder: &Path, name: &str, deadline: Option<&str>) -> Result<Exported, String> {
    let git_dir = git_dir(folder)?;
    let failed = |error: io::Error| format!("cannot be read in a process of its own: {error}");
    let own = tempfile::tempdir().map_err(failed)?;
    let task = Task { git_dir, name: name.to_owned(), deadline: deadline.map(str::to_owned) };
    let task = serde_json::to_vec(&task).map_err(|error| failed(error.into()))?;
    std::fs::write(own.path().join(TASK), task).map_err(failed)?;
    let mut child = Command::new(ChildCommand::this_program().map_err(failed)?.program)
        .arg(SUBCOMMAND)
        .current_dir(own.path())
        .env_clear()
        .env("PATH", std::env::var_os("PATH").unwrap_or_default())
        .stdin(Stdio::piped())
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn()
        .map_err(failed)?;
    // It ends when this process ends.
    let lifeline = child.stdin.take();
    let status = wait(&mut child, Duration::from_secs(MAX_SECONDS)).map_err(failed)?;
    drop(lifeline);
    if !status.is_some_and(|status| status.success()) {
        return Err(failure(status));
    }
    // What a process was made to write may be anything.
    let limit = Limits::default().nested_bytes + MAX_LIST_BYTES;
    let left = |name| {
        let mut content = Vec::new();
        open_plain(&own.path().join(name))?.take(limit).read_to_end(&mut content)?;
        io::Result::Ok(content)
    };
    let answer: Result<ListedClone, String> =
        serde_json::from_slice(&left(ANSWER).map_err(failed)?).map_err(|error| failed(error.into()))?;
    Ok(Exported { listed: answer?, tar: left(FILES).map_err(failed)? })
}

fn failure(status: Option<ExitStatus>) -> String {
    let instead = "Check out the commit, and compare the folder without --clones";
    match status {
        None => format!("takes more than {MAX_SECONDS} s to read (the limit for one repository). {instead}"),
        Some(status) if status.code() == Some(OUT_OF_MEMORY_STATUS) => format!(
            "needs more than {MAX_MEMORY_BYTES} bytes of memory to read (the limit for one repository). {instead}"
        ),
        Some(status) if status.signal().is_some() => format!(
            "cannot be read within {CPU_SECONDS} s of processor time and {MAX_MEMORY_BYTES} bytes of memory (the limits \
             for one repository). {instead}"
        ),
        Some(_) => format!("the process that reads it ended without an answer. {instead}"),
    }
}

/// Runs as the process that reads a repository, in the folder of its task.
pub(crate) fn main() -> ExitCode {
    answer().map_or(ExitCode::FAILURE, |()| ExitCode::SUCCESS)
}

fn answer() -> io::Result<()> {
    let Task { git_dir, name, deadline } = serde_json::from_slice(&std::fs::read(TASK)?)?;
    let mut readable: Vec<PathBuf> = PROGRAMS.iter().map(PathBuf::from).collect();
    readable.extend(places_of_git());
    readable.push(git_dir.clone());
    let own = std::env::current_dir()?;
    enter_with_programs(&readable, ChildLimits { memory_bytes: MAX_MEMORY_BYTES, cpu_seconds: CPU_SECONDS });
    let exported = mirror(&git_dir, &own.join("repository"))
        .and_then(|repository| export(&repository, &name, deadline.as_deref()));
    let listed = match exported {
        Ok(Exported { tar, listed }) => {
            std::fs::write(FILES, tar)?;
            Ok(listed)
        }
        Err(reason) => Err(reason),
    };
    std::fs::write(ANSWER, serde_json::to_vec(&listed)?)
}

/// Returns the folder of the program git, and where its libraries may be if it is not a program of the system.
fn places_of_git() -> Vec<PathBuf> {
    let path = std::env::var_os("PATH").unwrap_or_default();
    let git = std::env::split_paths(&path).find_map(|folder| folder.join("git").canonicalize().ok());
    let Some(folder) = git.as_deref().and_then(Path::parent) else { return Vec::new() };
    let siblings = ["lib", "lib64", "libexec"].map(|name| folder.with_file_name(name));
    siblings.into_iter().chain([folder.to_owned()]).collect()
}

/// How large a pointer of Git LFS can be, in bytes.
const MAX_POINTER_BYTES: usize = 1_024;

/// Size of the paths and texts that are listed for one repository, in bytes. The lists of a class are in one file.
/// Attack: so many entries in one repository that the list of all repositories becomes too long to be read.
const MAX_REMARK_BYTES: usize = 64 << 10;

/// A repository with its files.
pub(super) struct Exported {
    pub(super) tar: Vec<u8>,
    pub(super) listed: ListedClone,
}

/// Exports the last commit that is not later than the deadline, or gives the reason why there is nothing to export.
pub(super) fn export(
    repository: &Repository,
    name: &str,
    deadline: Option<&str>,
) -> Result<Exported, String> {
    let limits = Limits::default();
    let until = deadline.map(DateTime::parse_from_rfc3339).transpose().map_err(|error| error.to_string())?;
    let commit = repository.last_commit(until.map(|time| time.timestamp()))?;
    let commit = commit.ok_or_else(|| match deadline {
        Some(time) => format!("no commit up to the deadline {time}"),
        None => "no commit".to_owned(),
    })?;
    let mut tar = tar::Builder::new(Vec::new());
    let mut skipped = Remarks::default();
    let mut candidates = Vec::new();
    let failed = |error: io::Error| format!("git cannot read it: {error}");
    let mut contents = repository.objects().map_err(failed)?;
    for entry in entries(&repository.list(&commit.id, MAX_LIST_BYTES)?)? {
        let path = String::from_utf8_lossy(&entry.path).into_owned();
        let bytes = match what_is_not_read(&entry, &path, limits.file_bytes) {
            Ok(bytes) => bytes,
            Err(reason) => {
                skipped.add(path, reason);
                continue;
            }
        };
        // Nothing is read of what is left out because of its name, such as installed packages.
        let content = if is_left_out(&path) {
            Some(Vec::new())
        } else {
            contents.content(&entry.object, bytes.min(limits.file_bytes)).map_err(|_| contents.failure())?
        };
        match content {
            None => skipped.add(path, "missing from the repository".to_owned()),
            Some(content) if is_pointer(&content) => {
                let reason = "a pointer of Git LFS; the content is not in the repository";
                skipped.add(path, reason.to_owned());
            }
            Some(content) => {
                let time = commit.time.try_into().unwrap_or_default();
                append(&mut tar, OsStr::from_bytes(&entry.path), time, content.len() as u64, &content[..])
                    .map_err(|error| error.to_string())?;
                if history::is_long(&content) {
                    candidates.push(entry);
                }
            }
        }
        if limits.nested_bytes < tar.get_ref().len() as u64 {
            let limit = limits.nested_bytes;
            return Err(format!("its files have more than {limit} bytes (the limit for one repository)"));
        }
    }
    let notes = history::notes(repository, &commit.id, &candidates, &mut contents, limits.file_bytes);
    let mut remarks = Remarks::default();
    for (path, text) in notes {
        remarks.add(String::from_utf8_lossy(&path).into_owned(), text);
    }
    let submitted_at = DateTime::from_timestamp(commit.time, 0);
    let listed = ListedClone {
        name: name.to_owned(),
        path: None,
        submitted_at: submitted_at.map(|time| time.to_rfc3339_opts(SecondsFormat::Secs, true)),
        notes: remarks.list,
        skipped: skipped.end(),
    };
    let tar = tar.into_inner().map_err(failed)?;
    Ok(Exported { tar, listed })
}

/// Returns the size of a file, or the reason why an entry is not read.
fn what_is_not_read(entry: &TreeEntry, path: &str, limit: u64) -> Result<u64, String> {
    let is_unsafe = path.split('/').any(|part| matches!(part, "" | "." | ".."));
    match (entry.kind, entry.bytes) {
        (EntryKind::Submodule, _) => Err("a submodule; submodules are not followed".to_owned()),
        (EntryKind::Link, _) => Err("a link; links are not followed".to_owned()),
        // Attack: a tree that no program of git wrote, with paths that lead elsewhere.
        _ if is_unsafe => Err("an unsafe path".to_owned()),
        (EntryKind::File, None) => Err("missing from the repository".to_owned()),
        (EntryKind::File, Some(bytes)) if limit < bytes => {
            Err(format!("{bytes} bytes, more than the limit for one file ({limit} bytes)"))
        }
        (EntryKind::File, Some(bytes)) => Ok(bytes),
    }
}

fn is_pointer(content: &[u8]) -> bool {
    content.len() <= MAX_POINTER_BYTES && content.starts_with(b"version https://git-lfs.github.com/spec/")
}

/// Remarks about paths, as many as a list can hold.
#[derive(Default)]
struct Remarks {
    list: Vec<PathRemark>,
    bytes: usize,
    more: u64,
}

impl Remarks {
    fn add(&mut self, path: String, text: String) {
        let bytes = path.len() + text.len();
        if self.bytes + bytes <= MAX_REMARK_BYTES {
            self.bytes += bytes;
            self.list.push(PathRemark { path, text });
        } else {
            self.more += 1;
        }
    }

    /// Returns the list, which says how many there are beyond the limit.
    fn end(mut self) -> Vec<PathRemark> {
        if self.more > 0 {
            let text = format!(
                "{} more skipped files are not listed, because the list has {MAX_REMARK_BYTES} bytes (the limit for one \
                 repository)",
                self.more
            );
            self.list.push(PathRemark { path: ".".to_owned(), text });
        }
        self.list
    }
}
