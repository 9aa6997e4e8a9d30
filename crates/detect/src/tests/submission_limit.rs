//! What MOSS's clients need of a comparison: a limit that counts copies, and a list by matched tokens with a floor.

use super::{all_pairs, analyse, archived, own, run, submission};
use crate::{Analysis, LeftOut, Options, Pair};

/// Checks MOSS's `-m`: what counts is the number of submissions, so copies of one program make it common.
#[test]
fn what_more_submissions_have_than_the_limit_is_common_copies_included() {
    let equal: Vec<_> = (0..3).map(|at| submission(&format!("s{at}"), &[&own(1, 100)])).collect();
    let limited = |class: &[_], submission_limit| {
        analyse(class, &[], &Options { submission_limit, most_matched: 10, ..all_pairs() }, &())
    };
    let two = limited(&equal, 2);
    assert!(two.pairs.iter().all(|pair| pair.matched_tokens == 0), "{:?}", two.pairs);
    assert_eq!(two.left_out, Some(LeftOut { passages: 1, pairs: 3, submissions: 3 }));
    let three = limited(&equal, 3);
    assert_eq!(three.pairs.iter().map(|pair| pair.matched_tokens).collect::<Vec<_>>(), [100; 3]);
    assert_eq!(three.left_out, Some(LeftOut::default()));

    // Archived submissions do not count, but what is common is common there too.
    let mut with_archive = equal[..2].to_vec();
    with_archive.extend((0..4).map(|at| archived(&format!("old{at}"), &[&own(1, 100)])));
    assert_eq!(limited(&with_archive, 2).left_out, Some(LeftOut::default()));
    with_archive.insert(2, equal[2].clone());
    assert!(limited(&with_archive, 2).pairs.iter().all(|pair| pair.matched_tokens == 0));

    // A copied function is left out, and the two who share more stay.
    let mut class: Vec<_> = (0..8)
        .map(|at| submission(&format!("s{at}"), &[&[own(10 + at, 100), own(1, 80)].concat()]))
        .collect();
    class[1] = class[0].clone();
    class[1].header.name = "s1".to_owned();
    let analysis = limited(&class, 4);
    let pairs: Vec<_> = analysis.pairs.iter().filter(|pair| pair.matched_tokens > 0).collect();
    assert_eq!(pairs.iter().map(|pair| (pair.left, pair.right)).collect::<Vec<_>>(), [(0, 1)]);
    assert_eq!(pairs[0].matched_tokens, 100);
    let left_out = analysis.left_out.unwrap();
    assert_eq!((left_out.passages, left_out.pairs, left_out.submissions), (1, 8 * 7 / 2 - 1, 8));
}

/// A list by matched tokens takes the first pairs of all that are worth a row, whatever their rank.
#[test]
fn most_matched_pairs_are_kept_in_addition() {
    // Six share a long run that is not rare, two a short one that nobody else has.
    let mut class: Vec<_> = (0..6)
        .map(|at| submission(&format!("s{at}"), &[&[own(10 + at, 100), own(1, 90)].concat()]))
        .collect();
    class.extend((6..40).map(|at| submission(&format!("s{at:02}"), &[&own(10 + at, 200)])));
    class.extend(
        (0..2).map(|at| submission(&format!("t{at}"), &[&[own(100 + at, 150), own(2, 50)].concat()])),
    );
    class.sort_by(|a, b| a.header.name.cmp(&b.header.name));
    let options = |max_pairs, most_matched| Options { max_pairs, most_matched, ..Options::DEFAULT };
    let all = run(&class);
    let mut by_matched: Vec<_> = all.pairs.iter().collect();
    by_matched.sort_by_key(|pair| std::cmp::Reverse(pair.matched_tokens));
    let kept = analyse(&class, &[], &options(1, 5), &());
    assert_eq!(kept.pairs[0], Pair { matches: kept.pairs[0].matches.clone(), ..all.pairs[0].clone() });
    for pair in &by_matched[..5] {
        assert!(kept.pairs.iter().any(|kept| (kept.left, kept.right) == (pair.left, pair.right)));
    }
    assert!(kept.pairs.len() <= 6);
    let order = |analysis: &Analysis| -> Vec<(u32, u32)> {
        analysis.pairs.iter().map(|pair| (pair.left, pair.right)).collect()
    };
    let mut rest = order(&all).into_iter();
    assert!(order(&kept).iter().all(|pair| rest.any(|one| one == *pair)), "the order is that of the ranks");
}

/// Programs of people who worked alone share short passages, which are not worth a row.
#[test]
fn unrelated_pairs_are_below_the_floor() {
    let idiom = own(1, 12);
    let alone: Vec<_> = (0..12)
        .map(|at| {
            let own_code = own(10 + at, 150);
            let with = if at % 2 == 0 { [own_code, idiom.clone()].concat() } else { own_code };
            submission(&format!("s{at:02}"), &[&with])
        })
        .collect();
    let listed = |class: &[_]| {
        let options = Options { max_pairs: 1, most_matched: 100, ..Options::DEFAULT };
        analyse(class, &[], &options, &()).pairs
    };
    assert_eq!(listed(&alone).len(), 1, "the first by rank, and none by matched tokens");
    // Equal programs are always listed, also if the whole class has them.
    let equal: Vec<_> = (0..12).map(|at| submission(&format!("s{at:02}"), &[&own(1, 100)])).collect();
    assert_eq!(listed(&equal).len(), 66);
}
