//! What all comparisons of a course say of two people, as the pages of the term and of cases show it.

use chaffinch_report::{TermEvidence, TermPair, TermReport};

/// A pair of people.
pub(crate) struct TermRow {
    pub(crate) rank: u32,
    pub(crate) left: String,
    pub(crate) right: String,
    pub(crate) expect: String,
    pub(crate) named: bool,
    pub(crate) shared: u32,
    /// Number of tasks on which the evidence rests.
    pub(crate) counts: usize,
    pub(crate) since: Option<String>,
    pub(crate) tasks: Vec<TermTaskRow>,
}

/// What two people have in common in one task.
pub(crate) struct TermTaskRow {
    pub(crate) title: String,
    pub(crate) href: String,
    pub(crate) expect: String,
    pub(crate) counts: bool,
}

impl TermRow {
    pub(crate) fn new(report: &TermReport, pair: &TermPair) -> Self {
        let evidence = |task: &TermEvidence| TermTaskRow {
            title: report.title(&task.batch).to_owned(),
            href: format!("{}/pairs/{}", batch_href(&task.batch), task.pair),
            expect: chaffinch_pages::expect(task.expect),
            counts: task.counts,
        };
        Self {
            rank: pair.rank,
            left: pair.left.clone(),
            right: pair.right.clone(),
            expect: chaffinch_pages::expect(pair.expect),
            named: pair.expect <= report.cutoff_expect,
            shared: pair.shared,
            counts: pair.tasks.iter().filter(|task| task.counts).count(),
            since: pair.since.as_deref().map(|since| report.title(since).to_owned()),
            tasks: pair.tasks.iter().map(evidence).collect(),
        }
    }
}

pub(super) fn batch_href(batch: &str) -> String {
    format!("/batches/{batch}")
}
