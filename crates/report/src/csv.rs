//! The pairs of a report as a table.

use std::collections::BTreeMap;
use std::io;

use chaffinch_submission::Named as _;

use crate::model::{Pair, PairId, Report, SubmissionId};

/// Returns one line per pair with all its numbers, after a header line. A name that a spreadsheet would run as a
/// formula gets an apostrophe in front. Such a name begins with `=`, `+`, `-`, `@`, one of their full-width forms,
/// which spreadsheets in Chinese and Japanese read in the same way, a tab or a line end.
pub fn csv(report: &Report) -> Vec<u8> {
    let mut table = Vec::new();
    write_csv(report, &mut table).expect("memory takes all that is written");
    table
}

/// Returns a table as [`csv()`] of the pairs with reference answers, with the origins of these in the last two columns.
pub fn references_csv(report: &Report) -> Vec<u8> {
    let header = COLUMNS.map(|(name, _)| name).into_iter().chain(["reference_kind", "reference_source"]);
    let rows = report.references.iter().map(|pair| {
        let mut sides = [pair.id.left, pair.id.right].into_iter().filter_map(|id| report.submission(id));
        let reference = sides.find_map(|side| side.reference());
        let kind = reference.map_or_else(String::new, |reference| reference.kind.name().to_owned());
        let source = reference.and_then(|reference| reference.source.as_deref()).map(escape_formula);
        row(pair).into_iter().chain([kind, source.unwrap_or_default()]).collect()
    });
    table(std::iter::once(header.map(str::to_owned).collect::<Vec<String>>()).chain(rows))
}

/// Returns a table as [`csv()`] of some pairs, strongest first, with further columns of texts at the end.
pub fn csv_with<const N: usize>(
    report: &Report,
    header: [&str; N],
    cells: &BTreeMap<PairId, [String; N]>,
) -> Vec<u8> {
    let header = COLUMNS.map(|(name, _)| name).into_iter().chain(header).map(str::to_owned).collect();
    let rows = report.listed().filter_map(|pair| {
        let further = cells.get(&pair.id)?.iter().map(|cell| escape_formula(cell));
        Some(row(pair).into_iter().chain(further).collect::<Vec<String>>())
    });
    table(std::iter::once(header).chain(rows))
}

/// Returns rows of cells as a table.
pub(crate) fn table<Row: IntoIterator<Item: AsRef<[u8]>>>(rows: impl Iterator<Item = Row>) -> Vec<u8> {
    let mut writer = csv::Writer::from_writer(Vec::new());
    for row in rows {
        writer.write_record(row).expect("memory takes all that is written");
    }
    writer.into_inner().expect("memory takes all that is written")
}

/// Writes what [`csv()`] returns. The report does not need its matches.
///
/// # Errors
/// Those of `out`.
pub fn write_csv(report: &Report, out: impl io::Write) -> io::Result<()> {
    let mut writer = csv::Writer::from_writer(out);
    writer.write_record(COLUMNS.map(|(name, _)| name))?;
    for pair in &report.pairs {
        writer.write_record(row(pair))?;
    }
    writer.flush()
}

/// Returns the cells of a pair.
fn row(pair: &Pair) -> [String; COLUMNS.len()] {
    COLUMNS.map(|(_, cell)| cell(pair))
}

/// A column: its name, as in the JSON, and its cell for a pair.
type Column = (&'static str, fn(&Pair) -> String);

/// Columns of the CSV. The id of a pair is two columns, because a spreadsheet would take it for a date. New columns are
/// added at the end.
const COLUMNS: [Column; 21] = [
    ("rank", |pair| pair.rank.to_string()),
    ("left_id", |pair| SubmissionId(pair.id.left).to_string()),
    ("right_id", |pair| SubmissionId(pair.id.right).to_string()),
    ("left", |pair| escape_formula(&pair.left)),
    ("right", |pair| escape_formula(&pair.right)),
    ("suspicion", |pair| pair.suspicion.to_string()),
    ("similarity", |pair| pair.similarity.to_string()),
    ("too_short", |pair| pair.too_short.to_string()),
    ("left_share", |pair| pair.left_share.to_string()),
    ("right_share", |pair| pair.right_share.to_string()),
    ("left_share_raw", |pair| pair.left_share_raw.to_string()),
    ("right_share_raw", |pair| pair.right_share_raw.to_string()),
    ("matched_tokens", |pair| pair.matched_tokens.to_string()),
    ("matched_lines", |pair| pair.matched_lines.to_string()),
    ("longest_match", |pair| pair.longest_match.to_string()),
    ("match_count", |pair| pair.match_count.map(|count| count.to_string()).unwrap_or_default()),
    ("resemblance", |pair| pair.resemblance.to_string()),
    ("left_containment", |pair| pair.left_containment.to_string()),
    ("right_containment", |pair| pair.right_containment.to_string()),
    ("expect", |pair| pair.expect.map(|expect| expect.to_string()).unwrap_or_default()),
    ("rename_count", |pair| pair.rename_count.map(|count| count.to_string()).unwrap_or_default()),
];

pub(crate) fn escape_formula(name: &str) -> String {
    match name.chars().next() {
        Some('=' | '+' | '-' | '@' | '＝' | '＋' | '－' | '＠' | '\t' | '\r' | '\n') => {
            format!("'{name}")
        }
        _ => name.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::escape_formula;

    #[test]
    fn no_name_begins_a_formula() {
        for sign in ['=', '+', '-', '@', '＝', '＋', '－', '＠', '\t', '\r', '\n'] {
            let name = format!("{sign}1+2");
            assert_eq!(escape_formula(&name), format!("'{name}"));
        }
        for name in ["", "ada", "1=2", "'=1", "＃1", "王=1"] {
            assert_eq!(escape_formula(name), name);
        }
    }
}
