//! Lets a confined process read one repository: with limits on memory and time, without the network, and without any
//! file except those of git, of the repository and of a folder of its own. This process reads what it has left there.

use std::io::{self, Read as _};
use std::os::unix::process::ExitStatusExt as _;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode, ExitStatus, Stdio};
use std::time::Duration;

use chaffinch_extract::{Limits, ListedClone};
use chaffinch_jobs::child::{OUT_OF_MEMORY_STATUS, enter_with_programs};
use chaffinch_jobs::{ChildCommand, ChildLimits};
use serde::{Deserialize, Serialize};

use super::export::{Exported, export};
use super::git::MAX_LIST_BYTES;
use super::mirror::{git_dir, mirror, open_plain};
use super::process::{CPU_SECONDS, wait};

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
    match answer() {
        Ok(()) => ExitCode::SUCCESS,
        Err(_) => ExitCode::FAILURE,
    }
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
