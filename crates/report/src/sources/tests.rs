//! Tests of sources.

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
