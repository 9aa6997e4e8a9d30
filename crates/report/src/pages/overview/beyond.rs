//! Finds and counts the pairs that a report names, for lists of reports and for checks.

use super::verdict::Verdict;
use crate::model::{Pair, Report};
use crate::pages::shared::{Cutoff, Unit};

/// Returns how many pairs of the class, and how many with earlier submissions, are beyond chance. These are the pairs
/// that the headline of the overview counts. Returns `None` if the report has no expect values to decide by.
pub fn beyond_chance(report: &Report) -> Option<(u32, u32)> {
    let verdict = Verdict::of(report, Cutoff::of(report));
    let counts = (verdict.own.beyond as u32, verdict.earlier.beyond as u32);
    (verdict.unit == Unit::Expect).then_some(counts)
}

/// Returns whether the report names a pair: the pair can be judged and reaches the report's own cut-off.
pub fn is_named(report: &Report, pair: &Pair) -> bool {
    Cutoff::of(report).is_reached_by(pair)
}

#[cfg(test)]
mod tests {
    use super::{beyond_chance, is_named};
    use crate::Report;
    use crate::tests::overview::{class, expecting};

    #[test]
    fn pairs_with_earlier_submissions_are_counted_separately() {
        let pairs = [(1, 2, 130.0), (3, 60, 120.0), (5, 6, 11.0), (7, 8, 10.5)];
        let mut report = expecting(class(60, &pairs));
        assert_eq!(beyond_chance(&report), Some((2, 0)));
        report.submissions[59].archive =
            Some(crate::Archive { name: "2024".to_owned(), year: None, reference: None });
        assert_eq!(beyond_chance(&report), Some((1, 1)));
    }

    #[test]
    fn pairs_at_the_cutoff_are_named() {
        let mut report = class(3, &[(1, 2, 10.0), (1, 3, 9.9)]);
        let named =
            |report: &Report| report.pairs.iter().map(|pair| is_named(report, pair)).collect::<Vec<_>>();
        assert_eq!(named(&report), [true, false]);
        report.pairs[0].too_short = true;
        assert_eq!(named(&report), [false, false]);
    }

    #[test]
    fn a_report_without_expect_values_has_no_count() {
        assert_eq!(beyond_chance(&class(3, &[(1, 2, 130.0)])), None);
    }
}
