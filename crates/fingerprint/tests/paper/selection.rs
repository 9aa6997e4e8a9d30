//! Properties of both selections on sequences of hashes; small alphabets make ties common.

use proptest::collection::vec;
use proptest::prelude::*;

use crate::oracle::{plain, robust, values_at, windows, winnow_by_definition, winnow_robust_by_definition};

/// Generates sequences with few distinct hashes, and sequences with practically no equal ones.
fn hashes() -> impl Strategy<Value = Vec<u64>> {
    prop_oneof![vec(0_u64..4, 0..80), vec(0_u64..30, 0..80), vec(any::<u64>(), 0..80)]
}

proptest! {
    #[test]
    fn winnowing_is_its_definition(hashes in hashes(), w in 1_usize..20) {
        prop_assert_eq!(plain(&hashes, w), winnow_by_definition(&hashes, w));
    }

    #[test]
    fn robust_winnowing_is_its_definition(hashes in hashes(), w in 1_usize..20) {
        prop_assert_eq!(robust(&hashes, w), winnow_robust_by_definition(&hashes, w));
    }

    /// Every window of w hashes contains a selected one, so the gaps between them are at most w.
    #[test]
    fn every_window_selects(hashes in hashes(), w in 1_usize..20) {
        prop_assume!(hashes.len() >= w);
        for selected in [plain(&hashes, w), robust(&hashes, w)] {
            for (start, end) in windows(hashes.len(), w) {
                prop_assert!(selected.iter().any(|at| (start..end).contains(at)));
            }
            prop_assert!(selected.windows(2).all(|pair| pair[0] < pair[1] && pair[1] - pair[0] <= w));
        }
    }

    /// Robust winnowing never selects more than winnowing, and the same if no two hashes are equal.
    #[test]
    fn robust_is_no_denser(hashes in hashes(), w in 1_usize..20) {
        let (plain, robust) = (plain(&hashes, w), robust(&hashes, w));
        prop_assert!(robust.len() <= plain.len());
        if values_at(&hashes, &(0..hashes.len()).collect::<Vec<_>>()).len() == hashes.len() {
            prop_assert_eq!(plain, robust);
        }
    }

    /// Locality: if all windows around a position lie in a run that two documents share, both select it or neither
    /// does.
    #[test]
    fn local_selections_see_their_window_only(
        (before, other_before) in (hashes(), hashes()),
        run in vec(0_u64..6, 1..60),
        (after, other_after) in (hashes(), hashes()),
        w in 1_usize..20,
    ) {
        prop_assume!(run.len() >= w);
        let left = [&before[..], &run, &after].concat();
        let right = [&other_before[..], &run, &other_after].concat();
        let inner = |selected: Vec<usize>, start: usize| -> Vec<usize> {
            let range = w - 1..(run.len() + 1).saturating_sub(w);
            selected.iter().filter_map(|at| at.checked_sub(start)).filter(|at| range.contains(at)).collect()
        };
        prop_assert_eq!(
            inner(plain(&left, w), before.len()),
            inner(plain(&right, w), other_before.len())
        );
    }

    /// Query winnowing: a larger window selects a subset of what a smaller one stored.
    #[test]
    fn coarser_windows_select_a_subset(hashes in hashes(), w in 1_usize..20, coarser_by in 0_usize..20) {
        let coarse = w + coarser_by;
        let fine = plain(&hashes, w);
        prop_assert!(plain(&hashes, coarse).iter().all(|at| fine.contains(at)));
        let fine_values = values_at(&hashes, &robust(&hashes, w));
        prop_assert!(values_at(&hashes, &robust(&hashes, coarse)).is_subset(&fine_values));
    }
}

/// Robust winnowing is not local: where a run of ties begins determines which of them are kept.
#[test]
fn robust_winnowing_shares_values_not_positions() {
    let run = [5; 9];
    assert_eq!(robust(&run, 4), [3, 7]);
    assert_eq!(robust(&[&[5, 5][..], &run].concat(), 4), [3, 7], "1 and 5 of the run");
}
