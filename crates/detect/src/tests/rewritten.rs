//! Rewritten matches: statements with forms, each written in one of several ways.

use std::ops::Range;

use chaffinch_submission::{ArchiveLabel, Passage, TokenizedSubmission};
use proptest::prelude::*;

use super::{all_pairs, analyse, edit, own, run, submission, unrelated};
use crate::{Counts, Options, Pair, alignment::rewritten::GROWTH};

/// Number of tokens in every statement.
const TOKENS: u32 = 5;

/// A statement: the form it has, if any, and the way it is written.
type Statement = (Option<u64>, u64);

fn written(name: &str, statements: &[Statement]) -> TokenizedSubmission {
    let spelled = |&(form, spelling): &Statement| own(1 << 20 | form.unwrap_or(999) << 10 | spelling, 5);
    let values: Vec<u64> = statements.iter().flat_map(spelled).collect();
    let mut forms = Vec::new();
    for (at, &(form, _)) in (0..).zip(statements) {
        let Some(form) = form else { continue };
        let tokens = at * TOKENS..(at + 1) * TOKENS;
        // Every third form is that of a head that stands for two statements.
        let second = form.is_multiple_of(3).then_some(form + 1);
        for form in [Some(form), second].into_iter().flatten() {
            forms.push(Passage { hash: own(form, 1)[0], tokens: tokens.clone(), length: TOKENS });
        }
    }
    let mut written = submission(name, &[&values]);
    edit(&mut written, |stream| {
        stream.statements = (0..statements.len() as u32).map(|at| at * TOKENS).collect();
        stream.forms = forms;
    });
    written
}

fn of_pair(pairs: &[Pair], names: [u32; 2]) -> &Pair {
    pairs.iter().find(|pair| [pair.left, pair.right] == names).expect("the pair is listed")
}

fn covered(pair: &Pair) -> u32 {
    pair.matches.as_deref().unwrap().iter().map(|found| found.tokens).sum()
}

#[test]
fn a_copy_in_other_words_is_one_match_and_no_share() {
    let mut class = unrelated(20);
    class[3] = written("s03", &(0..40).map(|form| (Some(100 + form), 1)).collect::<Vec<_>>());
    // Every statement is written differently, and a statement without effect comes before every second one.
    let rewritten = (0..40).flat_map(|form: u64| {
        let idle = form.is_multiple_of(2).then_some((None, form));
        idle.into_iter().chain([(Some(100 + form), 2)])
    });
    class[8] = written("s08", &rewritten.collect::<Vec<_>>());
    let analysis = run(&class);
    let pair = of_pair(&analysis.pairs, [3, 8]);
    let [found] = &pair.matches.as_deref().unwrap() else { panic!("one match: {:?}", pair.matches) };
    assert_eq!((found.left.tokens.clone(), found.right.tokens.clone()), (0..200, 5..300));
    assert_eq!((found.tokens, found.pieces.is_empty(), found.groups), (200, false, 2));
    assert_eq!((pair.left_share, pair.matched_tokens, pair.longest_match), (0.0, 0, 0));
    assert_eq!(analysis.pairs.len(), 1, "the others share nothing");
}

#[test]
fn exact_runs_are_joined_over_what_was_inserted() {
    let mut class = unrelated(20);
    let copied: Vec<Statement> = (0..24).map(|form| (Some(100 + form), 1)).collect();
    class[3] = written("s03", &copied);
    let torn = copied.chunks(3).zip(0..).flat_map(|(three, at)| [three, &[(Some(500 + at), 7)]].concat());
    class[8] = written("s08", &torn.collect::<Vec<_>>());
    let analysis = run(&class);
    let pair = of_pair(&analysis.pairs, [3, 8]);
    let [found] = &pair.matches.as_deref().unwrap() else { panic!("one match: {:?}", pair.matches) };
    assert_eq!(found.tokens, 120);
    assert!(found.pieces.len() == 8 && found.pieces.iter().all(|piece| piece.exact));
    assert_eq!((pair.left_share, pair.matched_tokens, pair.longest_match), (1.0, 120, 15));
}

#[test]
fn a_rewritten_match_without_a_common_form_is_counted_by_its_tiles() {
    // The last token of every statement differs, and so does its form.
    let respelled = |name: &str, last: u64| {
        let values: Vec<u64> = (0..12).flat_map(|at| [own(at, 11), own(last + at, 1)].concat()).collect();
        let form = |at: u32| Passage {
            hash: own(last + u64::from(at), 2)[1],
            tokens: at * 12..(at + 1) * 12,
            length: 12,
        };
        let mut written = submission(name, &[&values]);
        edit(&mut written, |stream| {
            stream.statements = (0..12).map(|at| at * 12).collect();
            stream.forms = (0..12).map(form).collect();
        });
        written
    };
    let mut class = unrelated(20);
    class[3] = respelled("s03", 1_000);
    class[8] = respelled("s08", 2_000);
    let analysis = run(&class);
    let pair = of_pair(&analysis.pairs, [3, 8]);
    let [found] = &pair.matches.as_deref().unwrap() else { panic!("one match: {:?}", pair.matches) };
    assert_eq!((found.tokens, found.pieces.is_empty(), found.groups), (132, false, 2));
}

#[test]
fn what_everybody_writes_in_some_order_is_no_rewritten_match() {
    let everybody = |at: u64| (0..40).map(move |form| (Some(100 + form), 100 + at)).collect::<Vec<_>>();
    let class: Vec<_> = (0..12).map(|at| written(&format!("s{at:02}"), &everybody(at))).collect();
    let analysis = run(&class);
    assert!(!analysis.pairs.is_empty());
    assert!(analysis.pairs.iter().all(|pair| covered(pair) == 0));
}

#[test]
fn one_form_a_million_times_over_costs_and_says_nothing() {
    let mut class = unrelated(10);
    let many = |spelling: u64| -> Vec<Statement> {
        let mut statements = vec![(Some(100), spelling); 20_000];
        statements[10_000] = (Some(200), spelling);
        statements
    };
    class[3] = written("s03", &many(1));
    class[8] = written("s08", &many(2));
    let analysis = run(&class);
    let pair = of_pair(&analysis.pairs, [3, 8]);
    let around_the_one_that_is_rare = (2 * GROWTH as u32 + 1) * TOKENS;
    assert!(covered(pair) <= around_the_one_that_is_rare, "{}", covered(pair));
}

fn statements() -> impl Strategy<Value = Vec<Statement>> {
    let form = prop_oneof![1 => Just(None), 9 => (100_u64..140).prop_map(Some)];
    proptest::collection::vec((form, 0_u64..3), 10..40)
}

/// Returns the statement at a token.
fn at(statements: &[Statement], token: u32) -> Statement {
    statements[(token / TOKENS) as usize]
}

/// Returns the forms of a statement, as [`written`] makes them.
fn forms((form, _): Statement) -> Vec<u64> {
    let form = form.expect("a piece has a form");
    if form.is_multiple_of(3) { vec![form, form + 1] } else { vec![form] }
}

/// Returns the number of tokens in one side's pieces, each counted once. Fails if pieces overlap or are out of order.
fn in_order(pieces: impl Iterator<Item = Range<u32>>) -> Result<u32, TestCaseError> {
    let (mut before, mut tokens) = (0..0, 0);
    for piece in pieces {
        prop_assert!(before == piece || before.end <= piece.start, "{:?} {:?}", before, piece);
        tokens += if before == piece { 0 } else { piece.end - piece.start };
        before = piece;
    }
    Ok(tokens)
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    #[test]
    fn a_match_counts_the_two_sides_themselves(
        members in proptest::collection::vec((statements(), 0_u64..3), 2..6),
        copied in statements(),
        old in any::<bool>(),
        staff in any::<bool>(),
    ) {
        let mut class: Vec<_> = (0..)
            .zip(&members)
            .map(|(at, (own, spelling))| {
                let respelled: Vec<Statement> = copied.iter().map(|&(form, _)| (form, *spelling)).collect();
                written(&format!("s{at:02}"), &[own.clone(), respelled].concat())
            })
            .collect();
        if old {
            let last = class.last_mut().unwrap();
            last.archive = Some(ArchiveLabel { name: "old".into(), year: None, reference: None });
        }
        let staff = if staff { vec!["s00".to_owned()] } else { Vec::new() };
        let analysis = analyse(&class, &[], &Options { staff, ..all_pairs() }, &());
        for pair in &analysis.pairs {
            let sides = [pair.left, pair.right].map(|side| analysis.counts[side as usize]);
            let mut groups: Vec<Counts> =
                sides.into_iter().filter(|counts| matches!(counts, Counts::Group(_))).collect();
            groups.dedup();
            let archived = sides.iter().filter(|&&counts| counts == Counts::Archived).count();
            for found in pair.matches.as_deref().unwrap() {
                prop_assert!(groups.len() <= found.groups as usize, "{:?} {:?}", sides, found);
                prop_assert!(archived <= found.archived as usize, "{:?} {:?}", sides, found);
            }
        }
    }

    #[test]
    fn every_piece_agrees_and_none_lies_in_two_matches(
        head in statements(), copied in statements(), spelling in 0_u64..3, tail in statements(), other in statements(),
    ) {
        let respelled: Vec<Statement> = copied.iter().map(|&(form, _)| (form, spelling)).collect();
        let texts = [[head.clone(), copied, other.clone()].concat(), [other, respelled, tail, head].concat()];
        let mut class = unrelated(12);
        class[3] = written("s03", &texts[0]);
        class[8] = written("s08", &texts[1]);
        let analysis = run(&class);
        let pair = of_pair(&analysis.pairs, [3, 8]);
        let mut taken = [vec![false; texts[0].len() * 5], vec![false; texts[1].len() * 5]];
        for found in pair.matches.as_deref().unwrap() {
            let sides = [&found.left.tokens, &found.right.tokens];
            for (taken, tokens) in taken.iter_mut().zip(sides) {
                for token in &mut taken[tokens.start as usize..tokens.end as usize] {
                    prop_assert!(!*token, "a token in two matches");
                    *token = true;
                }
            }
            for piece in &found.pieces {
                if piece.exact {
                    let values = |of: usize, tokens: &Range<u32>| {
                        class[of].files[0].stream.values[tokens.start as usize..tokens.end as usize].to_vec()
                    };
                    prop_assert_eq!(values(3, &piece.left), values(8, &piece.right));
                } else {
                    let (one, other) = (forms(at(&texts[0], piece.left.start)), forms(at(&texts[1], piece.right.start)));
                    prop_assert!(one.iter().any(|form| other.contains(form)), "{:?} {:?}", one, other);
                }
            }
            if let (Some(first), Some(last)) = (found.pieces.first(), found.pieces.last()) {
                prop_assert_eq!(sides, [&(first.left.start..last.left.end), &(first.right.start..last.right.end)]);
                let lefts = in_order(found.pieces.iter().map(|piece| piece.left.clone()))?;
                let rights = in_order(found.pieces.iter().map(|piece| piece.right.clone()))?;
                prop_assert_eq!(found.tokens, lefts.min(rights));
            }
        }
    }
}
