//! Exports the files of one commit into a tar, without a work tree. What is not a file is listed.

use std::ffi::OsStr;
use std::io;
use std::os::unix::ffi::OsStrExt as _;

use chaffinch_extract::{Limits, ListedClone, PathRemark, is_left_out};
use chrono::{DateTime, SecondsFormat};

use super::git::{EntryKind, MAX_LIST_BYTES, Repository, TreeEntry, entries};
use super::history::{self, Candidate};
use crate::input::pack::append;

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
                let TreeEntry { path, object, .. } = entry;
                let time = commit.time.try_into().unwrap_or_default();
                append(&mut tar, OsStr::from_bytes(&path), time, &content)
                    .map_err(|error| error.to_string())?;
                if history::is_long(&content) {
                    candidates.push(Candidate { path, object });
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
