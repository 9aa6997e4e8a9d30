//! Options that a reader can set: teams, attempts, staff, template passages.

use chaffinch_submission::{Span, SubmissionHeader};

use super::*;
use crate::{Counts, Pair, Template};

/// Returns a class whose members copied from each other: each has a few passages of a common pool between its own code.
fn class(picks: &[Vec<u64>]) -> Vec<TokenizedSubmission> {
    (0_u64..)
        .zip(picks)
        .map(|(at, picks)| {
            let parts = picks.iter().map(|&pick| own(pick, 12 + 7 * pick as usize));
            let values = parts.chain([own(100 + at, 40)]).collect::<Vec<_>>().concat();
            submission(&format!("s{at:02}"), &[&values])
        })
        .collect()
}

fn picks() -> impl Strategy<Value = Vec<Vec<u64>>> {
    prop::collection::vec(prop::collection::vec(0..10_u64, 1..6), 4..12)
}

fn names(names: &[&str]) -> Vec<String> {
    names.iter().map(|&name| name.to_owned()).collect()
}

/// Rounds suspicions, as the last bits of sums depend on the order, and so on the other submissions.
fn rounded(pairs: &[Pair]) -> Vec<Pair> {
    let round = |number: f64| (number * 1e6).round() / 1e6;
    pairs.iter().map(|pair| Pair { suspicion: round(pair.suspicion), ..pair.clone() }).collect()
}

fn ids(analysis: &Analysis) -> Vec<(u32, u32)> {
    analysis.pairs.iter().map(|pair| (pair.left, pair.right)).collect()
}

/// Adds a copy of a submission with another name, after all others.
fn with_copy_of(class: &[TokenizedSubmission], index: usize) -> Vec<TokenizedSubmission> {
    let copy = TokenizedSubmission { header: SubmissionHeader::named("z"), ..class[index].clone() };
    class.iter().cloned().chain([copy]).collect()
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(48))]

    #[test]
    fn a_team_counts_as_one_of_its_members_and_accuses_none(picks in picks(), member in 0..4_usize) {
        let alone = class(&picks);
        let both = with_copy_of(&alone, member);
        let team = vec![names(&["z", &alone[member].header.name])];
        let found = analyse(&both, &[], &Options { teams: team, ..all_pairs() }, &());
        let new = alone.len() as u32;
        let old: Vec<Pair> = found.pairs.iter().filter(|pair| pair.right != new).cloned().collect();
        let without = run(&alone);
        prop_assert_eq!(rounded(&old), rounded(&without.pairs));
        prop_assert!(!ids(&found).contains(&(member as u32, new)));
        prop_assert!(found.duplicates.iter().all(|set| set.submissions != [member as u32, new]));
        prop_assert_eq!(found.submissions[member].team, Some(0));
    }

    #[test]
    fn staff_changes_nothing_among_students(picks in picks(), copied in 0..4_usize, more in 0..10_u64) {
        let students = class(&picks);
        let mut all = with_copy_of(&students, copied);
        all.push(submission("zz", &[&[own(more, 90), own(999, 50)].concat()]));
        let staff = names(&["z", "zz"]);
        let found = analyse(&all, &[], &Options { staff, ..all_pairs() }, &());
        let without = run(&students);
        let first = students.len() as u32;
        let is_staffs = |pair: &&Pair| first <= pair.right;
        let own: Vec<Pair> = found.pairs.iter().filter(|pair| !is_staffs(pair)).cloned().collect();
        prop_assert_eq!(rounded(&own), rounded(&without.pairs));
        prop_assert_eq!(ids(&found)[..own.len()].to_vec(), ids(&without), "students' pairs come first");
        prop_assert!(!ids(&found).contains(&(first, first + 1)));
        prop_assert!(ids(&found).contains(&(copied as u32, first)), "a copy of the sample solution is shown");
        let members = |analysis: &Analysis| -> Vec<Vec<u32>> {
            analysis.clusters.iter().map(|cluster| cluster.submissions.clone()).collect()
        };
        prop_assert_eq!(members(&found), members(&without));
        prop_assert_eq!(&found.counts[first as usize..], [Counts::Not, Counts::Not]);
    }

    #[test]
    fn a_long_passage_masks_as_the_same_text_handed_out(picks in picks(), at in 0..4_usize, start in 0..30_u32, length in 32..90_u32) {
        let class = class(&picks);
        let values = &class[at].files[0].stream.values;
        let end = (start + length).min(values.len() as u32);
        prop_assume!(BOILERPLATE_RUN <= end - start);
        let handed_out = stream(&values[start as usize..end as usize]);
        let template = Template { submission: at as u32, file: 0, bytes: Span { start, end } };
        let called = analyse(&class, &[], &Options { templates: vec![template.clone(), template], ..all_pairs() }, &());
        let given = analyse(&class, &[handed_out], &all_pairs(), &());
        prop_assert_eq!(called.submissions, given.submissions);
        prop_assert_eq!(called.pairs, given.pairs);
        prop_assert_eq!((called.settings.templates.len(), given.settings.templates.len()), (1, 0));
    }

    #[test]
    fn a_short_passage_masks_where_its_whole_run_stands(
        picks in picks(), at in 0..4_usize, start in 0..12_usize, length in 1..BOILERPLATE_RUN as usize,
    ) {
        let class = class(&picks);
        let passage = class[at].files[0].stream.values[start..start + length].to_vec();
        let bytes = Span { start: start as u32, end: (start + length) as u32 };
        let template = Template { submission: at as u32, file: 0, bytes };
        let found = analyse(&class, &[], &Options { templates: vec![template], ..all_pairs() }, &());
        for (index, (submission, figures)) in class.iter().zip(&found.submissions).enumerate() {
            let values = &submission.files[0].stream.values;
            let mut masked = vec![false; values.len()];
            for (here, window) in values.windows(length).enumerate() {
                let itself = index == at && here == start;
                if window == passage && (itself || MIN_MATCH as usize <= length) {
                    masked[here..here + length].fill(true);
                }
            }
            let told = figures.masked[0].iter().flat_map(|(range, _)| range.clone()).map(|at| at as usize);
            let expected = masked.iter().enumerate().filter(|(_, masked)| **masked).map(|(at, _)| at);
            prop_assert!(told.eq(expected), "submission {}", index);
        }
    }

    #[test]
    fn names_that_nobody_has_and_teams_of_one_change_nothing(picks in picks()) {
        let class = class(&picks);
        let teams = vec![names(&["s00"]), names(&["nobody", "s01"]), Vec::new()];
        let templates = vec![Template { submission: 99, file: 0, bytes: Span { start: 0, end: 50 } }];
        let asked = Options { teams, staff: names(&["nobody"]), templates, ..all_pairs() };
        let found = analyse(&class, &[], &asked, &());
        let without = run(&class);
        prop_assert_eq!((found.pairs, found.clusters), (without.pairs, without.clusters));
    }
}

#[test]
fn an_authors_attempts_are_one_person() {
    let mut class = class(&[vec![5, 6], vec![5, 6], vec![5, 6], vec![1]]);
    for index in [0, 2] {
        class[index].header.author = Some("ann".into());
    }
    let mut old = archived("old/s9", &[&[own(5, 47), own(6, 54)].concat()]);
    old.header.author = Some("ann".into());
    class.push(old);
    let found = run(&class);
    assert_eq!(ids(&found).len(), 3, "each of the three with the one other author");
    assert!(found.pairs.iter().all(|pair| pair.left == 1 || pair.right == 1));
    assert_eq!(found.pairs[0].matches.as_ref().unwrap()[0].groups, 2, "two attempts are one group");
    assert_eq!(found.counts[2], Counts::Group(0));
}

#[test]
fn composed_and_decomposed_letters_are_one_name() {
    for (of_class, of_user) in [("M\u{fc}ller", "Mu\u{308}ller"), ("Mu\u{308}ller", "M\u{fc}ller")] {
        let mut class = class(&vec![vec![7, 8]; 4]);
        class[0].header.author = Some(of_class.into());
        class[1].header.author = Some(of_user.into());
        class[2].header.name = of_class.into();
        let teams = vec![names(&[of_user, "s03"])];
        let found = analyse(&class, &[], &Options { teams, ..all_pairs() }, &());
        assert!(ids(&found).is_empty(), "one author, and a team");
        let staff = names(&[of_user]);
        let found = analyse(&class, &[], &Options { staff, ..all_pairs() }, &());
        let staff: Vec<_> = found.submissions.iter().map(|figures| figures.staff).collect();
        assert_eq!(staff, [true, true, true, false]);
        let other = analyse(&class, &[], &Options { staff: names(&["Muller"]), ..all_pairs() }, &());
        assert!(other.submissions.iter().all(|figures| !figures.staff));
    }
}

#[test]
fn a_team_is_named_by_authors_and_a_person_on_the_staff_is_in_none() {
    let mut class = class(&vec![vec![7, 8]; 6]);
    for (index, author) in [(0, "ann"), (1, "bob"), (2, "bob"), (3, "eve"), (4, "eve")] {
        class[index].header.author = Some(author.into());
    }
    let teams = vec![names(&["s05", "eve"]), names(&["ann", "bob", "s03"])];
    let asked = Options { teams, staff: names(&["s04"]), ..all_pairs() };
    let found = analyse(&class, &[], &asked, &());
    let told: Vec<_> = found.submissions.iter().map(|figures| (figures.team, figures.staff)).collect();
    let (ours, staff) = ((Some(1), false), (None, true));
    assert_eq!(told, [ours, ours, ours, staff, staff, (Some(0), false)]);
    let mut pairs = ids(&found);
    pairs.sort_unstable();
    let with_staff = [3, 4].map(|staff| [0, 1, 2].map(|one| (one, staff))).concat();
    let mut expected = [vec![(0, 5), (1, 5), (2, 5), (3, 5), (4, 5)], with_staff].concat();
    expected.sort_unstable();
    assert_eq!(pairs, expected);
    assert_eq!(found.clusters[0].submissions, [0, 1, 2, 5]);
}
