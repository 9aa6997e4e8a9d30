//! What a new revision changes in the figures of a report.

use std::collections::BTreeMap;

use super::shared::{expect, percent, suspicion};
use crate::model::{Pair, PairId, Report};

/// Returns the number of listed pairs whose figures differ between two revisions of a report, or that only one of them
/// lists. Figures differ if pages show them differently.
pub fn changed_pairs(before: &Report, after: &Report) -> u64 {
    let mut known: BTreeMap<PairId, &Pair> = before.pairs.iter().map(|pair| (pair.id, pair)).collect();
    let mut changed = 0;
    for pair in &after.pairs {
        let same = known.remove(&pair.id).is_some_and(|before| figures(before) == figures(pair));
        changed += u64::from(!same);
    }
    changed + known.len() as u64
}

/// Returns the figures of a pair as pages show them.
fn figures(pair: &Pair) -> (bool, u32, u32, [String; 4]) {
    let shown = [
        pair.expect.map(expect).unwrap_or_default(),
        suspicion(pair.suspicion),
        percent(pair.left_share),
        percent(pair.right_share),
    ];
    (pair.too_short, pair.matched_tokens, pair.longest_match, shown)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tests::sample::Sample;

    #[test]
    fn a_pair_changes_if_its_figures_are_shown_differently() {
        let before = Sample::new().report();
        assert_eq!(changed_pairs(&before, &before), 0);
        let mut after = before.clone();
        after.pairs[0].left_share -= 1e-9;
        assert_eq!(changed_pairs(&before, &after), 0);
        after.pairs[0].longest_match += 1;
        assert_eq!(changed_pairs(&before, &after), 1);
        // One vanishes, another appears.
        let gone = after.pairs.pop().unwrap();
        after.pairs.push(Pair { id: PairId { left: 7, right: 8 }, ..gone });
        let vanished_and_new = if before.pairs.len() == 1 { 2 } else { 3 };
        assert_eq!(changed_pairs(&before, &after), vanished_and_new);
    }
}
