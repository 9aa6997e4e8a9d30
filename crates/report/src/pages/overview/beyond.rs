//! Counts the pairs beyond chance, for lists of reports.

use crate::model::{Pair, Report};
use crate::pages::shared::{Cutoff, Level, Unit, has_staff};

/// Returns how many pairs of the class, and how many with earlier submissions, are beyond chance. These are the pairs
/// that the headline of the overview counts. Returns `None` if the report has no expect values to decide by.
pub fn beyond_chance(report: &Report) -> Option<(u32, u32)> {
    let cutoff = Cutoff::of(report);
    if cutoff.unit != Unit::Expect {
        return None;
    }
    let is_counted = |pair: &&Pair| {
        cutoff.is_reached_by(pair)
            && !has_staff(report, pair)
            && Level::of(pair, cutoff) == Level::BeyondChance
    };
    let is_own = |id: u32| report.submission(id).is_some_and(|submission| submission.archive.is_none());
    let (class, earlier): (Vec<&Pair>, Vec<&Pair>) = (report.pairs.iter().filter(is_counted))
        .partition(|pair| is_own(pair.id.left) && is_own(pair.id.right));
    Some((class.len() as u32, earlier.len() as u32))
}

#[cfg(test)]
mod tests {
    use super::beyond_chance;
    use crate::pages::overview::verdict::Verdict;
    use crate::pages::shared::Cutoff;
    use crate::tests::overview::{class, expecting};

    #[test]
    fn the_headline_counts_the_same_pairs() {
        let report = expecting(class(60, &[(1, 2, 130.0), (3, 60, 120.0), (5, 6, 11.0), (7, 8, 10.5)]));
        let verdict = Verdict::of(&report, Cutoff::of(&report));
        let (own, earlier) = beyond_chance(&report).unwrap();
        assert_eq!(u64::from(own), verdict.beyond);
        assert!(0 < own && u64::from(own) < verdict.above);
        assert_eq!(earlier, 0);
    }

    #[test]
    fn a_report_without_expect_values_has_no_count() {
        assert_eq!(beyond_chance(&class(3, &[(1, 2, 130.0)])), None);
    }
}
