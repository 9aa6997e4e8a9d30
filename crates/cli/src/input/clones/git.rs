//! Reads git repositories with the program `git`. The repositories are untrusted: a student may have written every object
//! in them and, in a folder that was unpacked from an upload, the configuration too.
//!
//! Only commands that read objects are used. They run no hooks, filters or pagers, and check nothing out. The environment
//! and the options below switch off the rest. Whatever is read is counted against a limit.

use std::io::{self, Read as _, Seek as _};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use super::objects::Objects;

/// Largest list of the files of one commit, in bytes, and of the commits of a history. A tree of a few objects can stand
/// for any number of files.
const MAX_LIST_BYTES: u64 = 32 << 20;
/// Largest number of bytes kept of a message of git.
const MAX_MESSAGE_BYTES: u64 = 4 << 10;

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

/// A repository on this machine.
pub(super) struct Repository {
    git_dir: PathBuf,
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

/// Returns git with what every command needs, in the environment of this process or in an empty one.
fn command(in_empty_environment: bool) -> Command {
    let mut command = Command::new("git");
    if in_empty_environment {
        command.env_clear().env("PATH", std::env::var_os("PATH").unwrap_or_default());
    }
    command
        .env("GIT_CONFIG_NOSYSTEM", "1")
        .env("GIT_ATTR_NOSYSTEM", "1")
        .env("GIT_TERMINAL_PROMPT", "0")
        .env("LC_ALL", "C")
        .arg("--no-pager")
        .args(OPTIONS.iter().flat_map(|option| ["-c", option]))
        .stdin(Stdio::null());
    command
}

/// Copies a repository of another machine, without a work tree, into an empty folder. The configuration of the user
/// applies, which may know how to sign in. Returns the reason if this fails.
pub(super) fn copy(address: &str, into: &Path) -> Result<Repository, String> {
    let mut command = command(false);
    for variable in OF_ANOTHER_REPOSITORY {
        command.env_remove(variable);
    }
    let output = command
        .env("GIT_ALLOW_PROTOCOL", "https:ssh")
        // A template may contain hooks.
        .args(["clone", "--quiet", "--bare", "--single-branch", "--no-tags", "--template=", "--"])
        .arg(address)
        .arg(into)
        .output()
        .map_err(|error| error.to_string())?;
    if output.status.success() {
        return Ok(Repository { git_dir: into.to_owned() });
    }
    let message = message_in(&output.stderr);
    Err(format!("cannot be cloned: {}", message.replace(address, "the address")))
}

/// Returns what git says about a failure, in one line.
fn message_in(stderr: &[u8]) -> String {
    let text = String::from_utf8_lossy(&stderr[..stderr.len().min(MAX_MESSAGE_BYTES as usize)]);
    let line = text.lines().find(|line| line.starts_with("fatal:")).or_else(|| text.lines().next());
    line.unwrap_or("git gave no reason").trim_start_matches("fatal: ").to_owned()
}

impl Repository {
    /// Finds the repository in a folder: a clone with a work tree, or a bare repository. Returns the reason if there is
    /// none.
    pub(super) fn at(folder: &Path) -> Result<Self, String> {
        let kind = |path: &Path| std::fs::symlink_metadata(path).map(|metadata| metadata.file_type());
        // git runs in the repository.
        let folder = std::path::absolute(folder).map_err(|error| error.to_string())?;
        let inner = folder.join(".git");
        let git_dir = match kind(&inner) {
            Ok(kind) if kind.is_dir() => inner,
            // Attack: a file or link `.git` that leads to another repository of this machine.
            Ok(_) => return Err("its .git is not a folder, so it belongs to another repository".to_owned()),
            Err(_) => folder,
        };
        let is_repository = kind(&git_dir.join("HEAD")).is_ok_and(|kind| kind.is_file())
            && kind(&git_dir.join("objects")).is_ok_and(|kind| kind.is_dir());
        if !is_repository {
            return Err("not a git repository".to_owned());
        }
        // Attack: the same by another name.
        if kind(&git_dir.join("commondir")).is_ok() {
            return Err("an additional work tree of another repository".to_owned());
        }
        Ok(Self { git_dir })
    }

    /// Returns a command that only reads this repository.
    fn reading(&self, arguments: &[&str]) -> Command {
        let mut command = command(true);
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

    /// Returns the standard output of a command up to a limit, or the reason why there is none.
    fn read(&self, arguments: &[&str], limit: u64) -> Result<Vec<u8>, String> {
        let failed = |error: io::Error| format!("git cannot be run: {error}");
        // A pipe that nobody reads would stop git once it is full.
        let mut messages = tempfile::tempfile().map_err(failed)?;
        let stderr = messages.try_clone().map_err(failed)?;
        let mut child =
            self.reading(arguments).stdout(Stdio::piped()).stderr(stderr).spawn().map_err(failed)?;
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
        if read.is_ok() && status.success() {
            return Ok(output);
        }
        let mut message = Vec::new();
        let told =
            messages.rewind().and_then(|()| messages.take(MAX_MESSAGE_BYTES).read_to_end(&mut message));
        told.map_err(failed)?;
        Err(format!("git cannot read it: {}", message_in(&message)))
    }

    /// Returns the commit that a reference names; `None` if there is no such reference.
    fn resolve(&self, reference: &str) -> Result<Option<String>, String> {
        let name = format!("{reference}^{{commit}}");
        let output = self.reading(&["rev-parse", "--verify", "--quiet", &name]).output();
        let output = output.map_err(|error| format!("git cannot be run: {error}"))?;
        match output.status.code() {
            Some(0) => Ok(Some(String::from_utf8_lossy(&output.stdout).trim().to_owned())),
            Some(1) => Ok(None),
            _ => Err(format!("git cannot read it: {}", message_in(&output.stderr))),
        }
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

    /// Returns whether older commits are missing from the clone.
    pub(super) fn is_shallow(&self) -> bool {
        self.git_dir.join("shallow").exists()
    }

    /// Returns all entries of the tree of a commit, except folders.
    pub(super) fn tree(&self, commit: &str) -> Result<Vec<TreeEntry>, String> {
        let list = self.read(&["ls-tree", "-r", "-z", "-l", "--full-tree", commit], MAX_LIST_BYTES)?;
        let entries = list.split(|&byte| byte == 0).filter(|entry| !entry.is_empty());
        entries
            .map(|entry| tree_entry(entry).ok_or_else(|| "git lists a file in an unknown form".to_owned()))
            .collect()
    }

    /// Starts a process that looks up objects one by one.
    pub(super) fn objects(&self) -> io::Result<Objects> {
        Objects::start(self.reading(&["cat-file", "--batch"]))
    }

    /// Starts a process that looks up what objects are, without their content.
    pub(super) fn object_names(&self) -> io::Result<Objects> {
        Objects::start(self.reading(&["cat-file", "--batch-check"]))
    }
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
