//! The paper's requirements for copy detection, on documents of tokens. Its first requirement, whitespace
//! insensitivity, concerns front ends; here there are only tokens.

use std::collections::BTreeSet;
use std::ops::Range;

use proptest::collection::vec;
use proptest::prelude::*;

use crate::oracle::{kgram_hashes, plain, robust, tokens, values_at};

type Selection = fn(&[u64], usize) -> Vec<usize>;

/// Winnowing and robust winnowing. Both have the guarantee.
const SELECTIONS: [Selection; 2] = [plain, robust];

/// Returns the fingerprint values of a document.
fn fingerprints(document: &[u64], k: usize, w: usize, select: Selection) -> BTreeSet<u64> {
    let hashes = kgram_hashes(document, k);
    values_at(&hashes, &select(&hashes, w))
}

/// Returns the fingerprint values that a document selects at k-grams within a range of its tokens.
fn fingerprints_within(
    document: &[u64],
    range: &Range<usize>,
    k: usize,
    w: usize,
    select: Selection,
) -> BTreeSet<u64> {
    let hashes = kgram_hashes(document, k);
    let mut inside = select(&hashes, w);
    inside.retain(|at| range.start <= *at && at + k <= range.end);
    values_at(&hashes, &inside)
}

/// Checks that every shared run of at least t tokens shares a fingerprint value *inside the run*.
fn assert_run_is_found(
    left: &[u64],
    left_start: usize,
    right: &[u64],
    right_start: usize,
    length: usize,
    k: usize,
    w: usize,
) {
    let t = w + k - 1;
    for select in SELECTIONS {
        for offset in 0..(length + 1).saturating_sub(t) {
            let at_left = left_start + offset..left_start + offset + t;
            let at_right = right_start + offset..right_start + offset + t;
            let of_left = fingerprints_within(left, &at_left, k, w, select);
            let of_right = fingerprints_within(right, &at_right, k, w, select);
            assert!(!of_left.is_disjoint(&of_right), "the run at {at_left:?} and {at_right:?} is missed");
        }
    }
}

fn letters(length: Range<usize>) -> impl Strategy<Value = Vec<u8>> {
    prop_oneof![vec(0_u8..2, length.clone()), vec(0_u8..20, length)]
}

/// Returns the length of the longest run of tokens that two documents share, by dynamic programming.
fn longest_common_run(left: &[u64], right: &[u64]) -> usize {
    let mut longest = 0;
    let mut row = vec![0; right.len() + 1];
    for a in left {
        for (at, b) in right.iter().enumerate().rev() {
            row[at + 1] = if a == b { row[at] + 1 } else { 0 };
            longest = longest.max(row[at + 1]);
        }
    }
    longest
}

proptest! {
    /// The guarantee: a shared run of at least t tokens is found.
    #[test]
    fn shared_runs_of_t_tokens_are_found(
        (before, other_before) in (letters(0..30), letters(0..30)),
        run in letters(1..40),
        (after, other_after) in (letters(0..30), letters(0..30)),
        k in 1_usize..8,
        w in 1_usize..8,
    ) {
        let left = tokens(&[&before[..], &run, &after].concat());
        let right = tokens(&[&other_before[..], &run, &other_after].concat());
        assert_run_is_found(&left, before.len(), &right, other_before.len(), run.len(), k, w);
    }

    /// Noise suppression: documents that share no run of k tokens share no fingerprint and no hash.
    #[test]
    fn nothing_shorter_than_k_matches(left in letters(0..60), right in letters(0..60), k in 1_usize..10) {
        let (left, right) = (tokens(&left), tokens(&right));
        let left_hashes: BTreeSet<u64> = kgram_hashes(&left, k).into_iter().collect();
        let right_hashes: BTreeSet<u64> = kgram_hashes(&right, k).into_iter().collect();
        prop_assert_eq!(longest_common_run(&left, &right) < k, left_hashes.is_disjoint(&right_hashes));
        if longest_common_run(&left, &right) < k {
            for select in SELECTIONS {
                prop_assert!(fingerprints(&left, k, 3, select).is_disjoint(&fingerprints(&right, k, 3, select)));
            }
        }
    }

    /// Position independence: permuting blocks longer than t keeps every match inside a block.
    #[test]
    fn permuted_blocks_still_match(
        (blocks, order) in vec(letters(16..30), 1..6).prop_flat_map(|blocks| {
            let order: Vec<usize> = (0..blocks.len()).collect();
            (Just(blocks), Just(order).prop_shuffle())
        }),
        k in 1_usize..8,
        w in 1_usize..8,
    ) {
        let document = tokens(&blocks.concat());
        let permuted = tokens(&order.iter().flat_map(|at| blocks[*at].clone()).collect::<Vec<u8>>());
        let start_in_document = |at: usize| blocks[..at].iter().map(Vec::len).sum::<usize>();
        let mut start = 0;
        for at in &order {
            let length = blocks[*at].len();
            assert_run_is_found(&document, start_in_document(*at), &permuted, start, length, k, w);
            start += length;
        }
    }

    /// An insertion or a deletion changes no fingerprint in windows of the rest: winnowing selects the same positions,
    /// robust winnowing the same values in every window.
    #[test]
    fn the_rest_of_an_edited_document_keeps_its_fingerprints(
        (start, inserted, end) in (letters(0..40), letters(0..40), letters(0..40)),
        k in 1_usize..8,
        w in 1_usize..8,
    ) {
        let whole = tokens(&[&start[..], &inserted, &end].concat());
        let rest = tokens(&[&start[..], &end].concat());
        assert_run_is_found(&whole, 0, &rest, 0, start.len(), k, w);
        assert_run_is_found(&whole, start.len() + inserted.len(), &rest, start.len(), end.len(), k, w);

        let n_before = start.len();
        let before = |selected: &[usize]| -> Vec<usize> {
            // All windows that contain these k-grams end before the edit.
            selected.iter().copied().filter(|at| at + (w - 1) + k <= n_before).collect()
        };
        let (whole_hashes, rest_hashes) = (kgram_hashes(&whole, k), kgram_hashes(&rest, k));
        prop_assume!(whole_hashes.len() >= w && rest_hashes.len() >= w);
        for select in SELECTIONS {
            prop_assert_eq!(before(&select(&whole_hashes, w)), before(&select(&rest_hashes, w)));
        }
        let after = |selected: &[usize], n_before: usize| -> Vec<usize> {
            let first = n_before + w - 1;
            selected.iter().filter(|at| **at >= first).map(|at| at - n_before).collect()
        };
        prop_assert_eq!(
            after(&plain(&whole_hashes, w), start.len() + inserted.len()),
            after(&plain(&rest_hashes, w), start.len())
        );
    }
}
