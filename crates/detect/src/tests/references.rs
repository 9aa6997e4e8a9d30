//! Reference answers: students are compared with them, and what two took from the same one is no evidence of copying.

use proptest::prelude::*;

use super::{all_pairs, analyse, classes, own, reference, run, stream, submission, unrelated};
use crate::{Analysis, Pair, ReferenceShare};

/// Returns the pair of these submissions.
fn pair(analysis: &Analysis, left: u32, right: u32) -> Option<&Pair> {
    analysis.pairs.iter().find(|pair| (pair.left, pair.right) == (left, right))
}

#[test]
fn two_who_took_the_same_answer_are_not_suspicious_of_each_other() {
    let (answer, copied) = (own(1, 200), own(2, 150));
    let mut class = unrelated(14);
    class[2] = submission("s02", &[&[own(3, 30), answer.clone()].concat()]);
    class[9] = submission("s09", &[&[answer.clone(), own(4, 50)].concat()]);
    // A copy that has nothing to do with the answer.
    for (at, name) in [(5, "s05"), (6, "s06")] {
        class[at] = submission(name, &[&[copied.clone(), own(50 + at as u64, 50)].concat()]);
    }
    let without = run(&class);
    assert!(without.clusters.iter().any(|cluster| cluster.submissions == [2, 9]));
    assert!(without.references.is_empty() && without.pairs.iter().all(|pair| pair.references.is_empty()));

    class.push(reference("reference/a", &[&answer]));
    let with = run(&class);
    let clusters: Vec<_> = with.clusters.iter().map(|cluster| cluster.submissions.clone()).collect();
    assert_eq!(clusters, [[5, 6]]);
    let both = pair(&with, 2, 9).unwrap();
    assert_eq!(both.references, [ReferenceShare { reference: 14, tokens: 200 }]);
    assert_eq!(
        (both.matched_tokens, both.longest_match, both.too_short),
        (0, 0, true),
        "30 own tokens are left"
    );
    assert!(both.suspicion < 0.01 && both.expect.is_none_or(|expect| expect > 1.0), "{both:?}");
    assert_eq!(pair(&with, 5, 6).unwrap().matched_tokens, 150);
    let found: Vec<_> =
        with.references.iter().map(|pair| (pair.left, pair.right, pair.matched_tokens)).collect();
    assert_eq!(found, [(2, 14, 200), (9, 14, 200)]);
    assert!(with.references[0].matches.is_some() && with.references[0].why.is_some());
    assert!(with.duplicates.is_empty(), "{:?}", with.duplicates);
}

#[test]
fn what_two_share_beyond_the_answer_counts_as_if_it_had_been_masked() {
    let (answer, copied) = (own(1, 200), own(2, 150));
    let mut class = unrelated(14);
    class[2] = submission("s02", &[&[own(3, 30), answer[..150].to_vec(), copied.clone()].concat()]);
    class[9] = submission("s09", &[&[copied.clone(), own(4, 20)].concat(), &answer[50..]]);
    let handed_out = analyse(&class, &[stream(&answer[50..150])], &all_pairs(), &());
    class.push(reference("reference/a", &[&answer]));
    let with = run(&class);
    let (both, masked) = (pair(&with, 2, 9).unwrap(), pair(&handed_out, 2, 9).unwrap());
    assert_eq!(both.references, [ReferenceShare { reference: 14, tokens: 100 }]);
    assert!(with.clusters.iter().any(|cluster| cluster.submissions == [2, 9]));
    // What only one side has from the answer stays in its share: 50 tokens each.
    assert_eq!((both.matched_tokens, both.longest_match), (150, 150));
    assert_eq!((both.left_share, both.right_share), (150.0 / 230.0, 150.0 / 220.0));
    assert_eq!((both.left_share, both.left_share_raw), (masked.left_share, masked.left_share_raw));
    assert!((both.suspicion - masked.suspicion).abs() < 1e-3, "{} {}", both.suspicion, masked.suspicion);
    assert_eq!(both.matches.as_ref().unwrap().len(), 1);
}

#[test]
fn of_several_answers_the_best_come_first_and_each_token_counts_once() {
    let (answer, other) = (own(1, 120), own(2, 120));
    let variant = [answer.clone(), own(3, 60)].concat();
    let mut class = unrelated(14);
    class[1] = submission("s01", &[&[answer.clone(), own(11, 30)].concat()]);
    class[2] = submission("s02", &[&[answer[..60].to_vec(), other.clone(), own(12, 60)].concat()]);
    class.push(reference("reference/a", &[&variant]));
    class.push(reference("reference/b", &[&other]));
    class.push(reference("reference/c", &[&answer]));
    let analysis = run(&class);
    let found: Vec<_> = analysis.references.iter().map(|pair| (pair.left, pair.right)).collect();
    let (first, second): (Vec<_>, Vec<_>) = found.iter().partition(|pair| pair.0 == found[0].0);
    assert_eq!(found, [first, second].concat(), "the references of one submission stand together");
    assert_eq!(found.iter().find(|pair| pair.0 == 2), Some(&(2, 15)), "its best reference first");
    assert!(found.contains(&(1, 16)) && found.contains(&(1, 14)));
    let both = pair(&analysis, 1, 2).unwrap();
    assert_eq!(both.references, [ReferenceShare { reference: 14, tokens: 60 }], "c has the same tokens");
}

#[test]
fn an_answer_that_equals_the_starter_code_gives_nothing() {
    let handout = own(1, 100);
    let mut class = unrelated(12);
    for (at, name) in [(1, "s01"), (4, "s04")] {
        class[at] = submission(name, &[&[handout.clone(), own(50 + at as u64, 80)].concat()]);
    }
    let without = analyse(&class, &[stream(&handout)], &all_pairs(), &());
    class.push(reference("reference/a", &[&handout]));
    let with = analyse(&class, &[stream(&handout)], &all_pairs(), &());
    assert_eq!((&with.pairs, &with.clusters), (&without.pairs, &without.clusters));
    assert!(with.references.is_empty());
    assert_eq!((with.submissions[12].tokens, with.submissions[12].counted_tokens), (100, 0));
}

#[test]
fn a_run_as_short_as_an_idiom_is_nobodys_answer() {
    let idiom = own(1, crate::BOILERPLATE_RUN as usize - 1);
    let mut class = unrelated(12);
    for (at, name) in [(1, "s01"), (4, "s04")] {
        class[at] = submission(name, &[&[own(50 + at as u64, 80), idiom.clone()].concat()]);
    }
    class.push(reference("reference/a", &[&[own(2, 50), idiom.clone()].concat()]));
    let analysis = run(&class);
    let both = pair(&analysis, 1, 4).unwrap();
    assert_eq!((both.matched_tokens, both.references.len()), (31, 0));
}

#[test]
fn among_many_answers_a_run_must_be_longer() {
    let shared = own(1, crate::BOILERPLATE_RUN as usize + 6);
    let mut class = unrelated(12);
    for (at, name) in [(1, "s01"), (4, "s04")] {
        class[at] = submission(name, &[&[own(50 + at as u64, 80), shared.clone()].concat()]);
    }
    class.push(reference("reference/00", &[&[own(2, 50), shared].concat()]));
    let of_one = run(&class);
    assert_eq!(pair(&of_one, 1, 4).unwrap().references[0].tokens, 38);
    let others = (1..16).map(|at| reference(&format!("reference/{at:02}"), &[&own(900 + at, 80)]));
    let of_many = run(&[class, others.collect()].concat());
    let both = pair(&of_many, 1, 4).unwrap();
    assert_eq!((both.matched_tokens, both.references.len()), (38, 0));
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    /// A reference that nobody used changes no figure of the class.
    #[test]
    fn an_unrelated_answer_changes_nothing(class in classes()) {
        let without = run(&class);
        let answers = [reference("reference/a", &[&own(900, 80)]), reference("reference/b", &[&own(901, 80)])];
        let with = run(&[class, answers.to_vec()].concat());
        prop_assert_eq!(&with.pairs, &without.pairs);
        prop_assert_eq!(&with.clusters, &without.clusters);
        prop_assert_eq!(&with.judged, &without.judged);
        prop_assert_eq!(&with.distribution, &without.distribution);
        prop_assert_eq!((with.verified_pairs, with.references.len()), (without.verified_pairs, 0));
    }

    /// Whatever a reference has, it is in no ordinary pair, group or cluster, and only lowers figures.
    #[test]
    fn answers_are_apart_and_only_lower_a_pair(class in classes(), blocks in proptest::collection::vec(6_u64..12, 1..5)) {
        let without = run(&class);
        let size = class.len() as u32;
        let values: Vec<u64> = blocks.iter().flat_map(|&block| own(block, 7 + 3 * block as usize)).collect();
        let answers = [reference("reference/a", &[&values]), reference("reference/b", &[&values])];
        let with = run(&[class, answers.to_vec()].concat());
        prop_assert!(with.pairs.iter().all(|pair| pair.right < size));
        prop_assert!(with.clusters.iter().flat_map(|cluster| &cluster.submissions).all(|&at| at < size));
        prop_assert!(with.references.iter().all(|pair| pair.left < size && size <= pair.right));
        for before in &without.pairs {
            let after = pair(&with, before.left, before.right).unwrap();
            let out: u32 = after.references.iter().map(|share| share.tokens).sum();
            prop_assert!(after.matched_tokens <= before.matched_tokens);
            prop_assert!(out > 0 || after.matched_tokens == before.matched_tokens);
            prop_assert_eq!(after.left_share_raw, before.left_share_raw);
        }
    }
}
