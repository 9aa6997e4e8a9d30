//! The texts that pages show, with what is computed once per text: classes for highlighting, and rows. A line is one row, a
//! very long line is several.
//!
//! A text of only line ends has as many rows as bytes. Therefore rows are not stored: an index holds every 32nd, and
//! those between are found in the text when they are needed.

use std::borrow::Cow;
use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;
use std::sync::OnceLock;

use chaffinch_normalize::{Class, highlight, highlight_scanned};
use chaffinch_submission::{Span, Submission};
use memchr::memchr2;

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

/// Largest number of bytes of a line in one row. Lines that people write are shorter. Lines of a minifier are broken,
/// so that they can be read and paged like any other.
const ROW_BYTES: u32 = 1_000;

/// Number of rows between two entries of the index.
const ROWS_PER_ENTRY: usize = 32;

/// One row of a text.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Row {
    /// Number of its line, from 1.
    pub line: u32,
    /// Its first byte.
    pub start: u32,
    /// The byte after its last. A line end belongs to the last row of its line.
    pub end: u32,
    /// Whether its line began in an earlier row.
    pub goes_on: bool,
}

/// Index of the rows of a text.
#[derive(Debug)]
pub(crate) struct RowIndex {
    /// Start of every [`ROWS_PER_ENTRY`]th row, including the first.
    marks: Vec<Row>,
    rows: usize,
    lines: u32,
}

impl RowIndex {
    /// Reads a text once and makes its index.
    pub(crate) fn new(text: &str) -> Self {
        let mut index = Self { marks: Vec::new(), rows: 0, lines: 0 };
        for row in Walk::begin(text) {
            if index.rows.is_multiple_of(ROWS_PER_ENTRY) {
                index.marks.push(row);
            }
            index.rows += 1;
            index.lines = row.line;
        }
        index
    }
}

/// The rows of a text, in order. Together they are the whole text. Lines end at LF, CRLF or a lone CR and count from 1.
#[derive(Debug, Clone, Copy)]
pub struct Rows<'t> {
    text: &'t str,
    index: &'t RowIndex,
}

impl<'t> Rows<'t> {
    /// Combines a text with its index.
    pub(crate) fn new(text: &'t str, index: &'t RowIndex) -> Self {
        Self { text, index }
    }

    /// Returns the whole text.
    pub fn text(self) -> &'t str {
        self.text
    }

    /// Returns the number of rows.
    pub fn count(self) -> usize {
        self.index.rows
    }

    /// Returns the number of lines: 0 for an empty text. A final line end does not begin another line.
    pub fn line_count(self) -> u32 {
        self.index.lines
    }

    /// Returns the rows from an index on.
    pub fn starting_at(self, at: usize) -> impl Iterator<Item = Row> {
        self.walk(at / ROWS_PER_ENTRY).skip(at % ROWS_PER_ENTRY)
    }

    /// Returns the index of the row that contains a byte, or of the last row beyond the text.
    pub fn row_of(self, byte: u32) -> usize {
        self.holding(byte).map_or(self.count().saturating_sub(1), |(at, _)| at)
    }

    /// Returns the line that contains a byte, or the last line beyond the text.
    pub fn line_of(self, byte: u32) -> u32 {
        self.holding(byte).map_or(self.line_count(), |(_, row)| row.line)
    }

    /// Returns the lines from one on, with their bytes.
    pub fn lines_from(self, line: u32) -> impl Iterator<Item = (u32, Range<u32>)> {
        let mark = self.index.marks.partition_point(|mark| mark.line < line).saturating_sub(1);
        let mut rows = self.walk(mark).skip_while(move |row| row.line < line).peekable();
        std::iter::from_fn(move || {
            let Row { line, start, mut end, .. } = rows.next()?;
            while let Some(more) = rows.next_if(|row| row.goes_on) {
                end = more.end;
            }
            Some((line, start..end))
        })
    }

    fn holding(self, byte: u32) -> Option<(usize, Row)> {
        let mark = self.index.marks.partition_point(|mark| mark.start <= byte).saturating_sub(1);
        (mark * ROWS_PER_ENTRY..).zip(self.walk(mark)).find(|(_, row)| byte < row.end)
    }

    /// Returns the rows from an entry of the index on.
    fn walk(self, mark: usize) -> Walk<'t> {
        match self.index.marks.get(mark) {
            Some(&next) => Walk { text: self.text, next },
            None => Walk::begin(""),
        }
    }
}

/// Finds one row after the other.
#[derive(Debug)]
struct Walk<'t> {
    text: &'t str,
    /// Returns the next row without its end, if there is one.
    next: Row,
}

impl<'t> Walk<'t> {
    fn begin(text: &'t str) -> Self {
        Self { text, next: Row { line: 1, start: 0, end: 0, goes_on: false } }
    }
}

impl Iterator for Walk<'_> {
    type Item = Row;

    fn next(&mut self) -> Option<Row> {
        let start = self.next.start;
        let rest = self.text.as_bytes().get(start as usize..).filter(|rest| !rest.is_empty())?;
        let seen = &rest[..rest.len().min(ROW_BYTES as usize + 1)];
        let line_end = memchr2(b'\n', b'\r', seen);
        let end = match line_end {
            Some(at) => start + at as u32 + if rest[at..].starts_with(b"\r\n") { 2 } else { 1 },
            None if rest.len() > ROW_BYTES as usize => {
                self.text.floor_char_boundary((start + ROW_BYTES) as usize) as u32
            }
            None => self.text.len() as u32,
        };
        let row = Row { end, ..self.next };
        let line = row.line + u32::from(line_end.is_some());
        self.next = Row { line, start: end, end, goes_on: line_end.is_none() };
        Some(row)
    }
}

#[cfg(test)]
mod tests;
