//! The journal of a child that reads files: one line when it begins a file and one when it has finished it. What was
//! written stays, however the process ends.

use std::collections::BTreeMap;
use std::fs::{self, File, OpenOptions};
use std::io::{self, BufRead as _, BufReader, Read as _, Write as _};
use std::path::Path;

use chaffinch_submission::SourceFile;
use serde::{Deserialize, Serialize};

const JOURNAL: &str = "journal";

/// Bytes of a journal that are read: enough for 100,000 files with the longest paths. A child that was taken over may
/// write more.
const MAX_JOURNAL: u64 = 256 << 20;

/// Number of files that a message names.
const MAX_NAMED: usize = 3;

/// A file that a child had begun but not finished when it died.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct UnfinishedFile {
    pub(super) number: u32,
    pub(super) path: String,
}

#[derive(Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
enum JournalLine {
    Begun { number: u32, path: String },
    Ended { number: u32 },
}

/// The journal of a child that reads files.
pub(crate) struct Journal(File);

impl Journal {
    /// Starts a journal and removes that of an earlier child.
    pub(crate) fn begin(folder: &Path) -> io::Result<Self> {
        let path = folder.join(JOURNAL);
        match fs::remove_file(&path) {
            Err(error) if error.kind() != io::ErrorKind::NotFound => Err(error),
            _ => OpenOptions::new().append(true).create_new(true).open(path).map(Self),
        }
    }

    /// Runs `work` on a file and writes a line before and after it.
    pub(crate) fn record<Value>(
        &self,
        number: u32,
        file: &SourceFile,
        work: impl FnOnce() -> Value,
    ) -> Value {
        self.write(&JournalLine::Begun { number, path: file.path.clone() });
        let value = work();
        self.write(&JournalLine::Ended { number });
        value
    }

    /// Writes a line in one piece, because several threads write. If the disk is full, only the safety net is lost, not
    /// the analysis.
    fn write(&self, line: &JournalLine) {
        let line = serde_json::to_string(line).expect("a line is a number and a path") + "\n";
        let _ = (&self.0).write_all(line.as_bytes());
    }
}

/// Returns the files that were being read when the last child in a folder died, ordered by number.
pub(crate) fn read_unfinished(folder: &Path) -> io::Result<Vec<UnfinishedFile>> {
    let file = match File::open(folder.join(JOURNAL)) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(Vec::new()),
        file => file?,
    };
    let mut open = BTreeMap::new();
    // A line that the death of the child cut short is ignored.
    for line in BufReader::new(file.take(MAX_JOURNAL)).split(b'\n') {
        match serde_json::from_slice(&line?) {
            Ok(JournalLine::Begun { number, path }) => drop(open.insert(number, path)),
            Ok(JournalLine::Ended { number }) => drop(open.remove(&number)),
            Err(_) => {}
        }
    }
    Ok(open.into_iter().map(|(number, path)| UnfinishedFile { number, path }).collect())
}

/// Returns the files by name, for the uploader. It must not be logged.
pub(crate) fn list_names(unfinished: &[UnfinishedFile]) -> String {
    let mut names: Vec<&str> = unfinished.iter().map(|file| file.path.as_str()).take(MAX_NAMED).collect();
    if unfinished.len() > MAX_NAMED {
        names.push("others");
    }
    names.join(", ")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn file(path: &str) -> SourceFile {
        SourceFile::plain(path, "int a;")
    }

    #[test]
    fn a_journal_lists_files_begun_and_not_ended() {
        let folder = tempfile::tempdir().unwrap();
        assert_eq!(read_unfinished(folder.path()).unwrap(), []);
        let journal = Journal::begin(folder.path()).unwrap();
        journal.record(7, &file("inner/a\n\"b.c"), || {
            journal.record(3, &file("c.c"), || ());
            let open = read_unfinished(folder.path()).unwrap();
            assert_eq!(open, [UnfinishedFile { number: 7, path: "inner/a\n\"b.c".to_owned() }]);
            // The child dies in the middle of a line.
            (&journal.0).write_all(b"{\"ended\":{\"num").unwrap();
            assert_eq!(read_unfinished(folder.path()).unwrap(), open);
        });
        let begun = Journal::begin(folder.path()).unwrap();
        assert_eq!(read_unfinished(folder.path()).unwrap(), []);
        drop(begun);
    }

    #[test]
    fn a_message_names_at_most_three_files() {
        let open: Vec<UnfinishedFile> =
            (0..4).map(|number| UnfinishedFile { number, path: format!("{number}.c") }).collect();
        assert_eq!(list_names(&open[..2]), "0.c, 1.c");
        assert_eq!(list_names(&open), "0.c, 1.c, 2.c, others");
    }
}
