//! What a new revision changes in the figures of a report.

use std::collections::BTreeMap;

use crate::model::{Pair, PairId, Report};

/// Returns the number of listed pairs whose figures differ between two revisions of a report, or that only one of them
/// lists. Figures are compared as precisely as they are known: what is ignored in one pair changes the rarity of code in
/// all others a little.
pub fn changed_pairs(before: &Report, after: &Report) -> u64 {
    let mut known: BTreeMap<PairId, &Pair> = before.pairs.iter().map(|pair| (pair.id, pair)).collect();
    let mut changed = 0;
    for pair in &after.pairs {
        let same = known.remove(&pair.id).is_some_and(|before| figures(before) == figures(pair));
        changed += u64::from(!same);
    }
    changed + known.len() as u64
}

/// Returns the figures of a pair: shares in percent, suspicion in tenths of a bit.
fn figures(pair: &Pair) -> (bool, [u32; 4], i64, Option<(i32, i64)>) {
    let percent = |share: f64| (share * 100.0).round() as u32;
    let counts =
        [pair.matched_tokens, pair.longest_match, percent(pair.left_share), percent(pair.right_share)];
    (pair.too_short, counts, (pair.suspicion * 10.0).round() as i64, pair.expect.map(known_digits))
}

/// Returns the digits of an expect value that are known, and the power of ten of the last one: one digit below 1, whole
/// numbers up to 100, and two digits above.
fn known_digits(expect: f64) -> (i32, i64) {
    let power = expect.max(1e-5).log10().floor() as i32;
    let last = if power < 0 { power } else { (power - 1).max(0) };
    (last, (expect / 10_f64.powi(last)).round() as i64)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tests::sample::Sample;

    #[test]
    fn a_pair_changes_if_its_figures_do() {
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

    #[test]
    fn an_expect_value_changes_with_its_known_digits() {
        for (one, other, same) in [
            (0.0012, 0.0014, true),
            (0.0014, 0.0016, false),
            (0.02, 0.002, false),
            (12.4, 12.2, true),
            (12.0, 13.0, false),
            (1234.0, 1220.0, true),
            (1e-9, 1e-12, true),
        ] {
            assert_eq!(known_digits(one) == known_digits(other), same, "{one} {other}");
        }
    }
}
