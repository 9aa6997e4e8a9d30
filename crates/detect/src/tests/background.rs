//! Tests what is common elsewhere, and what authors handed in before.

use std::ops::Range;

use chaffinch_submission::TokenizedSubmission;
use proptest::prelude::*;

use super::{all_pairs, own, submission, unrelated};
use crate::{
    Analysis, Background, CommonElsewhere, Compared, FileFingerprints, Mask, Other, SourceCounts,
    common_elsewhere, own_passages, selective,
};

/// The first number of a person who is not in the class.
const OTHERS: u32 = 1000;

/// Tokens at either end of a passage that no fingerprint may have: a window of runs, and a run.
const ENDS: usize = 31;

/// A class of which the third and the sixth submission have a passage of 150 tokens in common.
fn class(passage: &[u64]) -> Vec<TokenizedSubmission> {
    let mut class = unrelated(12);
    class[2] = submission("s02", &[&[own(2, 80), passage.to_vec(), own(3, 170)].concat()]);
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

fn fingerprints(submission: &TokenizedSubmission) -> Vec<FileFingerprints> {
    let of_file = |found: &crate::Selective| (found.hash, found.tokens.start);
    submission.files.iter().map(|file| selective(&file.stream.read()).iter().map(of_file).collect()).collect()
}

/// Returns the compared submissions; each is by a person of its own.
fn compared(class: &[TokenizedSubmission]) -> Vec<Compared> {
    let one = |(submission, person)| Compared { person: Some(person), files: fingerprints(submission) };
    class.iter().zip(0..).map(one).collect()
}

/// Returns a submission elsewhere.
fn other(submission: &TokenizedSubmission, source: u32, person: u32) -> Other {
    let files = fingerprints(submission);
    let distinct = Compared { person: None, files: files.clone() }.distinct().len() as u32;
    Other { source, person, distinct, files }
}

/// Returns submissions elsewhere, each by another person, who is not in the class.
fn strangers(elsewhere: &[TokenizedSubmission]) -> Vec<Other> {
    elsewhere.iter().zip(OTHERS..).map(|(submission, person)| other(submission, 0, person)).collect()
}

fn analyse(class: &[TokenizedSubmission], background: &Background) -> Analysis {
    crate::analyse(class, &[], background, &all_pairs(), &())
}

fn compare_with(class: &[TokenizedSubmission], elsewhere: &[Other]) -> (Analysis, CommonElsewhere) {
    let found = common_elsewhere(&compared(class), elsewhere, 2);
    let background = Background { common: found.common.clone(), ..Background::default() };
    (analyse(class, &background), found)
}

fn compare(class: &[TokenizedSubmission], elsewhere: &[TokenizedSubmission]) -> Analysis {
    compare_with(class, &strangers(elsewhere)).0
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
    assert_eq!(alone.common_elsewhere, 0);
    assert_eq!(alone.pairs[0].longest_match, 150);

    let two = compare(&class, &others(&passage, 2));
    assert_eq!(two.common_elsewhere, 0);
    assert_eq!((&two.pairs, &two.clusters), (&alone.pairs, &alone.clusters));

    let three = compare(&class, &others(&passage, 3));
    assert_eq!(three.common_elsewhere, 1, "two have the same passage");
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
fn people_count_and_not_their_submissions() {
    let passage = own(1, 150);
    let class = class(&passage);
    let by = |people: [u32; 4]| -> Vec<Other> {
        let others = others(&passage, 4);
        others.iter().zip(people).map(|(submission, person)| other(submission, 0, person)).collect()
    };
    let (two, counted) = compare_with(&class, &by([OTHERS, OTHERS, OTHERS + 1, OTHERS + 1]));
    assert_eq!((counted.submissions, counted.sources[0].people, two.common_elsewhere), (4, 2, 0));
    // Person 7 is in the class, and others may have copied from them.
    let (two, counted) = compare_with(&class, &by([OTHERS, OTHERS + 1, 7, 7]));
    assert_eq!(counted.sources[0], SourceCounts { people: 2, in_class: 1, versions: 0 });
    assert_eq!((counted.submissions, two.common_elsewhere), (2, 0));
    let (three, counted) = compare_with(&class, &by([OTHERS, OTHERS + 1, 7, OTHERS + 2]));
    assert_eq!((counted.sources[0].people, three.common_elsewhere), (3, 1));
}

#[test]
fn versions_and_sources_of_the_class_count_for_nothing() {
    let passage = own(1, 150);
    let class = class(&passage);
    let alone = compare(&class, &[]);
    let mut elsewhere = strangers(&others(&passage, 2));
    // The same upload again, under other names.
    let again = class.iter().zip(2000..).map(|(submission, person)| other(submission, 1, person));
    elsewhere.extend(again);
    let (analysis, counted) = compare_with(&class, &elsewhere);
    assert_eq!((&analysis.pairs, counted.submissions), (&alone.pairs, 10));
    assert_eq!(counted.sources[1], SourceCounts { people: 0, in_class: 0, versions: 12 });
    // A milestone, which is a small part of what was handed in later; and a collection, of which a small part is.
    for long in [[own(5, 60), passage.clone()].concat(), [own(8, 3000), class_tokens(&class[2])].concat()] {
        let versions: Vec<_> = (0..5).map(|at| other(&submission("v", &[&long]), 1, 2000 + at)).collect();
        let (analysis, counted) = compare_with(&class, &versions);
        assert_eq!((&analysis.pairs, counted.submissions), (&alone.pairs, 0));
    }
}

/// Returns the values of the first file.
fn class_tokens(submission: &TokenizedSubmission) -> Vec<u64> {
    submission.files[0].stream.read_values().to_vec()
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

/// Returns what these people of the class have in own work of source 0, which is this.
fn own_work(class: &[TokenizedSubmission], before: &[(u32, &[u64])]) -> Background {
    let before: Vec<Other> =
        before.iter().map(|(person, values)| other(&submission("b", &[values]), 0, *person)).collect();
    Background { own: own_passages(&compared(class), &before), ..Background::default() }
}

#[test]
fn what_both_handed_in_before_is_ignored_and_what_one_did_is_marked() {
    let passage = own(1, 150);
    let class = class(&passage);
    let alone = compare(&class, &[]);
    let both = [own(7, 90), passage.clone()].concat();
    let analysis = analyse(&class, &own_work(&class, &[(2, &both), (5, &passage), (8, &passage)]));
    let pair =
        |analysis: &Analysis| analysis.pairs.iter().find(|pair| (pair.left, pair.right) == (2, 5)).cloned();
    let found = pair(&analysis);
    assert!(found.as_ref().is_none_or(|pair| pair.longest_match < 2 * ENDS as u32), "{found:?}");
    assert!(found.is_none_or(|pair| pair.suspicion < alone.pairs[0].suspicion / 3.0));
    assert_eq!(analysis.own_work_pairs, 1);
    assert!(analysis.submissions.iter().all(|figures| figures.masked.iter().all(Vec::is_empty)));

    // One of the two copied it from the other's earlier work.
    for (people, marks) in [([2, 8], [Some(0), None]), ([5, 9], [None, Some(0)])] {
        let analysis = analyse(&class, &own_work(&class, &people.map(|person| (person, &passage[..]))));
        let mut found = pair(&analysis).unwrap();
        assert_eq!(found.matches.as_ref().unwrap()[0].handed_in_before, marks);
        found.matches.iter_mut().flatten().for_each(|found| found.handed_in_before = [None, None]);
        assert_eq!((found, analysis.own_work_pairs), (pair(&alone).unwrap(), 0));
    }
    // What they have in common is not what they handed in before.
    let other = own(9, 150);
    let analysis = analyse(&class, &own_work(&class, &[(2, &other), (5, &other)]));
    assert_eq!(analysis, alone);
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
        let background = common_elsewhere(&compared(&[submission("a", &[&values])]), &strangers(&there), 1);
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
            prop_assert!(!common || somewhere >= 3, "token {at}");
            prop_assert!(common || deep < 3 || !distinct(&values), "token {at}");
        }
    }
}

fn distinct(values: &[u64]) -> bool {
    let mut sorted = values.to_vec();
    sorted.sort_unstable();
    sorted.windows(2).all(|pair| pair[0] != pair[1])
}
