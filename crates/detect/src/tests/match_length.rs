//! Other lengths of the shortest match than the usual one.

use std::collections::BTreeSet;

use chaffinch_submission::MatchLength;

use super::*;
use crate::{DEFAULT_CUTOFF, ExpectValues};

fn chosen(tokens: u32) -> MatchLength {
    MatchLength::new(Some(tokens), None, None).unwrap()
}

fn run_with(submissions: &[TokenizedSubmission], match_length: MatchLength) -> Analysis {
    analyse(submissions, &[], &Options { match_length, ..all_pairs() }, &())
}

/// Greedy string tiling by its definition. Returns the lengths of the tiles.
fn tiling(left: &[u64], right: &[u64], shortest: usize) -> Vec<u32> {
    let mut taken = (vec![false; left.len()], vec![false; right.len()]);
    let mut tiles = Vec::new();
    loop {
        let mut best = (0, 0, 0);
        for l in 0..left.len() {
            for r in 0..right.len() {
                let free = |at: &usize| !taken.0[l + at] && !taken.1[r + at] && left[l + at] == right[r + at];
                let length =
                    (0..left.len().min(left.len() - l).min(right.len() - r)).take_while(free).count();
                if best.2 < length {
                    best = (l, r, length);
                }
            }
        }
        if best.2 < shortest {
            return tiles;
        }
        taken.0[best.0..best.0 + best.2].fill(true);
        taken.1[best.1..best.1 + best.2].fill(true);
        tiles.push(best.2 as u32);
    }
}

fn windows(values: &[u64], length: usize) -> BTreeSet<&[u64]> {
    values.windows(length).collect()
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    #[test]
    fn a_passage_of_exactly_t_tokens_is_a_match_and_a_shorter_one_is_none(
        t in 3_u32..=30,
        before in prop::array::uniform2(0_usize..60),
        after in prop::array::uniform2(0_usize..60),
        k in prop::option::of(2_u32..=30),
    ) {
        let length = MatchLength::new(Some(t), k.map(|k| k.min(t)), None).unwrap();
        let with = |passage: &[u64]| {
            let side = |of: usize| {
                let of_side = of as u64 * 2;
                [own(10 + of_side, before[of]), passage.to_vec(), own(11 + of_side, after[of])].concat()
            };
            let two = [submission("a", &[&side(0)]), submission("b", &[&side(1)])];
            run_with(&two, length)
        };
        let found = with(&own(1, t as usize));
        prop_assert_eq!(found.pairs.len(), 1);
        let pair = &found.pairs[0];
        prop_assert_eq!((pair.matched_tokens, pair.longest_match), (t, t));
        let [one] = &pair.matches.as_ref().unwrap()[..] else { panic!("one match: {:?}", pair.matches) };
        prop_assert_eq!(one.left.tokens.clone(), before[0] as u32..before[0] as u32 + t);
        prop_assert_eq!(one.right.tokens.clone(), before[1] as u32..before[1] as u32 + t);
        let less = with(&own(1, t as usize - 1));
        prop_assert!(less.pairs.iter().all(|pair| pair.matched_tokens == 0));
        prop_assert!(less.pairs.iter().flat_map(|pair| pair.matches.iter().flatten()).next().is_none());
    }

    #[test]
    fn tiles_are_those_of_greedy_string_tiling(
        t in 3_u32..=12,
        left in prop::collection::vec(0_u64..12, 12..60),
        right in prop::collection::vec(0_u64..12, 12..60),
        copied in 0_usize..40,
    ) {
        // The values are small numbers, so that runs of every length occur.
        let copied = copied.min(left.len());
        let right = [&right[..], &left[..copied]].concat();
        let expected = tiling(&left, &right, t as usize);
        let found = run_with(&[submission("a", &[&left]), submission("b", &[&right])], chosen(t));
        let pair = found.pairs.first();
        prop_assert_eq!(pair.map_or(0, |pair| pair.matched_tokens), expected.iter().sum::<u32>());
        prop_assert_eq!(pair.map_or(0, |pair| pair.longest_match), expected.iter().copied().max().unwrap_or(0));
    }

    #[test]
    fn however_much_is_repeated_a_pair_matches_if_it_shares_t_tokens(
        t in 3_u32..=12,
        left in prop::collection::vec(0_u64..3, 12..400),
        right in prop::collection::vec(1_u64..4, 12..400),
    ) {
        let shares = !windows(&left, t as usize).is_disjoint(&windows(&right, t as usize));
        let found = run_with(&[submission("a", &[&left]), submission("b", &[&right])], chosen(t));
        let matched = found.pairs.first().map_or(0, |pair| pair.matched_tokens);
        prop_assert_eq!(matched > 0, shares);
        prop_assert!(found.pairs.iter().flat_map(|pair| pair.matches.iter().flatten()).all(|one| t <= one.tokens));
    }

    #[test]
    fn what_more_groups_have_than_the_limit_has_at_least_the_length_of_a_match(t in 3_u32..=20, run in 3_usize..=20) {
        let mut class = unrelated(5);
        for (at, one) in class.iter_mut().enumerate() {
            let values = [own(50 + at as u64, 30), own(1, run), own(60 + at as u64, 30)].concat();
            *one = submission(&format!("s{at:02}"), &[&values]);
        }
        let options = Options { match_length: chosen(t), common_limit: 3, ..all_pairs() };
        let found = analyse(&class, &[], &options, &());
        let masked: u32 = found.submissions[0].masked[0].iter().map(|(tokens, _)| tokens.end - tokens.start).sum();
        prop_assert_eq!(masked, if t.max(MIN_MATCH) <= run as u32 { run as u32 } else { 0 });
    }
}

#[test]
fn the_usual_length_changes_nothing() {
    let mut class = unrelated(12);
    class[3] = submission("s03", &[&[own(102, 100), own(1, 40)].concat()]);
    let scheme = |k, w| MatchLength::new(None, Some(k), Some(w)).unwrap();
    let usual = run(&class);
    assert_eq!(usual.settings.expect_values, ExpectValues::Known);
    // k = 6 and w = 3 give t = 8, the usual shortest match. Only candidates depend on w.
    let same = run_with(&class, scheme(6, 3));
    assert_eq!((same.settings.min_match, same.settings.expect_values), (MIN_MATCH, ExpectValues::Known));
    assert_eq!(same.pairs, usual.pairs);
}

#[test]
fn expect_values_are_known_only_for_the_length_they_were_measured_for() {
    let mut class = unrelated(12);
    class[3] = submission("s03", &[&own(102, 200)]);
    let reason = |class: &[TokenizedSubmission], length| {
        let found = run_with(class, length);
        assert!(found.pairs.iter().all(|pair| pair.expect.is_none()));
        assert_eq!((found.distribution.chance, found.settings.cutoff_expect), (None, None));
        (found.settings.expect_values, found.settings.cutoff)
    };
    let unmeasured = (ExpectValues::MatchLength, DEFAULT_CUTOFF);
    assert_eq!(reason(&class, chosen(12)), unmeasured);
    assert_eq!(reason(&class, chosen(3)), unmeasured);
    assert_eq!(reason(&class, MatchLength::new(Some(8), Some(5), None).unwrap()), unmeasured);
    assert_eq!(reason(&class[..4], chosen(12)).0, ExpectValues::ClassTooSmall);
    let schemes = run_with(&class, chosen(20)).settings.schemes;
    assert_eq!(schemes, [(Scheme { k: 6, w: 15, ..SCHEME }, vec!["numbers"])]);
}
