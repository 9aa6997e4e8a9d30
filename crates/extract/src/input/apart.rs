//! What a submission contains, and what is set apart from submissions: starter code, what the request leaves out, what is
//! empty, data beside a program, files beyond a limit.

use std::collections::{BTreeMap, BTreeSet};

use chaffinch_submission::{Digest, Skipped, SourceFile, Submission};

use crate::input::clutter;
use crate::input::tree::{Node, joined};
use crate::layout::Convention;
use crate::patterns::Patterns;
use crate::provenance::{SUBMISSION_BYTES, too_many};
use crate::request::HandedOut;
use crate::survey::UploadHint;
use crate::text::{Seen, TEXT_CELLS, hex};

/// What is collected in addition to submissions.
#[derive(Default)]
pub(super) struct Collected {
    pub(super) skipped: Vec<Skipped>,
    pub(super) boilerplate: Vec<SourceFile>,
    pub(super) conventions: BTreeSet<Convention>,
    pub(super) seen: BTreeMap<Digest, Seen>,
}

impl Collected {
    /// Adds starter code.
    pub(super) fn hand_out(&mut self, path: String, node: Node) {
        let mut content = Content::new(&mut self.seen);
        content.add(node, &path);
        if content.files.is_empty() && content.skipped.is_empty() {
            content.skipped.push((path, "contains no file".to_owned()));
        }
        self.boilerplate.append(&mut content.files);
        self.skipped.extend(lines(None, content.skipped));
    }
}

/// Returns lines of the list of skipped files, which belong to this submission, if there is one.
pub(super) fn lines(
    submission: Option<&str>,
    skipped: Vec<(String, String)>,
) -> impl Iterator<Item = Skipped> {
    let line = move |(path, reason)| Skipped { submission: submission.map(str::to_owned), path, reason };
    skipped.into_iter().map(line)
}

/// The content of a submission.
pub(super) struct Content<'a> {
    pub(super) files: Vec<SourceFile>,
    pub(super) skipped: Vec<(String, String)>,
    /// Files seen in the whole request. A map for each submission, joined later, would cost the square of their number.
    seen: &'a mut BTreeMap<Digest, Seen>,
}

impl<'a> Content<'a> {
    pub(super) fn new(seen: &'a mut BTreeMap<Digest, Seen>) -> Self {
        Self { files: Vec::new(), skipped: Vec::new(), seen }
    }

    pub(super) fn add(&mut self, node: Node, path: &str) {
        match node {
            Node::File(Ok(text)) => {
                self.seen.extend(text.seen.map(|seen| (text.file.digest, seen)));
                self.files.push(SourceFile { path: path.to_owned(), ..text.file });
                if let Some(prose) = text.prose {
                    self.add(Node::File(Ok(*prose)), &joined(path, TEXT_CELLS));
                }
            }
            Node::File(Err(reason)) | Node::Other(reason) => {
                self.skipped.push((path.to_owned(), reason));
            }
            Node::Archive(folder)
                if folder.entries.is_empty() && folder.listed.is_empty() && !path.is_empty() =>
            {
                self.skipped.push((path.to_owned(), "an empty archive".to_owned()));
            }
            Node::Folder(folder) | Node::Archive(folder) => {
                for (name, reason) in folder.listed {
                    self.skipped.push((joined(path, &name), reason));
                }
                for (name, node) in folder.entries {
                    self.add(node, &joined(path, &name));
                }
            }
        }
    }

    /// Moves the files that patterns leave out to the skipped files.
    pub(super) fn set_refused_apart(&mut self, patterns: &Patterns) {
        for file in std::mem::take(&mut self.files) {
            match patterns.refuses(&file.path) {
                Some(reason) => self.skipped.push((file.path, reason)),
                None => self.files.push(file),
            }
        }
    }

    /// Moves data files to the skipped files if the submission has a program.
    pub(super) fn set_data_apart(&mut self) {
        let is = |file: &SourceFile, what| clutter::content(&file.path) == what;
        let is_work = |file: &SourceFile| is(file, clutter::Content::Work) && file.provenance.is_none();
        if self.files.iter().any(is_work) {
            let data = self.files.extract_if(.., |file| is(file, clutter::Content::Data));
            self.skipped.extend(data.map(|file| (file.path, clutter::NOT_COMPARED.to_owned())));
        }
    }

    /// Moves files that no student wrote to the skipped files: those beyond the limit, and one that is a submission by
    /// itself.
    pub(super) fn set_vendored_apart(&mut self, container: bool) {
        self.files.sort_by(|a, b| a.path.cmp(&b.path));
        let Self { files, skipped, seen } = self;
        let mut bytes = 0;
        let others = files.extract_if(.., |file| {
            if file.provenance.is_none() {
                return false;
            }
            // A survey keeps no texts.
            bytes += seen.get(&file.digest).map_or(file.text.len() as u64, |seen| seen.bytes);
            !container || SUBMISSION_BYTES < bytes
        });
        let reason = if container { too_many() } else { NOT_WRITTEN.to_owned() };
        skipped.extend(others.map(|file| (file.path, reason.clone())));
    }
}

/// Reason given for a file that no student wrote, where a submission is expected.
const NOT_WRITTEN: &str = "not written by a student; not compared";

/// Reason given for a submission that the request leaves out.
const IGNORED: &str = "ignored, as chosen in the preview";

/// Moves the submissions that the request leaves out to the skipped files.
pub(super) fn set_ignored_apart(
    submissions: &mut Vec<Submission>,
    ignored: &BTreeSet<String>,
    collected: &mut Collected,
) {
    let mut missing: BTreeSet<&str> = ignored.iter().map(String::as_str).collect();
    for submission in submissions.extract_if(.., |submission| ignored.contains(&submission.header.name)) {
        missing.remove(submission.header.name.as_str());
        collected.skipped.push(Skipped {
            submission: Some(submission.header.name),
            path: ".".to_owned(),
            reason: IGNORED.to_owned(),
        });
    }
    collected.skipped.extend(missing.into_iter().map(|name| UploadHint::Ignored.unmatched(name)));
}

/// Reason given for a reference answer without text.
const EMPTY: &str = "nothing to compare: the reference answer is empty";

/// Moves reference answers without text to the skipped files.
pub(super) fn set_empty_apart(references: &mut Vec<Submission>, collected: &mut Collected) {
    let Collected { seen, skipped, .. } = collected;
    // A survey keeps no texts.
    let is_blank = |file: &SourceFile| {
        seen.get(&file.digest).map_or_else(|| file.text.trim().is_empty(), |seen| seen.is_blank)
    };
    let is_empty = |reference: &mut Submission| reference.files.iter().all(is_blank);
    for Submission { header, files, .. } in references.extract_if(.., is_empty) {
        skipped.extend(files.into_iter().map(|file| Skipped {
            submission: Some(header.name.clone()),
            path: file.path,
            reason: EMPTY.to_owned(),
        }));
    }
}

/// Moves what the request names as starter code from the submissions to the boilerplate.
pub(super) fn set_handed_out_apart(
    submissions: &mut Vec<Submission>,
    handed_out: &HandedOut,
    collected: &mut Collected,
) {
    let mut missing = handed_out.files.clone();
    let names: BTreeSet<&str> =
        submissions.iter().map(|submission| submission.header.name.as_str()).collect();
    let unmatched = handed_out.submissions.iter().filter(|name| !names.contains(name.as_str()));
    collected.skipped.extend(unmatched.map(|name| UploadHint::HandedOut.unmatched(name)));
    let apart = |submission: &mut Submission| handed_out.submissions.contains(&submission.header.name);
    for submission in submissions.extract_if(.., apart) {
        let within =
            |file: SourceFile| SourceFile { path: joined(&submission.header.name, &file.path), ..file };
        collected.boilerplate.extend(submission.files.into_iter().map(within));
    }
    for submission in &*submissions {
        for file in &submission.files {
            // One of several equal files is enough.
            if missing.remove(&file.digest) {
                collected
                    .boilerplate
                    .push(SourceFile { path: joined(&submission.header.name, &file.path), ..file.clone() });
            }
        }
    }
    // A file that belongs to a submission of starter code counts as found.
    for file in &collected.boilerplate {
        missing.remove(&file.digest);
    }
    let unmatched =
        missing.iter().map(|digest| UploadHint::HandedOut.unmatched(&format!("digest:{}", hex(digest))));
    collected.skipped.extend(unmatched);
}

/// Removes the files of a submission beyond a limit. They are ordered by path, so the order of entries does not matter.
pub(super) fn beyond(submission: &mut Submission, limit: usize) -> Vec<Skipped> {
    let files = submission.files.drain(limit.min(submission.files.len())..);
    let skipped = files.map(|file| Skipped {
        submission: Some(submission.header.name.clone()),
        path: file.path,
        reason: format!("not among the first {limit} files (the limit for one submission)"),
    });
    skipped.collect()
}
