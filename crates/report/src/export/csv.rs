//! The pairs of a report as a table.

use std::io;

use crate::model::Report;

/// Returns one line per pair with all its numbers, after a header line. A name that a spreadsheet would run as a
/// formula gets an apostrophe in front. Such a name begins with `=`, `+`, `-`, `@`, one of their full-width forms,
/// which spreadsheets in Chinese and Japanese read in the same way, a tab or a line end.
pub fn csv(report: &Report) -> Vec<u8> {
    let mut table = Vec::new();
    write_csv(report, &mut table).expect("memory takes all that is written");
    table
}

/// Writes what [`csv()`] returns. The report does not need its matches.
///
/// # Errors
/// Those of `out`.
pub fn write_csv(report: &Report, out: impl io::Write) -> io::Result<()> {
    let mut writer = csv::Writer::from_writer(out);
    let mut write = |fields: [String; COLUMNS.len()]| writer.write_record(fields);
    write(COLUMNS.map(str::to_owned))?;
    for pair in &report.pairs {
        write([
            pair.rank.to_string(),
            pair.id.left.to_string(),
            pair.id.right.to_string(),
            escape_formula(&pair.left),
            escape_formula(&pair.right),
            pair.suspicion.to_string(),
            pair.similarity.to_string(),
            pair.too_short.to_string(),
            pair.left_share.to_string(),
            pair.right_share.to_string(),
            pair.left_share_raw.to_string(),
            pair.right_share_raw.to_string(),
            pair.matched_tokens.to_string(),
            pair.matched_lines.to_string(),
            pair.longest_match.to_string(),
            pair.match_count.map(|count| count.to_string()).unwrap_or_default(),
            pair.resemblance.to_string(),
            pair.left_containment.to_string(),
            pair.right_containment.to_string(),
            pair.expect.map(|expect| expect.to_string()).unwrap_or_default(),
            pair.rename_count.map(|count| count.to_string()).unwrap_or_default(),
        ])?;
    }
    writer.flush()
}

/// Columns of the CSV, named as in the JSON. The id of a pair is two columns, because a spreadsheet would take it for a
/// date. New columns are added at the end.
const COLUMNS: [&str; 21] = [
    "rank",
    "left_id",
    "right_id",
    "left",
    "right",
    "suspicion",
    "similarity",
    "too_short",
    "left_share",
    "right_share",
    "left_share_raw",
    "right_share_raw",
    "matched_tokens",
    "matched_lines",
    "longest_match",
    "match_count",
    "resemblance",
    "left_containment",
    "right_containment",
    "expect",
    "rename_count",
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
