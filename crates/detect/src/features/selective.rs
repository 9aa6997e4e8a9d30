//! Fingerprints that stay rare in a large archive. The stored index contains them.
//!
//! A class is compared by k-grams of about 6 tokens. In a large archive, a great many programs have nearly every one of
//! these, so looking one up tells nothing. Three kinds of fingerprints are selective:
//!
//! - *Pairs* of neighbouring statements' forms, in either order. They stay the same after renaming, reordering, and
//!   inserting or rewriting single statements. In a language without forms, pairs of statements are used.
//! - *Long* forms by themselves.
//! - *Runs*: winnowed k-grams of 16 tokens. They stay the same only after renaming, and find a passage pasted into
//!   another program.
//!
//! A form that occurs again and again, such as debugging output inserted into a copy, is not part of a pair. The forms
//! around it are paired instead.
//!
//! They propose candidates, which are then compared like a class. They depend only on the token stream, not on masks,
//! other programs, or where the stream is stored.
//! `crates/evaluation/measurements/inverted-index.md#choice-of-fingerprints` has the measurements.

use std::ops::Range;

use chaffinch_fingerprint::{hash_kgram, hash_kgrams, rehash, winnow_robust};
use chaffinch_submission::TokenStream;

use crate::features::passages::each_form;
use crate::{SeededMap, SeededSet};

/// Version of the fingerprints. It is raised whenever the same stream gives other fingerprints; stored ones must then
/// be made again.
pub const SELECTIVE_VERSION: u16 = 2;

/// Number of tokens in a run.
const RUN: usize = 16;

/// Number of runs in a winnowing window. Every passage of `RUN + WINDOW - 1` tokens that two files share has a
/// fingerprint.
const WINDOW: usize = 16;

/// Tokens of the shortest passage that is always found by these fingerprints, unless too many files have them.
pub const SELECTIVE_GUARANTEE: u32 = (RUN + WINDOW - 1) as u32;

/// Largest distance between the forms of a pair, so that one inserted or rewritten form between two does not hide them.
const APART: usize = 2;

/// Least number of tokens that the two forms of a pair count as together. `i++;` beside `}` is in every program.
const PAIR: usize = 8;

/// Least number of tokens of a form that is used by itself.
const LONG: usize = 8;

/// A form that occurs more often than this among the forms around it is not used in pairs.
const OFTEN: usize = 2;

/// Number of forms on either side that count as around a form: as many as a long function has. With the whole file, a
/// passage pasted into a large program would lose its pairs.
const AROUND: usize = 96;

/// Hashed with every pair, to separate it from other kinds.
const OF_PAIR: u64 = 0x7061_6972;

/// Hashed with every long form, to separate it from other kinds.
const OF_LONG: u64 = 0x6c6f_6e67;

/// A fingerprint, and the tokens it was made of.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Selective {
    /// The hash. All 64 bits are well mixed.
    pub hash: u64,
    /// The tokens it comes from, as indexes into the stream. The first is its position. If one of them is masked, the
    /// fingerprint is not looked up.
    pub tokens: Range<u32>,
}

/// Returns the selective fingerprints of a file, by position, then by hash. Of equal ones, only the first is returned,
/// as the thousandth line of a table of constants adds nothing.
///
/// The number is linear: at most three per form, and one in some 8 tokens.
pub fn selective(stream: &TokenStream) -> Vec<Selective> {
    let mut found = Vec::new();
    of_forms(stream, &mut found);
    runs(stream, &mut found);
    found.sort_unstable_by_key(|fingerprint| (fingerprint.tokens.start, fingerprint.hash));
    let mut seen = SeededSet::default();
    found.retain(|fingerprint| seen.insert(fingerprint.hash));
    found
}

/// A statement's form: its tokens, its hash, and the number of tokens it counts as.
struct Form {
    tokens: Range<usize>,
    hash: u64,
    length: usize,
}

fn of_forms(stream: &TokenStream, found: &mut Vec<Selective>) {
    let mut forms = Vec::new();
    each_form(stream, &mut |tokens, hash, length| forms.push(Form { tokens, hash, length }));
    let forms = unrepeated(forms);
    let tokens = |range: Range<usize>| range.start as u32..range.end as u32;
    for form in forms.iter().filter(|form| LONG <= form.length) {
        found
            .push(Selective { hash: hash_kgram(&[form.hash, OF_LONG]), tokens: tokens(form.tokens.clone()) });
    }
    for apart in 1..=APART {
        for (one, other) in forms.iter().zip(forms.iter().skip(apart)) {
            if PAIR <= one.length.min(PAIR) + other.length.min(PAIR) {
                let (less, more) = (one.hash.min(other.hash), one.hash.max(other.hash));
                let end = one.tokens.end.max(other.tokens.end);
                found.push(Selective {
                    hash: hash_kgram(&[less, more, OF_PAIR]),
                    tokens: tokens(one.tokens.start..end),
                });
            }
        }
    }
}

/// Removes forms that occur more than [`OFTEN`] times among the forms [`AROUND`] them.
fn unrepeated(forms: Vec<Form>) -> Vec<Form> {
    let hashes: Vec<u64> = forms.iter().map(|form| form.hash).collect();
    let mut times: SeededMap<u64, usize> = SeededMap::default();
    for &hash in hashes.iter().take(AROUND) {
        *times.entry(hash).or_default() += 1;
    }
    let mut kept = forms;
    let mut at = 0;
    kept.retain(|form| {
        if let Some(&comes) = hashes.get(at + AROUND) {
            *times.entry(comes).or_default() += 1;
        }
        if let Some(goes) = at.checked_sub(AROUND + 1) {
            times.entry(hashes[goes]).and_modify(|times| *times -= 1);
        }
        at += 1;
        times[&form.hash] <= OFTEN
    });
    kept
}

fn runs(stream: &TokenStream, found: &mut Vec<Selective>) {
    let (mut hashes, mut selected) = (Vec::new(), Vec::new());
    hash_kgrams(&stream.values, RUN, &mut hashes);
    winnow_robust(&hashes, WINDOW, &mut selected);
    // Minima are small numbers. Hashed again, runs are distributed as evenly as pairs.
    found.extend(selected.iter().map(|fingerprint| Selective {
        hash: rehash(fingerprint.hash),
        tokens: fingerprint.position..fingerprint.position + RUN as u32,
    }));
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use chaffinch_normalize::{Choice, language, tokenize};
    use chaffinch_submission::{Passage, Scheme, SourceFile, Span};
    use proptest::prelude::*;

    use super::*;

    /// Returns a stream of statements with these tokens. Every other statement has two forms, one of them short.
    fn stream(statements: &[Vec<u64>], with_forms: bool) -> TokenStream {
        let (mut values, mut begins, mut forms): (Vec<u64>, Vec<u32>, Vec<Passage>) = Default::default();
        for (at, statement) in statements.iter().enumerate() {
            let tokens = values.len() as u32..(values.len() + statement.len()) as u32;
            begins.push(tokens.start);
            values.extend(statement);
            let form = |hash, length| Passage { hash, tokens: tokens.clone(), length };
            forms.push(form(hash_kgram(statement), tokens.end - tokens.start));
            forms.extend((at % 2 == 0).then(|| form(7, 2)));
        }
        TokenStream {
            language: "numbers",
            scheme: Scheme { family: "numbers", normalizer: 1, k: 6, w: 4 },
            spans: (0..values.len() as u32).map(|at| Span { start: at, end: at + 1 }).collect(),
            texts: Vec::new(),
            comments: Vec::new(),
            forms: if with_forms { forms } else { Vec::new() },
            lines: Vec::new(),
            values,
            statements: begins,
            lexical: 0,
            notes: Vec::new(),
        }
    }

    fn hashes(stream: &TokenStream) -> BTreeSet<u64> {
        selective(stream).into_iter().map(|fingerprint| fingerprint.hash).collect()
    }

    fn in_c(body: &str) -> TokenStream {
        let text = format!("int f(int a, int b, int c, int d) {{\n{body}\nreturn a + b * c - d; }}\n");
        tokenize(&SourceFile::plain("a.c", text), Choice::Fixed(language("c").unwrap()))
    }

    /// Stored fingerprints depend on these values: a change here needs another [`SELECTIVE_VERSION`].
    #[test]
    fn fingerprints_are_these() {
        let statements = [(1..9).collect(), (9..18).collect(), vec![18, 19], (20..24).collect()];
        let found: Vec<(u64, u32, u32)> = selective(&stream(&statements, true))
            .into_iter()
            .map(|fingerprint| (fingerprint.hash, fingerprint.tokens.start, fingerprint.tokens.end))
            .collect();
        let expected = [
            (5_578_883_078_921_494_340, 0, 8),
            (7_369_089_573_045_899_348, 0, 17),
            (11_111_319_144_033_354_726, 0, 23),
            (5_520_626_946_104_860_454, 6, 22),
            (4_826_078_676_562_613_136, 8, 17),
            (15_929_389_709_513_639_070, 8, 23),
        ];
        assert_eq!(found, expected);
    }

    #[test]
    fn disguises_leave_fingerprints() {
        let plain = "a = g(b, c);\nb += a * 3 + d;\nfor (int i = 0; i < c; i++) { d = h(d, i); }\nwhile (d > b) { d = d / 2 - a; }";
        let dead = "a = g(b, c);\nint unused = 4 + 3;\nb += a * 3 + d;\nfor (int i = 0; i < c; i++) { d = h(d, i); }\nint idle = 3 * 7;\nwhile (d > b) { d = d / 2 - a; }";
        let swapped = "b += a * 3 + d;\na = g(b, c);\nfor (int i = 0; i < c; i++) { d = h(d, i); }\nwhile (d > b) { d = d / 2 - a; }";
        let rewritten = "a = g(b, c);\nb = b + (d + 3 * a);\nint i = 0; while (c > i) { d = h(d, i); i += 1; }\nwhile (b < d) { d = d / 2 - a; }";
        let of_plain = hashes(&in_c(plain));
        for (disguised, least) in [(dead, 8), (swapped, 8), (rewritten, 8)] {
            let shared = hashes(&in_c(disguised)).intersection(&of_plain).count();
            assert!(least <= shared, "{shared} of {} left in\n{disguised}", of_plain.len());
        }
        let other =
            in_c("if (a == 0) { return b; }\nc = a % 7;\ndo { d--; g(d); } while (d);\nputs(c ? 1 : 2);");
        // The function's head and its last line.
        assert_eq!(hashes(&other).intersection(&of_plain).count(), 2);
    }

    /// Returns long forms and pairs by their definitions.
    fn slowly(stream: &TokenStream) -> Vec<(u64, Range<u32>)> {
        let mut forms: Vec<(Range<usize>, u64, usize)> = Vec::new();
        each_form(stream, &mut |tokens, hash, length| forms.push((tokens, hash, length)));
        let near = |at: usize| &forms[at.saturating_sub(AROUND)..forms.len().min(at + AROUND + 1)];
        let times = |at: usize| near(at).iter().filter(|form| form.1 == forms[at].1).count();
        let kept: Vec<_> = (0..forms.len()).filter(|&at| times(at) <= OFTEN).map(|at| &forms[at]).collect();
        let mut found = Vec::new();
        for (at, (tokens, hash, length)) in kept.iter().enumerate() {
            if LONG <= *length {
                found.push((hash_kgram(&[*hash, OF_LONG]), tokens.start as u32..tokens.end as u32));
            }
            for (others, other, others_length) in kept.iter().skip(at + 1).take(APART) {
                if PAIR <= PAIR.min(*length) + PAIR.min(*others_length) {
                    let mut pair = [*hash, *other];
                    pair.sort_unstable();
                    let tokens = tokens.start as u32..tokens.end.max(others.end) as u32;
                    found.push((hash_kgram(&[pair[0], pair[1], OF_PAIR]), tokens));
                }
            }
        }
        found
    }

    #[test]
    fn what_stands_there_again_and_again_is_nobodys_neighbour() {
        let plain: Vec<Vec<u64>> = (0..40).map(|at| (100 * at..100 * at + 7).collect()).collect();
        let said_often: Vec<Vec<u64>> =
            plain.iter().flat_map(|statement| [statement.clone(), vec![7, 7, 8, 9]]).collect();
        let pairs = |statements: &[Vec<u64>]| -> BTreeSet<u64> {
            slowly(&stream(statements, false)).into_iter().map(|(hash, _)| hash).collect()
        };
        assert_eq!(pairs(&plain), pairs(&said_often));
        assert!(pairs(&plain).is_subset(&hashes(&stream(&said_often, false))));
    }

    fn statements() -> impl Strategy<Value = Vec<Vec<u64>>> {
        prop::collection::vec(prop::collection::vec(0..5_u64, 1..12), 0..30)
    }

    /// Generates statements of which some occur again and again, so many that not all are around each other.
    fn repeated() -> impl Strategy<Value = Vec<Vec<u64>>> {
        let statement = |kind: u64| (0..4 + kind % 6).map(|at| kind * at).collect();
        prop::collection::vec(0..80_u64, 0..3 * AROUND)
            .prop_map(move |kinds| kinds.into_iter().map(statement).collect())
    }

    proptest! {
        #[test]
        fn each_is_made_of_the_tokens_it_names_and_comes_once(statements in statements(), with_forms: bool) {
            let stream = stream(&statements, with_forms);
            let found = selective(&stream);
            prop_assert!(found.is_sorted_by_key(|fingerprint| (fingerprint.tokens.start, fingerprint.hash)));
            prop_assert_eq!(hashes(&stream).len(), found.len());
            let of_forms = slowly(&stream);
            for Selective { hash, tokens } in found {
                let values = &stream.values[tokens.start as usize..tokens.end as usize];
                let is_run = values.len() == RUN && hash == rehash(hash_kgram(values));
                prop_assert!(is_run || of_forms.contains(&(hash, tokens)));
            }
        }

        #[test]
        fn pairs_and_long_forms_are_all_there(
            statements in prop_oneof![statements(), repeated()],
            with_forms: bool,
        ) {
            let stream = stream(&statements, with_forms);
            let found = hashes(&stream);
            prop_assert!(slowly(&stream).iter().all(|(hash, _)| found.contains(hash)));
        }

        #[test]
        fn a_pasted_passage_has_a_fingerprint(
            before in prop::collection::vec(any::<u64>(), 0..40),
            passage in prop::collection::vec(any::<u64>(), RUN + WINDOW - 1..60),
            after in prop::collection::vec(any::<u64>(), 0..40),
        ) {
            let whole = stream(&[[before, passage.clone(), after].concat()], true);
            prop_assert!(!hashes(&stream(&[passage], true)).is_disjoint(&hashes(&whole)));
        }
    }
}
