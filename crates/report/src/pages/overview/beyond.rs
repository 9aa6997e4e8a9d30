//! Counts the pairs beyond chance, for lists of reports.

use super::verdict::Verdict;
use crate::model::Report;
use crate::pages::shared::{Cutoff, Unit};

/// Returns how many pairs of the class, and how many with earlier submissions, are beyond chance. These are the pairs
/// that the headline of the overview counts. Returns `None` if the report has no expect values to decide by.
pub fn beyond_chance(report: &Report) -> Option<(u32, u32)> {
    let verdict = Verdict::of(report, Cutoff::of(report));
    let counts = (verdict.own.beyond as u32, verdict.earlier.beyond as u32);
    (verdict.unit == Unit::Expect).then_some(counts)
}

#[cfg(test)]
mod tests {
    use super::beyond_chance;
    use crate::tests::overview::{class, expecting};

    #[test]
    fn pairs_with_earlier_submissions_are_counted_separately() {
        let pairs = [(1, 2, 130.0), (3, 60, 120.0), (5, 6, 11.0), (7, 8, 10.5)];
        let mut report = expecting(class(60, &pairs));
        assert_eq!(beyond_chance(&report), Some((2, 0)));
        report.submissions[59].archive = Some(crate::Archive { name: "2024".to_owned(), year: None });
        assert_eq!(beyond_chance(&report), Some((1, 1)));
    }

    #[test]
    fn a_report_without_expect_values_has_no_count() {
        assert_eq!(beyond_chance(&class(3, &[(1, 2, 130.0)])), None);
    }
}
