//! What three or more share: versions of one program, given code, and neither.

use super::*;
use crate::FindingKind;

/// Returns a submission of statements with eight tokens each.
fn of(name: &str, statements: &[u64]) -> TokenizedSubmission {
    let values: Vec<u64> = statements.iter().flat_map(|&statement| own(statement, 8)).collect();
    let mut submission = submission(name, &[&values]);
    edit(&mut submission, |stream| stream.statements = (0..values.len() as u32).step_by(8).collect());
    submission
}

/// Returns the statements of an author: a third of them are idioms that others have, too.
fn alone(author: u64, statements: u64) -> Vec<u64> {
    let statement = |at| if at % 3 == 0 { (author * 7 + at) % 20 } else { 1000 * (author + 1) + at };
    (0..statements).map(statement).collect()
}

/// Returns a class in which the first ones copied one program, each with a statement of their own every few statements.
fn mass_copying(copies: u64, others: u64, statements: u64, every: usize) -> Vec<TokenizedSubmission> {
    let program = alone(500, statements);
    let copy = |at: u64| {
        let pieces = program.chunks(every).enumerate();
        let own = |piece: usize| 900_000 + 1000 * at + piece as u64;
        pieces.flat_map(|(piece, kept)| kept.iter().copied().chain([own(piece)])).collect::<Vec<u64>>()
    };
    let copies = (0..copies).map(|at| of(&format!("a{at:03}"), &copy(at)));
    copies.chain((0..others).map(|at| of(&format!("b{at:03}"), &alone(at, statements)))).collect()
}

fn found(class: &[TokenizedSubmission]) -> Analysis {
    analyse(class, &[], &Options { max_pairs: 0, ..Options::DEFAULT }, &())
}

fn kinds(analysis: &Analysis) -> Vec<(FindingKind, Vec<u32>)> {
    analysis.findings.iter().map(|finding| (finding.kind, finding.submissions.clone())).collect()
}

#[test]
fn those_who_copied_one_program_are_one_finding_whatever_share_of_the_class_they_are() {
    for (copies, others) in [(3, 17), (5, 15), (10, 30), (24, 16), (38, 2), (20, 0), (120, 30)] {
        // Three into whose copies little was inserted, five with a statement of their own after every ten.
        for every in [1000, if copies < 5 { 20 } else { 10 }] {
            let analysis = found(&mass_copying(copies, others, 60, every));
            let expected = (FindingKind::Versions, (0..copies as u32).collect());
            assert_eq!(kinds(&analysis), [expected], "{copies} of {}, {every}", copies + others);
            let finding = &analysis.findings[0];
            assert!(finding.shares.iter().all(|&share| share > 0.95), "{:?}", finding.shares);
            // All pairs of versions belong to it, link no cluster, and no expect value says that they are chance.
            assert!(analysis.clusters.is_empty());
            for pair in &analysis.pairs {
                let is_inside = u64::from(pair.right) < copies;
                assert_eq!(pair.finding.is_some(), is_inside);
                if let Some(expect) = pair.expect {
                    assert_eq!(expect <= 1.0, is_inside, "{} {}: {expect}", pair.left, pair.right);
                }
            }
        }
    }
}

#[test]
fn two_programs_that_many_copied_are_two_findings() {
    let mut class = mass_copying(9, 12, 60, 10);
    class.extend((0..7).map(|at| {
        let program = alone(700, 60);
        of(&format!("c{at}"), &[&program[..30], &[800_000 + at], &program[30..]].concat())
    }));
    let expected = [(FindingKind::Versions, (0..9).collect()), (FindingKind::Versions, (21..28).collect())];
    assert_eq!(kinds(&found(&class)), expected);
}

#[test]
fn code_that_most_have_is_given_and_says_nothing_of_them() {
    let handout: Vec<u64> = (70_000..70_030).collect();
    let with = |at: u64, given: bool| {
        let own = alone(at, 30);
        let statements = if given { [handout.clone(), own].concat() } else { own };
        of(&format!("s{at:02}"), &statements)
    };
    let class: Vec<TokenizedSubmission> = (0..20).map(|at| with(at, at < 17)).collect();
    let analysis = found(&class);
    assert_eq!(kinds(&analysis), [(FindingKind::GivenCode, (0..17).collect())]);
    let passage = &analysis.findings[0].passages[0];
    assert_eq!((analysis.findings[0].representative, passage.tokens.clone()), (0, 0..240));
    assert_eq!(analysis.submissions[3].masked, [[(0..240, Mask::Given)]]);
    assert_eq!(analysis.submissions[18].masked, [vec![]]);
    assert!(analysis.pairs.iter().all(|pair| pair.expect.is_some_and(|expect| expect > 1.0)));

    // Two of them who copied the rest are found.
    let mut copied = class.clone();
    copied[5] = TokenizedSubmission { header: SubmissionHeader::named("s05"), ..copied[2].clone() };
    let first = &found(&copied).pairs[0];
    assert_eq!((first.left, first.right), (2, 5));
    assert!(first.expect.is_some_and(|expect| expect < 0.01), "{:?}", first.expect);

    // It is starter code for who says so, and counts for who wants it to.
    let handed_out = stream(&handout.iter().flat_map(|&statement| own(statement, 8)).collect::<Vec<u64>>());
    let declared = analyse(&class, &[handed_out], &Options { max_pairs: 0, ..Options::DEFAULT }, &());
    assert_eq!(kinds(&declared), []);
    let counted = run(&class);
    assert_eq!(counted.submissions[3].masked, [vec![]]);
    assert!(counted.settings.count_given);
}

#[test]
fn who_copied_is_found_among_those_who_were_given_code() {
    let handout: Vec<u64> = (70_000..70_040).collect();
    let class: Vec<TokenizedSubmission> = (0..30)
        .map(|at| {
            let own = alone(if at < 8 { 400 } else { at }, 40);
            of(&format!("s{at:02}"), &[handout.clone(), own, vec![600_000 + at]].concat())
        })
        .collect();
    let expected = [(FindingKind::Versions, (0..8).collect()), (FindingKind::GivenCode, (0..30).collect())];
    assert_eq!(kinds(&found(&class)), expected);
}

#[test]
fn short_programs_are_alike_without_being_copies() {
    let class: Vec<TokenizedSubmission> = (0..40)
        .map(|at| of(&format!("s{at:02}"), &if at < 25 { (0..6).collect() } else { alone(at, 8) }))
        .collect();
    assert_eq!(kinds(&found(&class)), [(FindingKind::SmallTask, (0..25).collect())]);
}

#[test]
fn attempts_and_staff_are_no_group() {
    let mut class = mass_copying(3, 20, 60, 10);
    class[2].header.author = Some("ann".into());
    class[1].header.author = Some("ann".into());
    assert_eq!(kinds(&found(&class)), [], "two people are a pair");
    let mut class = mass_copying(3, 20, 60, 10);
    class[2].header.author = None;
    let staff = vec![class[2].header.name.clone()];
    let analysis = analyse(&class, &[], &Options { max_pairs: 0, staff, ..Options::DEFAULT }, &());
    assert_eq!(kinds(&analysis), []);
}

#[test]
fn classes_of_any_size_are_read() {
    for size in 0..12 {
        let class: Vec<TokenizedSubmission> =
            (0..size).map(|at| of(&format!("s{at:02}"), &alone(1, 60))).collect();
        let expected: &[_] =
            if size < 3 { &[] } else { &[(FindingKind::Versions, (0..size as u32).collect::<Vec<u32>>())] };
        assert_eq!(kinds(&found(&class)), expected, "{size} equal ones");
        let with_archive: Vec<TokenizedSubmission> = class
            .iter()
            .cloned()
            .chain((0..3).map(|at| archived(&format!("t{at}"), &[&own(at, 200)])))
            .collect();
        assert_eq!(kinds(&found(&with_archive)), expected);
    }
    let references: Vec<TokenizedSubmission> =
        (0..4).map(|at| reference(&format!("r{at}"), &[&own(1, 200)])).collect();
    assert_eq!(kinds(&found(&references)), []);
}

/// What a class says of copies before there is one is what it says of one that is added.
#[test]
fn a_copy_is_named_unless_its_original_is_too_like_the_others() {
    // Three statements that all have, and three of seven or of twenty idioms.
    for (idioms, too_alike) in [(7, 40), (20, 0)] {
        let own = |author: u64| (0..3).map(move |at| 1 + (author * (1 + at) + at) % idioms);
        let program = |author: u64| alone(900, 3).into_iter().chain(own(author)).collect::<Vec<u64>>();
        let mut class: Vec<_> = (0..40).map(|at| of(&format!("b{at:03}"), &program(at))).collect();
        assert_eq!(found(&class).distribution.too_alike, too_alike);
        class.push(of("c", &program(3)));
        let analysis = found(&class);
        let copied = analysis.pairs.iter().find(|pair| (pair.left, pair.right) == (3, 40)).unwrap();
        let is_named = copied.expect.unwrap() <= analysis.settings.cutoff_expect.unwrap();
        assert_eq!(is_named, too_alike == 0, "{:?}", copied.expect);
    }
}
