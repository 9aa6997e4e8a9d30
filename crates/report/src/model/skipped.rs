//! The list of what was not analysed. Most lines are about one file. Some are about many, and some about none.

use std::collections::BTreeSet;

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// A file that was not analysed.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[schema(as = ReportSkipped)]
pub struct Skipped {
    /// Submission to which it would have belonged, if known.
    pub submission: Option<String>,
    /// Path of the file.
    pub path: String,
    /// Why it was not analysed.
    pub reason: String,
}

/// Path of a line about a submission as a whole.
const WHOLE: &str = ".";

impl Skipped {
    /// Returns whether the line is about an option that matched nothing.
    pub(super) fn is_unmatched_option(&self) -> bool {
        self.submission.is_none() && self.reason.ends_with("; it has no effect")
    }

    /// Returns the number at the end of the last line about files of one kind, of which only the first have lines of
    /// their own: `(61 more)`.
    fn more(&self) -> Option<u64> {
        let (_, number) = self.reason.strip_suffix(" more)")?.rsplit_once('(')?;
        number.parse().ok()
    }
}

/// Returns how many files and folders these lines are about.
pub(super) fn count_files(skipped: &[Skipped]) -> u64 {
    let with_files: BTreeSet<&str> = skipped
        .iter()
        .filter(|line| line.path != WHOLE)
        .filter_map(|line| line.submission.as_deref())
        .collect();
    let is_said_by_its_files = |line: &Skipped| {
        line.path == WHOLE && line.submission.as_deref().is_some_and(|name| with_files.contains(name))
    };
    let count = |line: &Skipped| match line.more() {
        Some(more) => more,
        None => u64::from(!line.is_unmatched_option() && !is_said_by_its_files(line)),
    };
    skipped.iter().map(count).sum()
}
