//! Large classes of uniform programs, in which too many submissions have every k-gram.

use super::*;
use crate::MAX_POSTINGS;

/// The kinds of statements that all programs of a class are made of.
struct Kinds {
    statements: Vec<Vec<u64>>,
}

impl Kinds {
    /// Returns statements of these lengths. They share their first and last token, as statements of a language do.
    fn new(lengths: &[usize]) -> Self {
        let statement = |(kind, &length): (u64, &usize)| {
            let mut statement = own(kind, length);
            (statement[0], statement[length - 1]) = (1, 2);
            statement
        };
        Self { statements: (0..).zip(lengths).map(statement).collect() }
    }

    /// Returns a program of a number of statements, which somebody writes alone.
    fn program(&self, author: u64, statements: usize) -> Vec<usize> {
        let choice = |number: u64| (number % self.statements.len() as u64) as usize;
        own(1 << 20 | author, statements).into_iter().map(choice).collect()
    }

    fn tokens(&self, program: &[usize]) -> Vec<u64> {
        program.iter().flat_map(|&kind| self.statements[kind].clone()).collect()
    }
}

/// Returns a copy in which another statement follows every `distance` statements.
fn with_insertions(program: &[usize], distance: usize, kinds: usize) -> Vec<usize> {
    let pieces = program.chunks(distance);
    pieces.enumerate().flat_map(|(at, piece)| piece.iter().copied().chain([at % kinds])).collect()
}

/// Returns a class of this many programs, and the number of the submission that was copied, followed by its copies.
fn class(kinds: &Kinds, authors: u64, statements: usize, distance: usize) -> (Vec<TokenizedSubmission>, u32) {
    let mut programs: Vec<Vec<usize>> =
        (0..authors).map(|author| kinds.program(author, statements + author as usize % 7)).collect();
    // In the middle, so that nothing depends on being the first.
    let original = authors as usize / 2;
    let copied = programs[original].clone();
    let inserted = with_insertions(&copied, distance, kinds.statements.len());
    programs.splice((original + 1)..=original, [copied, inserted]);
    let named =
        |(at, program): (usize, &Vec<usize>)| submission(&format!("s{at:05}"), &[&kinds.tokens(program)]);
    (programs.iter().enumerate().map(named).collect(), original as u32)
}

fn listing(max_pairs: usize) -> Options {
    Options { max_pairs, pairs_with_matches: max_pairs, ..Options::DEFAULT }
}

const AUTHORS: u64 = MAX_POSTINGS as u64 + 200;

/// Returns the ranks of the pairs of an original and its copies.
fn ranks(analysis: &Analysis, original: u32) -> [Option<usize>; 3] {
    [(0, 1), (0, 2), (1, 2)].map(|(one, other)| {
        let sides = (original + one, original + other);
        analysis.pairs.iter().position(|pair| (pair.left, pair.right) == sides)
    })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(4))]

    #[test]
    fn copies_in_a_uniform_class_come_first(
        lengths in prop::collection::vec(5..12_usize, 5..9),
        statements in 40..80_usize,
        distance in 7..12_usize,
    ) {
        let kinds = Kinds::new(&lengths);
        let (class, original) = class(&kinds, AUTHORS, statements, distance);
        let analysis = analyse(&class, &[], &listing(5), &());
        let ranks = ranks(&analysis, original);
        prop_assert!(ranks.iter().all(|rank| rank.is_some_and(|rank| rank < 3)), "{ranks:?}");
        let screening = analysis.settings.screening;
        prop_assert!(screening.frequent_kgrams > 0 && screening.extensions.is_some(), "{screening:?}");
        prop_assert_eq!(screening.guarantee(SCHEME), None, "not all pairs were verified");
    }
}

#[test]
fn equal_short_programs_of_a_uniform_class_are_found() {
    // Too short for a run that few have.
    let kinds = Kinds::new(&[8, 9, 7]);
    let (class, original) = class(&kinds, 4 * AUTHORS, 6, 6);
    let analysis = analyse(&class, &[], &listing(0), &());
    assert!(ranks(&analysis, original)[0].is_some());
}

/// Of a large class, most copied one program, and each changed a statement here and there.
#[test]
fn what_most_of_a_large_class_copied_is_compared() {
    let copied: Vec<Vec<u64>> = (0..40).map(|statement| own(statement, 8)).collect();
    let edited = |copy: u64| -> Vec<u64> {
        let own_statement = |at: usize| own(1000 + copy * 40 + at as u64, 8);
        let changed = |at: usize| (at as u64 + copy).is_multiple_of(13);
        (0..40).flat_map(|at| if changed(at) { own_statement(at) } else { copied[at].clone() }).collect()
    };
    let authors = u64::from(MAX_POSTINGS) + 100;
    let mut class: Vec<TokenizedSubmission> =
        (0..authors).map(|copy| submission(&format!("c{copy:03}"), &[&edited(copy)])).collect();
    class.extend((0..100).map(|at| submission(&format!("s{at:03}"), &[&own(90_000 + at, 320)])));
    let analysis = analyse(&class, &[], &listing(0), &());
    let mut compared: Vec<u32> = analysis.pairs.iter().flat_map(|pair| [pair.left, pair.right]).collect();
    compared.sort_unstable();
    compared.dedup();
    assert_eq!(compared, (0..authors as u32).collect::<Vec<_>>());
    assert_eq!(analysis.settings.screening.guarantee(SCHEME), None, "not all of these pairs were verified");
}

#[test]
fn a_uniform_class_gives_the_same_result_for_any_number_of_threads() {
    let kinds = Kinds::new(&[8, 9, 7, 11, 6]);
    let (class, _) = class(&kinds, AUTHORS, 30, 9);
    let with_threads = |threads: usize| {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
        pool.install(|| analyse(&class, &[], &listing(50), &()))
    };
    assert_eq!(with_threads(1), with_threads(3));
}

#[test]
fn a_guarantee_is_given_only_where_it_holds() {
    let guarantee = |class: &[TokenizedSubmission]| run(class).settings.screening.guarantee(SCHEME);
    assert_eq!(guarantee(&unrelated(30)), Some(u32::from(SCHEME.t())));
    // All share a passage, and each is compared with its best neighbours only.
    let passage = own(1, 30);
    let sharing =
        |at: u64| submission(&format!("s{at:03}"), &[&[passage.clone(), own(100 + at, 50)].concat()]);
    let class: Vec<TokenizedSubmission> = (0..300).map(sharing).collect();
    assert_eq!(guarantee(&class[..90]), Some(u32::from(SCHEME.t())));
    assert_eq!(guarantee(&class), None);
}

/// Long programs of a few kinds of statements all have the same k-grams.
#[test]
fn programs_with_the_same_kgrams_in_another_order_are_not_equal() {
    let kinds = Kinds::new(&[8, 9, 7, 11]);
    let class: Vec<TokenizedSubmission> = (0..60)
        .map(|author| submission(&format!("s{author:02}"), &[&kinds.tokens(&kinds.program(author, 150))]))
        .collect();
    let analysis = analyse(&class, &[], &listing(10), &());
    let first = &analysis.pairs[0];
    assert!(first.resemblance > 0.95, "{}", first.resemblance);
    let named = analysis.pairs.iter().filter(|pair| pair.expect.is_some_and(|expect| expect <= 0.1)).count();
    assert_eq!(named, 0, "{:?}", first.expect);
}
