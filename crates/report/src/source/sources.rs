//! The texts that pages show, with what is computed once per text.

use std::borrow::Cow;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::OnceLock;

use chaffinch_normalize::{Class, highlight, highlight_scanned};
use chaffinch_submission::{Span, Submission};

use super::rows::{RowIndex, Rows};

/// Texts of a report's files, by submission id and file index. A missing text is not an error: an archive may store no
/// sources. The page then says so.
#[derive(Debug, Default)]
pub struct Sources<'a> {
    texts: BTreeMap<(u32, u32), FileText<'a>>,
    removed: BTreeSet<u32>,
}

/// A text with its rows and classes. Each is computed when it is first needed: the page of a pair needs them for two
/// submissions, an export needs them many times.
#[derive(Debug)]
pub struct FileText<'a> {
    content: Cow<'a, str>,
    rows: OnceLock<RowIndex>,
    classes: OnceLock<Vec<(Span, Class)>>,
}

impl<'a> Sources<'a> {
    /// Returns an empty collection.
    pub fn new() -> Self {
        Self::default()
    }

    /// Returns the texts of all submissions, numbered from 1 in this order, as [`crate::build()`] numbers them.
    pub fn from_submissions(submissions: &'a [Submission]) -> Self {
        let mut sources = Self::new();
        for (submission, id) in submissions.iter().zip(1..) {
            for (file, at) in submission.files.iter().zip(0..) {
                sources.insert(id, at, file.text.as_str());
            }
        }
        sources
    }

    /// Adds the text of a file.
    pub fn insert(&mut self, submission: u32, file: u32, text: impl Into<Cow<'a, str>>) {
        self.texts.insert((submission, file), FileText::new(text));
    }

    /// Notes that a submission is no longer stored, because its archive was deleted.
    pub fn remove(&mut self, submission: u32) {
        self.removed.insert(submission);
    }

    /// Returns whether a submission is no longer stored.
    pub fn is_removed(&self, submission: u32) -> bool {
        self.removed.contains(&submission)
    }

    /// Returns other texts in place of these, by submission and file.
    pub fn map(&self, mut other: impl FnMut((u32, u32), &str) -> String) -> Sources<'static> {
        let mut sources = Sources { removed: self.removed.clone(), ..Sources::new() };
        for (&(submission, file), text) in &self.texts {
            sources.insert(submission, file, other((submission, file), text.as_str()));
        }
        sources
    }

    /// Returns these texts under other ids of submissions, and other submissions and files.
    pub(crate) fn renumbered(
        self,
        id: impl Fn(u32) -> u32,
        place: impl Fn((u32, u32)) -> (u32, u32),
    ) -> Self {
        Self {
            texts: self.texts.into_iter().map(|(at, text)| (place(at), text)).collect(),
            removed: self.removed.into_iter().map(id).collect(),
        }
    }

    /// Removes the texts of all other submissions.
    pub(crate) fn retain_submissions(&mut self, submissions: &[u32]) {
        self.texts.retain(|(submission, _), _| submissions.contains(submission));
    }

    /// Returns the text of a file.
    pub fn text(&self, submission: u32, file: u32) -> Option<&FileText<'a>> {
        self.texts.get(&(submission, file))
    }
}

impl<'a> FileText<'a> {
    /// Takes a text.
    pub fn new(content: impl Into<Cow<'a, str>>) -> Self {
        Self { content: content.into(), rows: OnceLock::new(), classes: OnceLock::new() }
    }

    /// Returns the whole text.
    pub fn as_str(&self) -> &str {
        &self.content
    }

    /// Returns its rows.
    pub fn rows(&self) -> Rows<'_> {
        Rows::new(&self.content, self.rows.get_or_init(|| RowIndex::new(&self.content)))
    }

    /// Returns the classes of parts of the text, read in `language`, the file's language in the report. With `scanned`,
    /// a faster and less exact scanner reads it.
    pub fn classes(&self, language: &str, scanned: bool) -> &[(Span, Class)] {
        let read = if scanned { highlight_scanned } else { highlight };
        self.classes.get_or_init(|| read(&self.content, language))
    }
}
