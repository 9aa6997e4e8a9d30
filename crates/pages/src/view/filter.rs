//! The pairs of a view.

use chaffinch_report::{Pair, Report, Submission, Unit};

use super::View;
use super::column::{Order, compared};

impl View {
    /// Returns the pairs of this view in its order, of all pages.
    pub(crate) fn pairs<'a>(&self, report: &'a Report) -> Vec<&'a Pair> {
        let wanted = self.q.trim().to_lowercase();
        let cutoff = self.cutoff_of(report);
        let mut pairs: Vec<&Pair> = report
            .pairs
            .iter()
            .filter(|pair| {
                let named =
                    || [&pair.left, &pair.right].iter().any(|name| name.to_lowercase().contains(&wanted));
                let (left, right) = (report.submission(pair.id.left), report.submission(pair.id.right));
                (wanted.is_empty() || named())
                    && self.has_language(left, right)
                    && self.is_of_archive(left, right)
                    && (!self.only_above() || cutoff.is_reached_by(pair))
                    && (!self.has_range() || self.is_in_range(report, pair, cutoff.unit))
            })
            .collect();
        if let Some(column) = self.sort {
            let order = self.order.unwrap_or(column.first());
            // The sort is stable: equal pairs stay in the order of their ranks.
            pairs.sort_by(|a, b| {
                let ordering = compared(column, a, b);
                if order == Order::Ascending { ordering } else { ordering.reverse() }
            });
        }
        pairs
    }

    fn has_language(&self, left: Option<&Submission>, right: Option<&Submission>) -> bool {
        let has = |side: Option<&Submission>| {
            side.is_some_and(|side| side.files.iter().any(|file| file.language == self.language))
        };
        self.language.is_empty() || has(left) && has(right)
    }

    fn is_in_range(&self, report: &Report, pair: &Pair, unit: Unit) -> bool {
        let value = match unit {
            Unit::Expect => pair.expect,
            Unit::Suspicion => Some(pair.suspicion),
        };
        let (from, to) = (self.from.unwrap_or(0.0), self.to.unwrap_or(f64::INFINITY));
        let fits = |value: f64| match unit {
            Unit::Expect => (from < value || from == 0.0) && value <= to,
            Unit::Suspicion => from <= value && value < to,
        };
        !pair.too_short && report.is_of_class(pair) && !report.has_staff(pair) && value.is_some_and(fits)
    }

    fn is_of_archive(&self, left: Option<&Submission>, right: Option<&Submission>) -> bool {
        let mut archives = [left, right].into_iter().flatten().filter_map(|side| side.archive.as_ref());
        match self.archive.as_str() {
            "" => true,
            Self::THIS_CLASS => archives.next().is_none(),
            Self::ANY_ARCHIVE => archives.next().is_some(),
            name => archives.any(|archive| archive.name == name),
        }
    }
}
