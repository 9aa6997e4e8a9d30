//! The evidence over a term as a table.

use super::{TermEvidence, TermPair, TermReport};
use crate::csv::escape_formula;

/// A column: its name, and its cell for two people and a task.
type Column = (&'static str, fn(&TermReport, &TermPair, &TermEvidence) -> String);

const COLUMNS: [Column; 11] = [
    ("rank", |_, pair, _| pair.rank.to_string()),
    ("left", |_, pair, _| escape_formula(&pair.left)),
    ("right", |_, pair, _| escape_formula(&pair.right)),
    ("expect", |_, pair, _| pair.expect.to_string()),
    ("shared_tasks", |_, pair, _| pair.shared.to_string()),
    ("since", |report, pair, _| {
        pair.since.as_deref().map(|since| escape_formula(report.title(since))).unwrap_or_default()
    }),
    ("task", |report, _, task| escape_formula(report.title(&task.batch))),
    ("batch", |_, _, task| task.batch.clone()),
    // A spreadsheet would take 3-4 for a date.
    ("pair_id", |_, _, task| format!("pair {}", task.pair)),
    ("task_expect", |_, _, task| task.expect.to_string()),
    ("counts", |_, _, task| task.counts.to_string()),
];

/// Returns one line for each pair of people and task, after a header line. Names and titles are escaped like those of
/// [`csv()`](crate::csv()).
pub fn term_csv(report: &TermReport) -> Vec<u8> {
    let mut writer = csv::Writer::from_writer(Vec::new());
    let in_memory = "memory takes all that is written";
    writer.write_record(COLUMNS.map(|(name, _)| name)).expect(in_memory);
    for (pair, task) in
        report.evidence.iter().flat_map(|pair| pair.tasks.iter().map(move |task| (pair, task)))
    {
        writer.write_record(COLUMNS.map(|(_, cell)| cell(report, pair, task))).expect(in_memory);
    }
    writer.into_inner().expect(in_memory)
}
