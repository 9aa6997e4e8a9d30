//! Reads git repositories with the program `git`. The repositories are untrusted: a student may have written every object
//! in them.
//!
//! git reads a copy of what a repository consists of ([`super::mirror`]), in a confined process ([`super::child`]). Only
//! commands that read objects are used. They run no hooks, filters or pagers, and check nothing out. The environment and
//! the options below switch off the rest. Whatever is read is counted against a limit.

use std::io::{self, Read as _};
use std::path::{Path, PathBuf};
use std::process::{Command, ExitStatus, Stdio};
use std::time::Duration;

use rustix::process::Resource;

use super::process::{MAX_MESSAGE_BYTES, Messages, Objects, git_with_limit, limit, reason_in, wait};

/// Largest list of the files of one commit, in bytes, and of the commits of a history. A tree of a few objects can stand
/// for any number of files.
pub(super) const MAX_LIST_BYTES: u64 = 32 << 20;
/// Longest time for copying a repository of another machine, in seconds.
const MAX_COPY_SECONDS: u64 = 600;
/// Largest file of such a copy, in bytes. All objects are in one file.
const MAX_COPY_BYTES: u64 = 2 << 30;

/// The signal that ends a process which writes a file that is too large, as git describes it.
const SIGXFSZ: &str = "signal 25";

/// Options of git that a repository cannot override.
const OPTIONS: &[&str] = &[
    // Programs that a repository could name.
    "core.hooksPath=/dev/null",
    "core.fsmonitor=false",
    "core.attributesFile=/dev/null",
    "core.alternateRefsCommand=true",
    // A stored graph could show other times and parents than the commits.
    "core.commitGraph=false",
    // Only GIT_ALLOW_PROTOCOL decides.
    "protocol.allow=never",
    "protocol.ext.allow=never",
    // The owner of a folder does not matter, because nothing of it is run.
    "safe.directory=*",
    // Far below the limit on memory.
    "core.bigFileThreshold=32m",
    "core.packedGitWindowSize=16m",
    "core.packedGitLimit=128m",
    // A server that stops sending is given up after a minute.
    "http.lowSpeedLimit=1000",
    "http.lowSpeedTime=60",
];

/// Variables of git that belong to another repository, for example if this program is called in a hook.
const OF_ANOTHER_REPOSITORY: &[&str] = &[
    "GIT_ALTERNATE_OBJECT_DIRECTORIES",
    "GIT_COMMON_DIR",
    "GIT_CONFIG",
    "GIT_CONFIG_COUNT",
    "GIT_CONFIG_PARAMETERS",
    "GIT_DIR",
    "GIT_INDEX_FILE",
    "GIT_NAMESPACE",
    "GIT_OBJECT_DIRECTORY",
    "GIT_WORK_TREE",
];

/// A repository that is safe to read.
pub(super) struct Repository {
    pub(super) git_dir: PathBuf,
    /// Whether older commits are missing from the clone.
    pub(super) is_shallow: bool,
}

/// An entry of the tree of a commit.
pub(super) struct TreeEntry {
    pub(super) path: Vec<u8>,
    pub(super) kind: EntryKind,
    pub(super) object: String,
    /// Number of bytes of a file. `None` if its object is missing.
    pub(super) bytes: Option<u64>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum EntryKind {
    File,
    Link,
    Submodule,
}

/// A commit with its time in seconds since 1970.
pub(super) struct Commit {
    pub(super) id: String,
    pub(super) time: i64,
    pub(super) parents: Vec<String>,
}

/// Returns whether git can be started.
pub(super) fn is_installed() -> bool {
    let version = Command::new("git").arg("--version").stdin(Stdio::null()).output();
    version.is_ok_and(|output| output.status.success())
}

/// Adds what every command of git needs.
fn prepared(mut git: Command) -> Command {
    git.env("GIT_CONFIG_NOSYSTEM", "1")
        .env("GIT_ATTR_NOSYSTEM", "1")
        .env("GIT_TERMINAL_PROMPT", "0")
        .env("LC_ALL", "C")
        .arg("--no-pager")
        .args(OPTIONS.iter().flat_map(|option| ["-c", option]))
        .stdin(Stdio::null());
    git
}

/// Copies a repository of another machine, without a work tree, into an empty folder. The configuration of the user
/// applies, which may know how to sign in. Returns the reason if this fails.
pub(super) fn copy(address: &str, into: &Path) -> Result<(), String> {
    let failed = |error: io::Error| format!("git cannot be run: {error}");
    let mut command = prepared(Command::new("git"));
    for variable in OF_ANOTHER_REPOSITORY {
        command.env_remove(variable);
    }
    let mut messages = Messages::new(into.parent().unwrap_or(into)).map_err(failed)?;
    let mut child = command
        .env("GIT_ALLOW_PROTOCOL", "https:ssh")
        // A template may contain hooks.
        .args(["clone", "--quiet", "--bare", "--single-branch", "--no-tags", "--template=", "--"])
        .arg(address)
        .arg(into)
        .stdout(Stdio::null())
        .stderr(messages.writer().map_err(failed)?)
        .spawn()
        .map_err(failed)?;
    limit(&child, Resource::Fsize, MAX_COPY_BYTES);
    let Some(status) = wait(&mut child, Duration::from_secs(MAX_COPY_SECONDS)).map_err(failed)? else {
        return Err(format!("cannot be cloned in {MAX_COPY_SECONDS} s (the limit for one repository)"));
    };
    if status.success() {
        return Ok(());
    }
    let text = messages.text().map_err(failed)?;
    if text.contains(SIGXFSZ) {
        return Err(format!("has more than {MAX_COPY_BYTES} bytes (the limit for one repository)"));
    }
    Err(format!("cannot be cloned: {}", reason_in(&text).replace(address, "the address")))
}

impl Repository {
    /// Returns a command that only reads this repository.
    fn reading(&self, arguments: &[&str]) -> Command {
        let mut git = git_with_limit();
        git.env_clear().env("PATH", std::env::var_os("PATH").unwrap_or_default());
        let mut command = prepared(git);
        command
            .env("GIT_CONFIG_GLOBAL", "/dev/null")
            .env("GIT_OPTIONAL_LOCKS", "0")
            // Attack: a missing object that git would fetch, by a command in the configuration of the repository.
            .env("GIT_NO_LAZY_FETCH", "1")
            .env("GIT_ALLOW_PROTOCOL", "none")
            // Attack: objects and parents that stand in for those that a commit names.
            .env("GIT_NO_REPLACE_OBJECTS", "1")
            .env("GIT_GRAFT_FILE", "/dev/null")
            .arg("--git-dir")
            .arg(&self.git_dir)
            .current_dir(&self.git_dir)
            .args(arguments);
        command
    }

    /// Returns exit status and standard output of a command, or the reason why there is none: more output than a limit,
    /// or a failure that the command does not expect.
    fn run(&self, arguments: &[&str], limit: u64, expected: &[i32]) -> Result<(ExitStatus, Vec<u8>), String> {
        let failed = |error: io::Error| format!("git cannot be run: {error}");
        let mut messages = Messages::new(&self.git_dir).map_err(failed)?;
        let stderr = messages.writer().map_err(failed)?;
        let mut command = self.reading(arguments);
        let mut child = command.stdout(Stdio::piped()).stderr(stderr).spawn().map_err(failed)?;
        let mut output = Vec::new();
        let read =
            child.stdout.take().map_or(Ok(0), |stdout| stdout.take(limit + 1).read_to_end(&mut output));
        if limit < output.len() as u64 || read.is_err() {
            let _ = child.kill();
        }
        let status = child.wait().map_err(failed)?;
        if limit < output.len() as u64 {
            return Err(format!("its list of files or commits is longer than {limit} bytes (the limit)"));
        }
        match status.code() {
            Some(code) if read.is_ok() && (code == 0 || expected.contains(&code)) => Ok((status, output)),
            _ => Err(messages.reason(status)),
        }
    }

    fn read(&self, arguments: &[&str], limit: u64) -> Result<Vec<u8>, String> {
        self.run(arguments, limit, &[]).map(|(_, output)| output)
    }

    /// Returns what a reference names, which may be missing; `None` if there is no such reference.
    fn resolve(&self, reference: &str) -> Result<Option<String>, String> {
        let arguments = ["rev-parse", "--verify", "--quiet", reference];
        let (status, output) = self.run(&arguments, MAX_MESSAGE_BYTES, &[1])?;
        Ok(status.success().then(|| String::from_utf8_lossy(&output).trim().to_owned()))
    }

    /// Returns the last commit of the default branch that is not later than a time in seconds since 1970; `None` if there
    /// is none. In a clone, the default branch is that of the original.
    pub(super) fn last_commit(&self, until: Option<i64>) -> Result<Option<Commit>, String> {
        let tip = match self.resolve("refs/remotes/origin/HEAD")? {
            None => self.resolve("HEAD")?,
            tip => tip,
        };
        let Some(tip) = tip else { return Ok(None) };
        // The first parents are the states of the branch. Others were merged, perhaps later.
        let mut arguments = vec!["rev-list", "--timestamp", "--parents", "--first-parent", "--max-count=1"];
        let latest = until.map(|until| format!("--min-age={}", until.max(0)));
        arguments.extend(latest.as_deref());
        arguments.push(&tip);
        Ok(commits(&self.read(&arguments, 1 << 16)?).next())
    }

    /// Returns a commit and at most `limit` - 1 of its ancestors, in any order.
    pub(super) fn history(&self, commit: &str, limit: usize) -> Result<Vec<Commit>, String> {
        let count = format!("--max-count={limit}");
        let list = self.read(&["rev-list", "--timestamp", "--parents", &count, commit], MAX_LIST_BYTES)?;
        Ok(commits(&list).collect())
    }

    /// Returns the list of all entries of the tree of a commit, except folders, as git prints it.
    pub(super) fn list(&self, commit: &str, limit: u64) -> Result<Vec<u8>, String> {
        self.read(&["ls-tree", "-r", "-z", "-l", "--full-tree", commit], limit)
    }

    /// Starts a process that looks up objects one by one.
    pub(super) fn objects(&self) -> io::Result<Objects> {
        Objects::start(self.reading(&["cat-file", "--batch"]), &self.git_dir)
    }

    /// Starts a process that looks up what objects are, without their content.
    pub(super) fn object_names(&self) -> io::Result<Objects> {
        Objects::start(self.reading(&["cat-file", "--batch-check"]), &self.git_dir)
    }
}

/// Parses the entries of a list.
pub(super) fn entries(list: &[u8]) -> Result<Vec<TreeEntry>, String> {
    let entries = list.split(|&byte| byte == 0).filter(|entry| !entry.is_empty());
    entries
        .map(|entry| tree_entry(entry).ok_or_else(|| "git lists a file in an unknown form".to_owned()))
        .collect()
}

/// Parses lines of `rev-list --timestamp --parents`.
fn commits(list: &[u8]) -> impl Iterator<Item = Commit> {
    list.split(|&byte| byte == b'\n').filter_map(|line| {
        let mut words = std::str::from_utf8(line).ok()?.split(' ').map(str::to_owned);
        let time = words.next()?.parse().ok()?;
        Some(Commit { time, id: words.next()?, parents: words.collect() })
    })
}

/// Parses `MODE TYPE OBJECT SIZE<tab>PATH`.
fn tree_entry(entry: &[u8]) -> Option<TreeEntry> {
    let tab = entry.iter().position(|&byte| byte == b'\t')?;
    let mut words = std::str::from_utf8(&entry[..tab]).ok()?.split_ascii_whitespace();
    let (mode, _type, object, size) = (words.next()?, words.next()?, words.next()?, words.next()?);
    let kind = match mode {
        "120000" => EntryKind::Link,
        "160000" => EntryKind::Submodule,
        _ => EntryKind::File,
    };
    Some(TreeEntry {
        path: entry[tab + 1..].to_owned(),
        kind,
        object: object.to_owned(),
        bytes: size.parse().ok(),
    })
}
