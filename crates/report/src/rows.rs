//! A text as the rows of a page: a line is one row, a very long line several. Pure.

use chaffinch_submission::LineTable;

/// Most bytes of a line in one row. Code that people write has shorter lines; what a minifier wrote is broken, so that
/// it can be read and paged like any other.
pub(crate) const ROW_BYTES: u32 = 1_000;

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

/// All rows of a text, in order: together they are the text.
pub(crate) fn rows(text: &str, lines: &LineTable) -> Vec<Row> {
    let mut rows = Vec::with_capacity(lines.count() as usize);
    for line in 1..=lines.count() {
        let (first, end) = (lines.start_of(line), lines.start_of(line + 1));
        let visible = text[first as usize..end as usize].trim_end_matches(['\r', '\n']).len() as u32;
        let mut start = first;
        while first + visible - start > ROW_BYTES {
            let until = text.floor_char_boundary((start + ROW_BYTES) as usize) as u32;
            rows.push(Row { line, start, end: until, goes_on: start > first });
            start = until;
        }
        rows.push(Row { line, start, end, goes_on: start > first });
    }
    rows
}

/// Index of the row that holds a byte; beyond the text the last. `rows` must not be empty.
pub(crate) fn row_of(rows: &[Row], byte: u32) -> usize {
    rows.partition_point(|row| row.end <= byte).min(rows.len() - 1)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    proptest! {
        /// Rows are the text, in order, cut at line ends and nowhere inside a character.
        #[test]
        fn rows_are_the_text(pieces in proptest::collection::vec("[aé\n\r]{0,3}|[bü]{990,1010}|[bü]{3000}", 0..6)) {
            let text = pieces.concat();
            let lines = LineTable::new(&text);
            let rows = rows(&text, &lines);
            let shown: Vec<&str> = rows.iter().map(|row| &text[row.start as usize..row.end as usize]).collect();
            prop_assert_eq!(shown.concat(), text.as_str());
            for (at, row) in rows.iter().enumerate() {
                prop_assert_eq!(row.line, lines.line_of(row.start));
                prop_assert_eq!(row.goes_on, at > 0 && rows[at - 1].line == row.line);
                prop_assert!(shown[at].trim_end_matches(['\r', '\n']).len() as u32 <= ROW_BYTES);
                prop_assert_eq!(row_of(&rows, row.start), at);
                prop_assert_eq!(row_of(&rows, row.end - 1), at);
            }
            prop_assert_eq!(rows.last().map_or(0, |row| row.line), lines.count());
        }
    }
}
