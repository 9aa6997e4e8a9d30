//! Tests what is common elsewhere.

use std::ops::Range;

use chaffinch_submission::TokenizedSubmission;
use proptest::prelude::*;

use super::{all_pairs, own, submission, unrelated};
use crate::{Analysis, Background, Mask};

/// Tokens at either end of a passage that no fingerprint may have: a window of runs, and a run.
const ENDS: usize = 31;

/// A class of which the third and the sixth submission have a passage of 150 tokens in common.
fn class(passage: &[u64]) -> Vec<TokenizedSubmission> {
    let mut class = unrelated(12);
    class[2] = submission("s02", &[&[own(2, 80), passage.to_vec(), own(3, 70)].concat()]);
    class[5] = submission("s05", &[&own(4, 90), &[own(5, 60), passage.to_vec(), own(6, 60)].concat()]);
    class
}

/// Submissions to another task, of which this many have the passage.
fn others(passage: &[u64], with: u64) -> Vec<TokenizedSubmission> {
    let other = |at: u64| {
        let inside = if at < with { passage } else { &[] };
        let before = own(1000 + at, 40 + 13 * at as usize);
        submission(
            &format!("o{at:02}"),
            &[&own(2000 + at, 100), &[&before, inside, &own(3000 + at, 90)].concat()],
        )
    };
    (0..10).map(other).collect()
}

fn compare(class: &[TokenizedSubmission], elsewhere: &[TokenizedSubmission]) -> Analysis {
    crate::analyse(class, &[], &Background::of(class, elsewhere), &all_pairs(), &())
}

fn masked(analysis: &Analysis, submission: usize, file: usize) -> Vec<Range<u32>> {
    let of_file = &analysis.submissions[submission].masked[file];
    assert!(of_file.iter().all(|(_, mask)| *mask == Mask::Elsewhere));
    of_file.iter().map(|(tokens, _)| tokens.clone()).collect()
}

#[test]
fn what_three_have_elsewhere_is_ignored_and_nothing_else() {
    let passage = own(1, 150);
    let class = class(&passage);
    let alone = compare(&class, &[]);
    assert_eq!(alone.settings.background, None);
    assert_eq!(alone.pairs[0].longest_match, 150);

    let two = compare(&class, &others(&passage, 2));
    assert_eq!(two.settings.background, Some(10));
    assert_eq!((&two.pairs, &two.clusters), (&alone.pairs, &alone.clusters));

    let three = compare(&class, &others(&passage, 3));
    for (submission, file, tokens) in [(2, 0, 80..230), (5, 1, 60..210)] {
        let [found] = &masked(&three, submission, file)[..] else { panic!("one passage") };
        assert!(tokens.start <= found.start && found.start <= tokens.start + ENDS as u32, "{found:?}");
        assert!(tokens.end - ENDS as u32 <= found.end && found.end <= tokens.end, "{found:?}");
    }
    assert!(masked(&three, 5, 0).is_empty());
    assert!((0..12).filter(|at| ![2, 5].contains(at)).all(|at| masked(&three, at, 0).is_empty()));
    assert!(three.pairs.iter().all(|pair| pair.longest_match < ENDS as u32), "{:?}", three.pairs);
}

#[test]
fn short_passages_are_idioms() {
    let passage = own(1, 31);
    let class = class(&passage);
    let analysis = compare(&class, &others(&passage, 9));
    assert!(analysis.submissions.iter().all(|figures| figures.masked.iter().all(Vec::is_empty)));
}

#[test]
fn the_same_upload_again_tells_nothing() {
    let passage = own(1, 150);
    let class = class(&passage);
    let again: Vec<TokenizedSubmission> = (0..5).flat_map(|_| class.clone()).collect();
    let (alone, analysis) = (compare(&class, &[]), compare(&class, &again));
    assert_eq!((&analysis.pairs, analysis.settings.background), (&alone.pairs, None));
    // Beside it, others count as before.
    let analysis = compare(&class, &[again, others(&passage, 3)].concat());
    assert_eq!(analysis.settings.background, Some(10));
    assert!(!masked(&analysis, 2, 0).is_empty());
}

#[test]
fn in_a_large_collection_one_in_four_hundred_has_it() {
    let passage = own(1, 150);
    let class = class(&passage);
    let crowd = |with: u64| -> Vec<TokenizedSubmission> {
        let more = (0..1990).map(|at| submission(&format!("p{at}"), &[&own(10_000 + at, 60)]));
        others(&passage, with).into_iter().chain(more).collect()
    };
    assert!(masked(&compare(&class, &crowd(4)), 2, 0).is_empty());
    assert!(!masked(&compare(&class, &crowd(5)), 2, 0).is_empty());
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    /// Tokens deep inside a run of 70 that three others have are common; those with no run of 24 near them that three have
    /// are not.
    #[test]
    fn passages_are_those_of_a_slow_search(
        pieces in prop::collection::vec((0_u64..6, 10_usize..90), 1..8),
        elsewhere in prop::collection::vec(prop::collection::vec((0_u64..6, 10_usize..90), 1..8), 3..6),
    ) {
        let write = |salt: u64, pieces: &[(u64, usize)]| -> Vec<u64> {
            let of = |(at, &(piece, tokens)): (usize, &(u64, usize))| {
                // Pieces 4 and 5 are everybody's own.
                if piece < 4 { own(piece, tokens) } else { own(100 + salt * 100 + at as u64, tokens) }
            };
            pieces.iter().enumerate().flat_map(of).collect()
        };
        let values = write(0, &pieces);
        let others: Vec<Vec<u64>> = (1..).zip(&elsewhere).map(|(salt, pieces)| write(salt, pieces)).collect();
        let there: Vec<TokenizedSubmission> = others.iter().map(|values| submission("o", &[values])).collect();
        let background = Background::of(&[submission("a", &[&values])], &there);
        prop_assume!(background.submissions as usize == there.len());
        let has = |other: &[u64], run: usize, mut starts: Range<usize>| {
            starts.any(|start| {
                let window = values.get(start..start + run);
                window.is_some_and(|window| other.windows(run).any(|other| other == window))
            })
        };
        for at in 0..values.len() {
            let around = (at + 1).saturating_sub(24 + 16)..at + 1 + 16;
            let somewhere = others.iter().filter(|other| has(other, 24, around.clone())).count();
            let inside = (at + 1).saturating_sub(47)..(at + 1).saturating_sub(15);
            // A fingerprint counts at its first position only, so repetition may hide a passage.
            let deep = others.iter().filter(|other| distinct(other) && has(other, 70, inside.clone())).count();
            let common = background.common[0][0].iter().any(|range| range.contains(&(at as u32)));
            prop_assert!(!common || 3 <= somewhere, "token {at}");
            prop_assert!(common || deep < 3 || !distinct(&values), "token {at}");
        }
    }
}

fn distinct(values: &[u64]) -> bool {
    let mut sorted = values.to_vec();
    sorted.sort_unstable();
    sorted.windows(2).all(|pair| pair[0] != pair[1])
}
