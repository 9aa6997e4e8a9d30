//! Tests that explanations add up to the scores that they explain.

use chaffinch_submission::TokenizedSubmission;
use proptest::prelude::*;

use super::{all_pairs, analyse, own, submission};
use crate::{Analysis, IgnoredTokens, ViewKind};

/// A class of `n`, each of which has a core that everybody has, and some of which share passages with others.
fn class(n: u64, passages: &[(u64, u64, u64)]) -> Vec<TokenizedSubmission> {
    (0..n)
        .map(|at| {
            let mut tokens = own(1, 40);
            tokens.extend(own(100 + at, 90));
            for &(passage, one, other) in passages {
                if at == one || at == other {
                    tokens.extend(own(10_000 + passage, 60 + passage as usize));
                }
            }
            submission(&format!("s{at:02}"), &[&tokens])
        })
        .collect()
}

fn holds(analysis: &Analysis) -> Result<(), TestCaseError> {
    for pair in &analysis.pairs {
        let why = pair.why.as_ref().expect("few pairs were listed");
        let kinds: Vec<ViewKind> = why.views.iter().map(|view| view.view).collect();
        prop_assert_eq!(kinds, ViewKind::for_views(5));
        let most = why.views.iter().map(|view| view.suspicion).fold(0.0, f64::max);
        if pair.through.is_none() {
            prop_assert!((most - pair.suspicion).abs() < 1e-6, "{} {}", most, pair.suspicion);
        } else {
            prop_assert!(most < pair.suspicion);
        }
        for view in &why.views {
            prop_assert!(view.bits <= view.bits_at_most + 1e-3);
            prop_assert!(view.bits <= view.left_bits.min(view.right_bits) + 1e-3);
        }
        prop_assert_eq!(why.expect_by_class.is_some(), pair.expect.is_some());
        if let (Some(by_class), Some(expect)) = (why.expect_by_class, pair.expect) {
            let models = why.expect_by_run.map_or(by_class, |by_run| by_class.min(by_run));
            let few_bits = (2.0 * (5.0 - pair.suspicion)).exp2();
            let joined = models.max(few_bits.min(analysis.distribution.pairs as f64));
            prop_assert!((joined - expect).abs() <= 1e-9 * expect, "{} {}", joined, expect);
        }
        prop_assert_eq!(why.ignored, IgnoredTokens::default(), "no starter code was given");
        prop_assert!(why.rarest.windows(2).all(|two| two[1].bits <= two[0].bits));
        let matches = pair.matches.as_ref().map_or(0, Vec::len);
        prop_assert!(why.rarest.iter().all(|passage| (passage.found as usize) < matches));
    }
    Ok(())
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(32))]

    #[test]
    fn the_parts_of_a_score_add_up(
        n in 3..24_u64,
        passages in prop::collection::vec((0..40_u64, 0..24_u64, 0..24_u64), 0..30),
    ) {
        holds(&analyse(&class(n, &passages), &[], &all_pairs(), &()))?;
    }
}

#[test]
fn the_rarest_passage_is_that_which_others_do_not_have() {
    // All have the core; two share a passage that is a little shorter.
    let class: Vec<TokenizedSubmission> = (0..12)
        .map(|at| {
            let rare = if at < 2 { own(2, 36) } else { own(50 + at, 36) };
            submission(&format!("s{at:02}"), &[&[own(1, 40), own(100 + at, 60), rare].concat()])
        })
        .collect();
    let analysis = analyse(&class, &[], &all_pairs(), &());
    let first = &analysis.pairs[0];
    assert_eq!((first.left, first.right), (0, 1));
    let matches = first.matches.as_ref().unwrap();
    let rarest = &first.why.as_ref().unwrap().rarest;
    assert_eq!(matches[rarest[0].found as usize].tokens, 36);
    assert!(rarest[1].bits < 0.2 * rarest[0].bits, "{rarest:?}");
}

#[test]
fn starter_code_that_both_sides_have_is_counted_as_ignored() {
    let handout = own(7, 50);
    let mut class: Vec<TokenizedSubmission> = (0..4)
        .map(|at| submission(&format!("s{at:02}"), &[&[handout.clone(), own(100 + at, 90)].concat()]))
        .collect();
    class[3] = submission("s03", &[&[handout.clone(), own(102, 90)].concat()]);
    let analysis = analyse(&class, &[super::stream(&handout)], &all_pairs(), &());
    let first = &analysis.pairs[0];
    assert_eq!((first.left, first.right), (2, 3));
    let ignored = first.why.as_ref().unwrap().ignored;
    assert_eq!(ignored, IgnoredTokens { boilerplate: 50, ..IgnoredTokens::default() });
}

/// Everybody has parts of one program, so nothing in it is rare. Programs that are all of it are named all the same, unless
/// most have.
#[test]
fn equal_programs_are_named_though_others_have_all_their_parts() {
    let program = own(1, 150);
    let class = |equal: u64| -> Vec<TokenizedSubmission> {
        let without_a_fifth = |at: u64| {
            let start = 30 * (at as usize % 5);
            [&program[..start], &own(100 + at, 30), &program[start + 30..]].concat()
        };
        (0..40)
            .map(|at| {
                let tokens = if at < equal { program.clone() } else { without_a_fifth(at) };
                submission(&format!("s{at:02}"), &[&tokens])
            })
            .collect()
    };
    let expect_of_first = |equal: u64| {
        let analysis = analyse(&class(equal), &[], &all_pairs(), &());
        let pair = analysis.pairs.iter().find(|pair| (pair.left, pair.right) == (0, 1)).unwrap();
        (pair.expect.unwrap(), pair.why.as_ref().unwrap().expect_by_run)
    };
    let (expect, by_run) = expect_of_first(4);
    assert_eq!(by_run, Some(0.01));
    assert!(expect <= 1.0, "{expect}");
    let (expect, by_run) = expect_of_first(25);
    assert!(by_run.is_none() && expect > 1.0, "{expect}");
}
