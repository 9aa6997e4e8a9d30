//! The rows of a text on a page: a line is one row, a very long line is several. Pure.
//!
//! A text of only line ends has as many rows as bytes. Therefore rows are not stored: an index holds every 32nd, and
//! those between are found in the text when they are needed.

use std::ops::Range;

/// Largest number of bytes of a line in one row. Lines that people write are shorter. Lines of a minifier are broken,
/// so that they can be read and paged like any other.
pub(crate) const ROW_BYTES: u32 = 1_000;

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
        let line_end = seen.iter().position(|byte| matches!(byte, b'\n' | b'\r'));
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
mod tests {
    use chaffinch_submission::LineTable;
    use proptest::prelude::*;

    use super::*;

    proptest! {
        /// Rows are the whole text in order. They are cut at line ends and never inside a character.
        #[test]
        fn rows_are_the_text(
            pieces in proptest::collection::vec("[aé\n\r]{0,3}|[bü]{990,1010}|[bü]{3000}|\n{60,70}|\r{33}", 0..6),
        ) {
            let text = pieces.concat();
            let lines = LineTable::new(&text);
            let index = RowIndex::new(&text);
            let rows = Rows::new(&text, &index);
            let all: Vec<Row> = rows.starting_at(0).collect();
            prop_assert_eq!((rows.count(), rows.line_count()), (all.len(), lines.count()));
            let shown: Vec<&str> = all.iter().map(|row| &text[row.start as usize..row.end as usize]).collect();
            prop_assert_eq!(shown.concat(), text.as_str());
            for (at, row) in all.iter().enumerate() {
                prop_assert_eq!(row.line, lines.line_of(row.start));
                prop_assert_eq!(row.goes_on, at > 0 && all[at - 1].line == row.line);
                prop_assert!(shown[at].trim_end_matches(['\r', '\n']).len() as u32 <= ROW_BYTES);
                prop_assert_eq!(rows.starting_at(at).next(), Some(*row));
                for byte in [row.start, row.end - 1] {
                    prop_assert_eq!((rows.row_of(byte), rows.line_of(byte)), (at, row.line));
                }
            }
            prop_assert_eq!(rows.starting_at(all.len()).next(), None);
            prop_assert_eq!(rows.row_of(u32::MAX), all.len().saturating_sub(1));
            for line in 1..=lines.count() {
                let bytes = lines.start_of(line)..lines.start_of(line + 1);
                prop_assert_eq!(rows.lines_from(line).next(), Some((line, bytes)));
            }
            prop_assert_eq!(rows.lines_from(1).count(), lines.count() as usize);
            prop_assert_eq!(rows.lines_from(lines.count() + 1).next(), None);
        }
    }
}
