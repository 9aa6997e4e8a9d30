//! What the tasks of a course say together, as JSON and CSV. Plain values: `person` names the people.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::csv::{escape_formula, table};

/// The evidence over the tasks of a course.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, ToSchema)]
#[schema(as = CourseEvidence)]
pub struct TermReport {
    /// Id of the course.
    pub course: String,
    /// Whether it includes every finished comparison of the course. Otherwise it is being computed, and `evidence` is
    /// empty.
    pub current: bool,
    /// Pairs with at most this expect value are named.
    pub cutoff_expect: f64,
    /// Number of people.
    pub people: u32,
    /// Number of pairs of people with a task in common, from which chance chooses.
    pub pairs: u64,
    /// Number of pairs that are named; `evidence` may list fewer.
    pub named: u64,
    /// The finished comparisons of the course, oldest first.
    pub tasks: Vec<TermTask>,
    /// The pairs with the strongest evidence, strongest first.
    pub evidence: Vec<TermPair>,
}

/// A finished comparison of a course.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[schema(as = CourseEvidenceTask)]
pub struct TermTask {
    /// Id of the comparison.
    pub batch: String,
    /// Its title.
    pub title: String,
    /// RFC 3339 time of its upload.
    pub created: String,
    /// Number of people who handed something in.
    pub people: u32,
    /// Why it does not count: `uploaded-again` (a later comparison has most of its submissions again), `too-small` (for
    /// expect values) or `older` (its report was made by a version that did not keep what is needed; a new report helps).
    /// Null: it counts.
    pub left_out: Option<String>,
    /// The later comparison, if it was uploaded again.
    pub again: Option<String>,
}

/// What all tasks say of two people.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, ToSchema)]
#[schema(as = CourseEvidencePair)]
pub struct TermPair {
    /// Place in the list, from 1.
    pub rank: u32,
    /// Name of the one person.
    pub left: String,
    /// Name of the other person.
    pub right: String,
    /// Number of pairs of people with as much evidence that chance would leave in the course.
    pub expect: f64,
    /// Number of tasks of both that count.
    pub shared: u32,
    /// Id of the comparison in which it began: the first on which the evidence rests.
    pub since: Option<String>,
    /// The tasks in which they have more in common than most pairs of the class, oldest first. In the others, chance explains
    /// what they have in common.
    pub tasks: Vec<TermEvidence>,
}

/// What one task says of two people.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, ToSchema)]
#[schema(as = CourseEvidenceOfTask)]
pub struct TermEvidence {
    /// Id of the comparison.
    pub batch: String,
    /// Number of pairs of this class as strong as theirs that chance would leave.
    pub expect: f64,
    /// Id of the pair in the report of the comparison.
    pub pair: String,
    /// Whether the combined evidence rests on it.
    pub counts: bool,
}

impl TermReport {
    /// Returns the title of a comparison.
    pub fn title(&self, batch: &str) -> &str {
        self.tasks.iter().find(|task| task.batch == batch).map_or("", |task| &task.title)
    }

    /// Returns the named pairs that are listed.
    pub fn named(&self) -> &[TermPair] {
        let end = self.evidence.partition_point(|pair| pair.expect <= self.cutoff_expect);
        &self.evidence[..end]
    }
}

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
    let tasks = report.evidence.iter().flat_map(|pair| pair.tasks.iter().map(move |task| (pair, task)));
    let rows = tasks.map(|(pair, task)| COLUMNS.map(|(_, cell)| cell(report, pair, task)));
    table(std::iter::once(COLUMNS.map(|(name, _)| name.to_owned())).chain(rows))
}
