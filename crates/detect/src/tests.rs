//! The whole pipeline, on token streams made of numbers.

#![expect(clippy::float_cmp, reason = "shares are quotients of small integers, computed the same way twice")]

mod background;
mod explanation;
mod findings;
mod match_length;
mod reduced;
mod references;
mod review;
mod rewritten;
mod skeleton;
mod submission_limit;
mod uniform;
mod vendored;

use chaffinch_submission::{
    ArchiveLabel, FileRecord, LineTable, Progress, ReferenceKind, ReferenceLabel, Scheme, Span,
    SubmissionHeader, TokenStream, TokenizedFile, TokenizedSubmission,
};
use proptest::prelude::*;

use crate::{Analysis, BOILERPLATE_RUN, Background, DuplicateKind, MIN_MATCH, Mask, Options, TOO_SHORT};

/// Compares submissions of which nothing is known from elsewhere.
fn analyse(
    submissions: &[TokenizedSubmission],
    boilerplate: &[TokenStream],
    options: &Options,
    progress: &dyn Progress,
) -> Analysis {
    crate::analyse(submissions, boilerplate, &Background::default(), options, progress)
}

const SCHEME: Scheme = Scheme { family: "numbers", normalizer: 1, k: 6, w: 4 };

/// Returns numbers that are different for each `of`, except for collisions of 64 bits.
fn own(of: u64, tokens: usize) -> Vec<u64> {
    (0..tokens as u64).map(|at| chaffinch_fingerprint::rehash(of << 32 | at)).collect()
}

/// Returns a file in which every token is one byte and every tenth ends a line.
fn file(path: &str, values: &[u64]) -> TokenizedFile {
    let text: String = (0..values.len()).map(|at| if at % 10 == 9 { '\n' } else { 'x' }).collect();
    let digest = blake3_like(values);
    TokenizedFile {
        record: FileRecord {
            path: path.into(),
            encoding: "UTF-8",
            cells: None,
            digest,
            bytes: text.len() as u32,
            lines: LineTable::new(&text),
            notes: Vec::new(),
            provenance: None,
        },
        stream: stream(values).into(),
    }
}

/// Changes the stream of a submission's first file.
fn edit(submission: &mut TokenizedSubmission, change: impl FnOnce(&mut TokenStream)) {
    let stream = &mut submission.files[0].stream;
    let mut changed = TokenStream::from(stream.clone());
    change(&mut changed);
    *stream = changed.into();
}

/// Any function that gives equal digests for equal values is good enough.
fn blake3_like(values: &[u64]) -> [u8; 32] {
    let sum = values.iter().fold(7_u64, |sum, value| chaffinch_fingerprint::rehash(sum ^ value));
    let mut digest = [0; 32];
    digest[..8].copy_from_slice(&sum.to_le_bytes());
    digest
}

fn stream(values: &[u64]) -> TokenStream {
    TokenStream {
        language: "numbers",
        scheme: SCHEME,
        values: values.to_vec(),
        spans: (0..values.len() as u32).map(|at| Span { start: at, end: at + 1 }).collect(),
        texts: values.iter().map(|&value| value as u32).collect(),
        comments: Vec::new(),
        statements: if values.is_empty() { Vec::new() } else { vec![0] },
        forms: Vec::new(),
        lines: Vec::new(),
        lexical: values.iter().fold(1_u128, |sum, &value| sum.wrapping_mul(31) + u128::from(value)),
        notes: Vec::new(),
    }
}

fn submission(name: &str, files: &[&[u64]]) -> TokenizedSubmission {
    TokenizedSubmission {
        header: SubmissionHeader::named(name),
        archive: None,
        files: (0..).zip(files).map(|(at, values)| file(&format!("f{at}"), values)).collect(),
    }
}

fn archived(name: &str, files: &[&[u64]]) -> TokenizedSubmission {
    let archive = Some(ArchiveLabel { name: "old".into(), year: Some(2024), reference: None });
    TokenizedSubmission { archive, ..submission(name, files) }
}

fn reference(name: &str, files: &[&[u64]]) -> TokenizedSubmission {
    let label = ReferenceLabel::new(ReferenceKind::LanguageModel, "");
    let archive = Some(ArchiveLabel { name: "reference".into(), year: None, reference: Some(label) });
    TokenizedSubmission { archive, ..submission(name, files) }
}

/// Returns options that keep every pair, and leave given code to the tests of findings.
fn all_pairs() -> Options {
    Options { max_pairs: 0, count_given: true, ..Options::DEFAULT }
}

fn run(submissions: &[TokenizedSubmission]) -> Analysis {
    analyse(submissions, &[], &all_pairs(), &())
}

/// Returns a class of unrelated submissions, named `s00`, `s01`, ...
fn unrelated(submissions: u64) -> Vec<TokenizedSubmission> {
    (0..submissions).map(|at| submission(&format!("s{at:02}"), &[&own(100 + at, 200)])).collect()
}

#[test]
fn a_copied_passage_is_found_where_it_stands() {
    let mut class = unrelated(8);
    let passage = own(1, 50);
    class[2] = submission("s02", &[&[own(2, 30), passage.clone(), own(3, 70)].concat()]);
    class[5] = submission("s05", &[&own(4, 90), &[own(5, 10), passage].concat()]);
    let analysis = run(&class);
    let [pair] = &analysis.pairs[..] else { panic!("one pair shares something: {:?}", analysis.pairs) };
    assert_eq!((pair.left, pair.right, pair.matched_tokens, pair.longest_match), (2, 5, 50, 50));
    let [found] = &pair.matches.as_deref().unwrap() else { panic!("one match") };
    assert_eq!((found.left.file, found.left.tokens.clone()), (0, 30..80));
    assert_eq!((found.right.file, found.right.tokens.clone()), (1, 10..60));
    assert_eq!((found.tokens, found.groups, found.archived), (50, 2, 0));
    assert_eq!(pair.left_share, 50.0 / 150.0);
    assert_eq!(pair.right_share, 50.0 / 150.0);
    assert_eq!(pair.similarity, 100.0 / 300.0);
    assert_eq!(pair.matched_lines, [5, 5]);
    assert_eq!(pair.resemblance, 45.0 / (145.0 + 85.0 + 55.0 - 45.0));
}

#[test]
fn a_match_begins_and_ends_at_statements_where_it_can() {
    // The last two tokens of a statement, five whole statements, the first two tokens of another.
    let copied = own(1, 2 + 40 + 2);
    let written = |name: &str, seed: u64, inner: &[u32]| {
        let values = [own(seed, 10), copied.clone(), own(seed + 1, 10)].concat();
        let mut submission = submission(name, &[&values]);
        edit(&mut submission, |stream| stream.statements = [&[0], inner, &[52]].concat());
        submission
    };
    let found = |inner: [&[u32]; 2]| {
        let mut class = unrelated(8);
        class[2] = written("s02", 10, inner[0]);
        class[5] = written("s05", 20, inner[1]);
        let analysis = run(&class);
        let [pair] = &analysis.pairs[..] else { panic!("one pair: {:?}", analysis.pairs) };
        assert_eq!((pair.matched_tokens, pair.longest_match), (44, 44), "figures count the whole run");
        let [found] = &pair.matches.as_deref().unwrap() else { panic!("one match") };
        assert_eq!(
            (found.tokens, found.left.tokens.len() as u32),
            (found.right.tokens.len() as u32, found.tokens)
        );
        found.left.tokens.clone()
    };
    let statements = [12, 20, 28, 36, 44];
    assert_eq!(found([&statements, &statements]), 12..52);
    assert_eq!(found([&statements, &statements[1..]]), 10..52, "the sides disagree where it begins");
    assert_eq!(found([&statements[1..], &statements[1..]]), 10..52, "a fifth would be lost");
}

/// Returns a submission of statements with five tokens each, too short for any k-gram to fit in one.
fn of_statements(name: &str, statements: &[u64]) -> TokenizedSubmission {
    let values: Vec<u64> = statements.iter().flat_map(|&statement| own(statement, 5)).collect();
    let mut submission = submission(name, &[&values]);
    edit(&mut submission, |stream| {
        stream.statements = (0..statements.len() as u32).map(|at| at * 5).collect();
    });
    submission
}

#[test]
fn statements_between_those_of_a_copy_do_not_hide_it() {
    let mut class = unrelated(8);
    class[1] = of_statements("s01", &(0..40).collect::<Vec<_>>());
    class[6] = of_statements("s06", &(0..40).flat_map(|at| [at, 1000 + at]).collect::<Vec<_>>());
    let analysis = run(&class);
    assert_eq!((analysis.pairs[0].left, analysis.pairs[0].right), (1, 6));
    assert_eq!(analysis.pairs[0].resemblance, 0.0, "no k-gram is shared");
    assert_eq!(analysis.clusters[0].submissions, [1, 6]);
}

#[test]
fn a_masked_statement_is_no_evidence() {
    let handout: Vec<u64> = (0..20).collect();
    let class: Vec<_> = (0..6_u64)
        .map(|at| {
            let own: Vec<u64> = (0..20).map(|own| 100 * (at + 1) + own).collect();
            of_statements(&format!("s{at}"), &[handout.clone(), own].concat())
        })
        .collect();
    let given = of_statements("handout", &handout).files[0].stream.clone().into();
    assert!(analyse(&class, &[given], &all_pairs(), &()).pairs.is_empty());
}

#[test]
fn what_is_left_of_a_handout_between_own_code_is_boilerplate_too() {
    // A long piece, and short ones with own statements between them. One submission has only the short ones.
    let statement = |number: u64| own(number, 8);
    let long = own(1, 60);
    let filled_in = |own_code: u64, has_long: bool| {
        let mut values = if has_long { long.clone() } else { own(own_code, 60) };
        let mut statements = vec![0];
        for piece in 0..5 {
            for part in [statement(10 + piece), own(100 * own_code + piece, 20)] {
                statements.push(values.len() as u32);
                values.extend(part);
            }
        }
        (values, statements)
    };
    let class: Vec<_> = (0..4_u64)
        .map(|at| {
            let (values, statements) = filled_in(20 + at, at != 3);
            let mut submission = submission(&format!("s{at}"), &[&values]);
            edit(&mut submission, |stream| stream.statements = statements);
            submission
        })
        .collect();
    let mut handout =
        stream(&[long.clone(), (0..5).flat_map(|piece| statement(10 + piece)).collect()].concat());
    handout.statements = (0..6).map(|at| if at == 0 { 0 } else { 52 + 8 * at }).collect();
    let analysis = analyse(&class, &[handout], &all_pairs(), &());
    let counted: Vec<_> = analysis.submissions.iter().map(|figures| figures.counted_tokens).collect();
    assert_eq!(counted, [100, 100, 100, 200], "the last was not written into the handout");
}

#[test]
fn further_occurrences_are_listed_on_the_match() {
    let passage = own(1, 40);
    let mut class = unrelated(4);
    class[0] = submission("s00", &[&[passage.clone(), own(2, 20), passage.clone()].concat()]);
    class[1] = submission("s01", &[&own(3, 20), &[passage.clone(), own(4, 10)].concat()]);
    let analysis = run(&class);
    let matches = analysis.pairs[0].matches.as_ref().unwrap();
    assert_eq!(matches.len(), 1);
    assert_eq!(matches[0].left.tokens, 0..40);
    assert_eq!(matches[0].left_further, [crate::Region { file: 0, tokens: 60..100 }]);
    assert!(matches[0].right_further.is_empty());
}

#[test]
fn whole_copies_make_a_cluster_and_are_named_by_the_strictest_kind() {
    let mut class = unrelated(10);
    for (at, name) in [(3, "s03"), (7, "s07")] {
        class[at] = submission(name, &[&own(1, 200)]);
    }
    edit(&mut class[7], |stream| stream.lexical += 1);
    class[7].files[0].record.digest[31] = 1;
    let analysis = run(&class);
    assert_eq!(analysis.clusters.len(), 1);
    assert_eq!(analysis.clusters[0].submissions, [3, 7]);
    assert_eq!(analysis.clusters[0].similarity, 1.0);
    assert_eq!(analysis.duplicates.len(), 1);
    assert_eq!(analysis.duplicates[0].kind, DuplicateKind::TokenEquivalent);
}

/// The text of all files, or of files that few have and that are half of the smaller work.
#[test]
fn the_same_text_is_counted_and_listed_first() {
    let mut class = unrelated(14);
    let both = |name: &str, shared: u64, tokens: usize, own_code: u64, rest: usize| {
        submission(name, &[&own(shared, tokens), &own(own_code, rest)])
    };
    class[0] = submission("s00", &[&own(900, 80)]);
    class[1] = submission("s01", &[&own(900, 80)]);
    class[2] = both("s02", 901, 150, 501, 140);
    class[3] = both("s03", 901, 150, 502, 900);
    class[4] = both("s04", 902, 150, 503, 160);
    class[5] = both("s05", 902, 150, 504, 160);
    for (at, submission) in class.iter_mut().enumerate().take(10).skip(6) {
        *submission = both(&format!("s{at:02}"), 903, 150, 500 + at as u64, 100);
    }
    let pairs = run(&class).pairs;
    let tokens = |left, right| {
        let pair = pairs.iter().find(|pair| (pair.left, pair.right) == (left, right));
        pair.map(|pair| pair.same_text_tokens)
    };
    assert_eq!(tokens(0, 1), Some(80));
    assert_eq!(tokens(2, 3), Some(150), "half of the smaller work");
    assert_eq!(tokens(4, 5), Some(0), "less than half of both");
    assert_eq!(tokens(6, 7), Some(0), "four have it");
    let first: Vec<_> = pairs.iter().map(|pair| pair.same_text_tokens > 0).collect();
    assert!(first[..2] == [true, true] && !first[2..].contains(&true), "{first:?}");
}

#[test]
fn a_file_without_tokens_counts_unless_it_has_only_comments_and_layout() {
    let mut class = unrelated(4);
    for (at, name, other) in
        [(0, "s00", TokenStream::NO_TEXTS), (1, "s01", TokenStream::NO_TEXTS), (2, "s02", 7), (3, "s03", 0)]
    {
        class[at] = submission(name, &[&own(1, 200), &[]]);
        class[at].files[1].stream.lexical = other;
        class[at].files[0].record.digest[31] = at as u8;
    }
    let sets: Vec<_> = run(&class).duplicates.into_iter().map(|set| (set.kind, set.submissions)).collect();
    // The texts of the last one are not known.
    let equal = (DuplicateKind::LexicallyEquivalent, vec![0, 1]);
    assert_eq!(sets, [equal, (DuplicateKind::TokenEquivalent, vec![0, 1, 2, 3])]);
}

#[test]
fn boilerplate_is_neither_matched_nor_counted() {
    let handout = own(1, 60);
    let class: Vec<_> = (0..6)
        .map(|at| submission(&format!("s{at}"), &[&[handout.clone(), own(10 + at, 100)].concat()]))
        .collect();
    let without = analyse(&class, &[], &all_pairs(), &());
    assert_eq!(without.pairs.len(), 15);
    let with = analyse(&class, &[stream(&[own(99, 5), handout].concat())], &all_pairs(), &());
    assert!(with.pairs.is_empty(), "{:?}", with.pairs);
    assert_eq!(with.submissions[0].counted_tokens, 100);
    assert_eq!(with.submissions[0].masked, [[(0..60, Mask::Boilerplate)]]);
    assert_eq!(with.settings.boilerplate_files, 1);
}

#[test]
fn shares_are_told_before_and_after_boilerplate() {
    let (handout, copied) = (own(1, 100), own(2, 60));
    let mut class = unrelated(6);
    for (at, name) in [(1, "s01"), (4, "s04")] {
        class[at] = submission(name, &[&[handout.clone(), copied.clone(), own(50 + at as u64, 40)].concat()]);
    }
    let analysis = analyse(&class, &[stream(&handout)], &all_pairs(), &());
    let pair = &analysis.pairs[0];
    assert_eq!((pair.left, pair.right), (1, 4));
    assert_eq!(pair.left_share, 0.6);
    assert_eq!(pair.left_share_raw, 0.8);
    assert_eq!(pair.matched_tokens, 60);
}

#[test]
fn a_run_shorter_than_the_boilerplate_run_masks_nothing() {
    let shared = own(1, BOILERPLATE_RUN as usize - 1);
    let class: Vec<_> = (0..3)
        .map(|at| submission(&format!("s{at}"), &[&[own(10 + at, 100), shared.clone()].concat()]))
        .collect();
    let analysis = analyse(&class, &[stream(&[shared, own(5, 50)].concat())], &all_pairs(), &());
    assert!(analysis.submissions.iter().all(|figures| figures.masked == [vec![]]));
    assert_eq!(analysis.pairs.len(), 3);
}

#[test]
fn what_more_groups_have_than_the_limit_is_common_and_copies_are_one_group() {
    let idiom = own(1, 30);
    let mut class: Vec<_> = (0..8)
        .map(|at| submission(&format!("s{at}"), &[&[own(10 + at, 100), idiom.clone()].concat()]))
        .collect();
    let limited = |class: &[TokenizedSubmission], common_limit| {
        analyse(class, &[], &Options { common_limit, ..all_pairs() }, &())
    };
    assert!(limited(&class, 7).pairs.is_empty(), "8 groups have it");
    assert_eq!(limited(&class, 7).submissions[0].masked, [[(100..130, Mask::Common)]]);
    assert_eq!(limited(&class, 8).pairs.len(), 28);
    // All but two copy the first, which makes three groups.
    for (at, copy) in class.iter_mut().enumerate().take(6) {
        *copy = submission(&format!("s{at}"), &[&[own(10, 100), idiom.clone()].concat()]);
    }
    assert!(limited(&class, 3).submissions.iter().all(|figures| figures.masked == [vec![]]));
    assert!(
        limited(&class, 2).submissions.iter().all(|figures| figures.masked == [[(100..130, Mask::Common)]])
    );
}

#[test]
fn archived_submissions_are_compared_against_but_not_with_each_other() {
    let mut class = unrelated(5);
    let old = own(1, 200);
    class[3] = submission("s03", &[&old]);
    class.push(archived("old/a", &[&old]));
    class.push(archived("old/b", &[&old]));
    let analysis = run(&class);
    let pairs: Vec<_> = analysis.pairs.iter().map(|pair| (pair.left, pair.right)).collect();
    assert_eq!(pairs, [(3, 5), (3, 6)]);
    let found = &analysis.pairs[0].matches.as_ref().unwrap()[0];
    assert_eq!((found.groups, found.archived, found.archived_in.as_slice()), (1, 2, &[5, 6][..]));
}

#[test]
fn short_submissions_stand_apart_and_open_no_cluster() {
    let mut class = unrelated(6);
    let tiny = own(1, TOO_SHORT as usize - 1);
    class[0] = submission("s00", &[&tiny]);
    class[1] = submission("s01", &[&tiny]);
    class[4] = submission("s04", &[&[own(2, 60), own(104, 200)[60..80].to_vec()].concat()]);
    class[5] = submission("s05", &[&own(104, 200)]);
    let analysis = run(&class);
    let ranked: Vec<_> = analysis.pairs.iter().map(|pair| (pair.left, pair.right, pair.too_short)).collect();
    assert_eq!(ranked, [(4, 5, false), (0, 1, true)], "judged pairs first, whatever the suspicion");
    assert!(analysis.pairs[0].suspicion < analysis.pairs[1].suspicion);
    assert!(analysis.clusters.iter().all(|cluster| !cluster.submissions.contains(&0)));
    assert!(analysis.duplicates.iter().all(|set| set.kind != DuplicateKind::TokenEquivalent));
}

#[test]
fn empty_input_gives_an_empty_analysis() {
    let none = submission("a", &[]);
    let empty = submission("b", &[&[]]);
    for class in [vec![], vec![none.clone()], vec![none, empty]] {
        let analysis = run(&class);
        assert!(analysis.pairs.is_empty() && analysis.clusters.is_empty() && analysis.duplicates.is_empty());
        assert_eq!(analysis.submissions.len(), class.len());
    }
}

#[test]
fn display_options_change_no_number() {
    let mut class = unrelated(12);
    for (at, member) in class.iter_mut().enumerate().take(6) {
        *member =
            submission(&format!("s{at:02}"), &[&[own(1, 40 + 5 * at), own(30 + at as u64, 100)].concat()]);
    }
    let all = run(&class);
    let few = analyse(&class, &[], &Options { max_pairs: 4, pairs_with_matches: 2, ..Options::DEFAULT }, &());
    assert_eq!(few.pairs.len(), 4);
    assert_eq!(few.clusters, all.clusters);
    for (at, (few, all)) in few.pairs.iter().zip(&all.pairs).enumerate() {
        assert_eq!(few.matches.is_some(), at < 2);
        assert_eq!(
            crate::Pair { matches: None, why: None, ..few.clone() },
            crate::Pair { matches: None, why: None, ..all.clone() }
        );
    }
}

#[test]
fn a_table_that_two_took_from_a_book_accuses_nobody() {
    let texts: Vec<u32> = own(1, 600).into_iter().map(|text| text as u32).collect();
    let suspicion = |shared: &[u64]| {
        let mut batch = unrelated(10);
        for (at, submission) in batch.iter_mut().take(2).enumerate() {
            submission.files = vec![file("f0", &[&own(100 + at as u64, 200), shared].concat())];
            edit(submission, |stream| stream.texts[200..].copy_from_slice(&texts));
        }
        let pairs = run(&batch).pairs;
        pairs.iter().find(|pair| (pair.left, pair.right) == (0, 1)).map_or(0.0, |pair| pair.suspicion)
    };
    let table = [1, 2].repeat(300);
    assert!(suspicion(&table) < crate::DEFAULT_CUTOFF);
    assert!(crate::DEFAULT_CUTOFF < suspicion(&own(2, 600)), "a passage is no table");
}

#[test]
fn a_constant_table_does_not_cost_quadratic_time_and_still_matches() {
    let table = vec![7; 30_000];
    let class: Vec<_> = (0..4)
        .map(|at| {
            submission(&format!("s{at}"), &[&[own(10 + at, 100), table.clone(), own(20 + at, 100)].concat()])
        })
        .collect();
    let analysis = run(&class);
    assert_eq!(analysis.pairs.len(), 6);
    assert!(analysis.pairs.iter().all(|pair| pair.longest_match == 30_000));
    assert!(analysis.pairs.iter().all(|pair| pair.suspicion < 1.0), "one repeated k-gram is little evidence");
}

/// Generates class members made of shared blocks and own tokens.
fn classes() -> impl Strategy<Value = Vec<TokenizedSubmission>> {
    let member = proptest::collection::vec(0_u64..12, 1..6);
    proptest::collection::vec(member, 2..9).prop_map(|members| {
        (0..)
            .zip(members)
            .map(|(at, blocks)| {
                let values: Vec<u64> = blocks
                    .iter()
                    .flat_map(|&block| own(block, 7 + 3 * block as usize))
                    .chain(own(100 + at, 15))
                    .collect();
                submission(&format!("s{at}"), &[&values])
            })
            .collect()
    })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    #[test]
    fn matches_are_equal_disjoint_and_long_enough(class in classes()) {
        for pair in &run(&class).pairs {
            let (left, right) = (&class[pair.left as usize], &class[pair.right as usize]);
            let mut taken = (vec![false; 500], vec![false; 500]);
            for found in pair.matches.as_ref().unwrap() {
                let range = |tokens: &std::ops::Range<u32>| tokens.start as usize..tokens.end as usize;
                prop_assert!(MIN_MATCH <= found.tokens);
                // For a rewritten match, check what agrees. There are no forms here, so all of it is exact.
                let whole = [(found.left.tokens.clone(), found.right.tokens.clone())];
                let pieces = found.pieces.iter().map(|piece| (piece.left.clone(), piece.right.clone()));
                for (here, there) in pieces.chain(whole.into_iter().filter(|_| found.pieces.is_empty())) {
                    prop_assert_eq!(
                        &left.files[0].stream.values[range(&here)],
                        &right.files[0].stream.values[range(&there)]
                    );
                }
                for (taken, tokens) in [(&mut taken.0, &found.left.tokens), (&mut taken.1, &found.right.tokens)] {
                    for token in &mut taken[range(tokens)] {
                        prop_assert!(!*token, "a token in two matches");
                        *token = true;
                    }
                }
            }
            prop_assert!((0.0..=1.0).contains(&pair.left_share) && (0.0..=1.0).contains(&pair.similarity));
        }
    }

    #[test]
    fn any_number_of_threads_gives_the_same(class in classes()) {
        let on = |threads| {
            rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap().install(|| run(&class))
        };
        prop_assert_eq!(on(1), on(4));
    }

    #[test]
    fn every_shared_run_of_t_tokens_is_found(at in 0_usize..90, with in 0_usize..90, own_tokens in 60_usize..120) {
        let run_of_t = own(1, usize::from(SCHEME.t()));
        let with_run = |seed, at: usize| {
            let around = own(seed, own_tokens);
            let at = at.min(around.len());
            [&around[..at], &run_of_t[..], &around[at..]].concat()
        };
        let class = [submission("a", &[&with_run(2, at)]), submission("b", &[&with_run(3, with)])];
        let analysis = run(&class);
        prop_assert_eq!(analysis.pairs.len(), 1);
        prop_assert_eq!(analysis.pairs[0].longest_match, u32::from(SCHEME.t()));
    }

    #[test]
    fn permuting_blocks_keeps_every_match_inside_a_block(order in Just((0_u64..6).collect::<Vec<_>>()).prop_shuffle()) {
        let blocks = |order: &[u64]| order.iter().flat_map(|&block| own(block, 30)).collect::<Vec<_>>();
        let class = [submission("a", &[&blocks(&[0, 1, 2, 3, 4, 5])]), submission("b", &[&blocks(&order)])];
        let analysis = run(&class);
        prop_assert_eq!(analysis.pairs[0].matched_tokens, 180, "every block whole");
    }
}

#[test]
fn of_a_pair_made_of_matches_the_longest_are_listed() {
    let passages = 2_100;
    let side = |order: &mut dyn Iterator<Item = u64>, seed: u64| {
        let pieces: Vec<Vec<u64>> =
            order.map(|at| [own(at, 30 + at as usize % 2), own(seed + at, 9)].concat()).collect();
        pieces.concat()
    };
    let left = submission("left", &[&side(&mut (0..passages), 10_000)]);
    let right = submission("right", &[&side(&mut (0..passages).rev(), 20_000)]);
    let analysis = run(&[left, right]);
    let matches = analysis.pairs[0].matches.as_ref().unwrap();
    assert_eq!((matches.len(), analysis.pairs[0].unlisted), (crate::MAX_MATCHES, 100));
    assert_eq!(
        matches.iter().filter(|found| found.tokens == 31).count(),
        1_050,
        "none of the longer ones is missing"
    );
}
