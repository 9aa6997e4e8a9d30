//! A text as the rows of a page: a line is one row, a very long line several. Pure.
//!
//! A text of nothing but line ends has as many rows as bytes. Rows are therefore not kept: an index holds every 32nd, and the
//! ones between are found again in the text when they are needed.

use std::ops::Range;

/// Most bytes of a line in one row. Code that people write has shorter lines; what a minifier wrote is broken, so that
/// it can be read and paged like any other.
pub(crate) const ROW_BYTES: u32 = 1_000;

/// Rows from one that the index holds to the next.
const STEP: usize = 32;

/// One row of a text.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Row {
    /// The line it belongs to, from 1.
    pub(crate) line: u32,
    /// First byte.
    pub(crate) start: u32,
    /// One past the last byte; the line's end belongs to its last row.
    pub(crate) end: u32,
    /// The line began in an earlier row.
    pub(crate) goes_on: bool,
}

/// Where to look for the rows of a text.
#[derive(Debug)]
pub(crate) struct RowIndex {
    /// Every [`STEP`]th row, the first one included.
    marks: Vec<Row>,
    rows: usize,
    lines: u32,
}

impl RowIndex {
    /// Reads a text once.
    pub(crate) fn new(text: &str) -> Self {
        let mut index = Self { marks: Vec::new(), rows: 0, lines: 0 };
        for row in Walk::begin(text) {
            if index.rows.is_multiple_of(STEP) {
                index.marks.push(row);
            }
            index.rows += 1;
            index.lines = row.line;
        }
        index
    }
}

/// The rows of a text, in order: together they are the text. Lines end at LF, CRLF or a lone CR and count from 1.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Rows<'t> {
    text: &'t str,
    index: &'t RowIndex,
}

impl<'t> Rows<'t> {
    /// `index` is that of the text.
    pub(crate) fn new(text: &'t str, index: &'t RowIndex) -> Self {
        Self { text, index }
    }

    /// All of the text.
    pub(crate) fn text(self) -> &'t str {
        self.text
    }

    /// Number of rows.
    pub(crate) fn count(self) -> usize {
        self.index.rows
    }

    /// Number of lines: 0 for an empty text, and a final line end opens no further line.
    pub(crate) fn line_count(self) -> u32 {
        self.index.lines
    }

    /// The rows from an index on.
    pub(crate) fn starting_at(self, at: usize) -> impl Iterator<Item = Row> {
        self.walk(at / STEP).skip(at % STEP)
    }

    /// Index of the row that holds a byte; beyond the text the last.
    pub(crate) fn row_of(self, byte: u32) -> usize {
        self.holding(byte).map_or(self.count().saturating_sub(1), |(at, _)| at)
    }

    /// The line that holds a byte; beyond the text the last.
    pub(crate) fn line_of(self, byte: u32) -> u32 {
        self.holding(byte).map_or(self.line_count(), |(_, row)| row.line)
    }

    /// The lines from one on, with their bytes.
    pub(crate) fn lines_from(self, line: u32) -> impl Iterator<Item = (u32, Range<u32>)> {
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
        (mark * STEP..).zip(self.walk(mark)).find(|(_, row)| byte < row.end)
    }

    /// The rows from one of the index on.
    fn walk(self, mark: usize) -> Walk<'t> {
        match self.index.marks.get(mark) {
            Some(&next) => Walk { text: self.text, next },
            None => Walk::begin(""),
        }
    }
}

/// Finds row after row.
#[derive(Debug)]
struct Walk<'t> {
    text: &'t str,
    /// The next row, if there is one. Where it ends is not known yet.
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
        /// Rows are the text, in order, cut at line ends and nowhere inside a character.
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
