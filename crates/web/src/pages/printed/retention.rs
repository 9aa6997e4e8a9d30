//! What a course keeps of its students, and for how long.

use chaffinch_storage::{Archive, Checks, Course, Keeping};
use chrono::{DateTime, Utc};

/// What a course keeps.
pub(super) struct CourseRetention {
    pub(super) name: String,
    pub(super) personal: bool,
    /// Days after which comparisons are deleted. `None`: they are kept until somebody deletes them.
    pub(super) keep_days: Option<u32>,
    /// Whether it accepts checks before the deadline.
    pub(super) checks: Checks,
    /// Number of archives.
    pub(super) archives: usize,
    /// The day on which the last archive is deleted. `None`: one of them has no such day, or there are none.
    pub(super) archives_until: Option<String>,
    /// Whether no archive keeps texts, names and literals.
    pub(super) reduced: bool,
}

impl CourseRetention {
    /// Returns what a course keeps. `archives` can contain those of other courses.
    pub(super) fn new(course: Course, archives: &[Archive]) -> Self {
        let own: Vec<&Archive> = archives.iter().filter(|archive| archive.course == course.id).collect();
        let ends: Option<Vec<DateTime<Utc>>> = own.iter().map(|archive| archive.keep_until).collect();
        Self {
            personal: course.personal_of.is_some(),
            keep_days: course.keep_days,
            checks: course.checks,
            archives: own.len(),
            archives_until: ends
                .and_then(|ends| ends.into_iter().max())
                .map(|last| last.format("%Y-%m-%d").to_string()),
            reduced: !own.is_empty() && own.iter().all(|archive| archive.keeping == Keeping::Reduced),
            name: course.name,
        }
    }
}
