//! Protects against files that kill the child that reads them. The budgets of the parsers usually act first; this is
//! the safety net below them. Files that were being read when a child died are read without parsing by the next child.
//! If that child dies as well, the next one leaves them out. Each such file is listed with its reason.

use std::collections::{BTreeMap, BTreeSet};
use std::fs::{self, File, OpenOptions};
use std::io::{self, BufRead as _, BufReader, Read as _, Write as _};
use std::path::Path;

use chaffinch_submission::{Batch, Skipped, SourceFile};
use serde::{Deserialize, Serialize};

/// Number of times that reading starts again with more precautions.
pub(crate) const MAX_RESTARTS: usize = 3;

/// Reason given for a file that is read without parsing.
pub(crate) const SCANNED_REASON: &str = "the analysis ran out of memory or time, or crashed, while it parsed this file; tokenized without parsing";

/// Reason given for a file that is left out.
const LEFT_OUT_REASON: &str = "the analysis ran out of memory or time, or crashed, while it read this file";

/// The files to be careful with. Files are numbered in the order in which they are extracted. Starter code comes last.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Precautions {
    /// Files that are read word by word, without parsing.
    pub(crate) scanned: BTreeSet<u32>,
    /// Files that are not read.
    pub(crate) left_out: BTreeSet<u32>,
}

impl Precautions {
    /// Adds precautions against the files that were being read when a child died.
    pub(crate) fn add(&mut self, unfinished: &[UnfinishedFile]) {
        for UnfinishedFile { number, .. } in unfinished {
            if !self.scanned.insert(*number) {
                self.left_out.insert(*number);
            }
        }
    }

    /// Removes the files that must not be read from a batch and lists them as skipped. Returns the numbers of the
    /// remaining files.
    pub(crate) fn remove_left_out(&self, batch: &mut Batch) -> Vec<u32> {
        let (mut next, mut remaining, mut skipped) = (0, Vec::new(), Vec::new());
        let mut remains = |submission: Option<&String>, file: &SourceFile| {
            let number = next;
            next += 1;
            if self.left_out.contains(&number) {
                let (submission, path) = (submission.cloned(), file.path.clone());
                skipped.push(Skipped { submission, path, reason: LEFT_OUT_REASON.to_owned() });
                return false;
            }
            remaining.push(number);
            true
        };
        for submission in &mut batch.submissions {
            let name = &submission.header.name;
            submission.files.retain(|file| remains(Some(name), file));
        }
        batch.boilerplate.retain(|file| remains(None, file));
        batch.skipped.extend(skipped);
        batch.skipped.sort();
        remaining
    }
}

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
    use chaffinch_submission::{Submission, SubmissionHeader};

    use super::*;

    fn file(path: &str) -> SourceFile {
        SourceFile::plain(path, "int a;")
    }

    fn batch() -> Batch {
        let submission = |name: &str, files: &[&str]| Submission {
            header: SubmissionHeader::named(name),
            archive: None,
            files: files.iter().map(|path| file(path)).collect(),
        };
        Batch {
            submissions: vec![submission("ann", &["a.c", "b.c"]), submission("bob", &["c.c"])],
            boilerplate: vec![file("handout.c")],
            skipped: Vec::new(),
            layouts: Vec::new(),
        }
    }

    #[test]
    fn a_file_is_scanned_first_and_then_left_out_and_listed() {
        let mut precautions = Precautions::default();
        let unfinished = |number| UnfinishedFile { number, path: String::new() };
        precautions.add(&[unfinished(1), unfinished(3)]);
        assert!(precautions.left_out.is_empty());
        let mut whole = batch();
        assert_eq!(precautions.remove_left_out(&mut whole), [0, 1, 2, 3]);
        assert_eq!(whole, batch());
        precautions.add(&[unfinished(1), unfinished(2)]);
        assert_eq!(precautions.remove_left_out(&mut whole), [0, 2, 3]);
        let skipped =
            Skipped { submission: Some("ann".into()), path: "b.c".into(), reason: LEFT_OUT_REASON.into() };
        assert_eq!(whole.skipped, [skipped]);
        assert_eq!(whole.submissions[0].files, [file("a.c")]);
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
