//! Protects against files that kill the child that reads them. The budgets of the parsers usually act first; this is
//! the safety net below them. Files that were being read when a child died are read without parsing by the next child.
//! If that child dies as well, the next one leaves them out. Each such file is listed with its reason.

use std::collections::BTreeSet;

use chaffinch_submission::{Batch, Skipped, SourceFile};
use serde::{Deserialize, Serialize};

use super::journal::UnfinishedFile;

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

#[cfg(test)]
mod tests {
    use chaffinch_submission::Submission;

    use chaffinch_submission::SubmissionHeader;

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
}
