//! The pairs of a report as a table.

use std::io;

use crate::model::{Pair, Report};

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
    let mut writer = csv::Writer::from_writer(Vec::new());
    let header = COLUMNS.into_iter().chain(["reference_kind", "reference_source"]).map(str::to_owned);
    let rows = report.references.iter().map(|pair| {
        let mut sides = [pair.id.left, pair.id.right].into_iter().filter_map(|id| report.submission(id));
        let reference = sides.find_map(|side| side.reference());
        let kind = reference.map_or_else(String::new, |reference| reference.kind.name().to_owned());
        let source = reference.and_then(|reference| reference.source.as_deref()).map(escape_formula);
        row(pair).into_iter().chain([kind, source.unwrap_or_default()]).collect()
    });
    for row in std::iter::once(header.collect::<Vec<String>>()).chain(rows) {
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
    writer.write_record(COLUMNS)?;
    for pair in &report.pairs {
        writer.write_record(row(pair))?;
    }
    writer.flush()
}

/// Returns the cells of a pair.
fn row(pair: &Pair) -> [String; COLUMNS.len()] {
    let [left_id, right_id] = pair.id.sides();
    [
        pair.rank.to_string(),
        left_id.to_string(),
        right_id.to_string(),
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
    ]
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
