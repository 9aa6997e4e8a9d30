//! The evidence over a term as a table.

use super::TermReport;
use crate::csv::escape_formula;

const COLUMNS: [&str; 11] = [
    "rank",
    "left",
    "right",
    "expect",
    "shared_tasks",
    "since",
    "task",
    "batch",
    "pair_id",
    "task_expect",
    "counts",
];

/// Returns one line for each pair of people and task, after a header line. Names and titles are escaped like those of
/// [`crate::csv`].
pub fn term_csv(report: &TermReport) -> Vec<u8> {
    let mut writer = csv::Writer::from_writer(Vec::new());
    let mut write = |fields: [String; COLUMNS.len()]| {
        writer.write_record(fields).expect("memory takes all that is written");
    };
    write(COLUMNS.map(str::to_owned));
    for pair in &report.evidence {
        for task in &pair.tasks {
            write([
                pair.rank.to_string(),
                escape_formula(&pair.left),
                escape_formula(&pair.right),
                pair.expect.to_string(),
                pair.shared.to_string(),
                pair.since.as_deref().map(|since| escape_formula(report.title(since))).unwrap_or_default(),
                escape_formula(report.title(&task.batch)),
                task.batch.clone(),
                // A spreadsheet would take 3-4 for a date.
                format!("pair {}", task.pair),
                task.expect.to_string(),
                task.counts.to_string(),
            ]);
        }
    }
    writer.into_inner().expect("memory takes all that is written")
}
