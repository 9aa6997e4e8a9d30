//! Fingerprints that stay rare in a large archive: what the stored index holds.
//!
//! At the grain at which a class is compared (k-grams of some 6 tokens) nearly every fingerprint is in a great many
//! programs of a large archive, and looking one up tells nothing. Here are two kinds that are selective:
//!
//! - *Pairs* of neighbouring statements' forms, in whatever order: they outlast renaming, re-ordering, inserted statements
//!   that do nothing, and rewritten ones. Where a language has no forms, pairs of statements as they stand.
//! - *Runs*: winnowed k-grams of 16 tokens. They outlast nothing but renaming, and are what a passage pasted into
//!   another program is found by.
//!
//! They propose candidates, which are then compared as a class is. Depends on the token stream alone: not on masks, on
//! other programs, or on where it is kept. `docs/detection.md` tells what was measured.

use std::ops::Range;

use chaffinch_fingerprint::{hash_kgram, hash_kgrams, rehash, winnow_robust};
use chaffinch_submission::TokenStream;
use rustc_hash::FxHashSet;

use crate::passages::each_form;

/// Raised whenever the same stream gives other fingerprints: what is stored must then be made again.
pub const SELECTIVE_VERSION: u16 = 1;

/// Tokens of a run.
const RUN: usize = 16;

/// Runs in a winnowing window: every passage of `RUN + WINDOW - 1` tokens that two files share has a fingerprint.
const WINDOW: usize = 16;

/// Forms this far apart make a pair, so that one that was inserted or rewritten between two does not hide them.
const APART: usize = 2;

/// Tokens that two forms count as together. `i++;` beside `}` is in every program.
const PAIR: usize = 8;

/// Hashed with every pair, so that a kind that comes later can be kept apart.
const OF_PAIR: u64 = 0x7061_6972;

/// A fingerprint and what it was made of.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Selective {
    /// All 64 bits are well mixed.
    pub hash: u64,
    /// The tokens it comes from, as indexes into the stream. The first is its position; where one of them is masked, it is
    /// not looked up.
    pub tokens: Range<u32>,
}

/// The selective fingerprints of a file, by position, then by hash. Of equal ones the first: a table of constants is no
/// better known for its thousandth line.
///
/// Linear: at most two a form, and one in some 8 tokens.
pub fn selective(stream: &TokenStream) -> Vec<Selective> {
    let mut found = Vec::new();
    pairs(stream, &mut found);
    runs(stream, &mut found);
    found.sort_unstable_by_key(|fingerprint| (fingerprint.tokens.start, fingerprint.hash));
    let mut seen = FxHashSet::default();
    found.retain(|fingerprint| seen.insert(fingerprint.hash));
    found
}

fn pairs(stream: &TokenStream, found: &mut Vec<Selective>) {
    let mut forms: Vec<(Range<usize>, u64, usize)> = Vec::new();
    each_form(stream, &mut |tokens, hash, length| forms.push((tokens, hash, length)));
    for apart in 1..=APART {
        for (one, other) in forms.iter().zip(forms.iter().skip(apart)) {
            if PAIR <= one.2.min(PAIR) + other.2.min(PAIR) {
                let (less, more) = (one.1.min(other.1), one.1.max(other.1));
                let end = one.0.end.max(other.0.end);
                found.push(Selective {
                    hash: hash_kgram(&[less, more, OF_PAIR]),
                    tokens: one.0.start as u32..end as u32,
                });
            }
        }
    }
}

fn runs(stream: &TokenStream, found: &mut Vec<Selective>) {
    let (mut hashes, mut selected) = (Vec::new(), Vec::new());
    hash_kgrams(&stream.values, RUN, &mut hashes);
    winnow_robust(&hashes, WINDOW, &mut selected);
    // Minima are small numbers: hashed again, runs are spread as pairs are.
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

    /// A stream of statements, each of these tokens; every other statement has two forms, one of them short.
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

    /// Stored fingerprints keep their meaning: a change here needs another [`SELECTIVE_VERSION`].
    #[test]
    fn fingerprints_are_these() {
        let statements = [(1..9).collect(), (9..18).collect(), vec![18, 19], (20..24).collect()];
        let found: Vec<(u64, u32, u32)> = selective(&stream(&statements, true))
            .into_iter()
            .map(|fingerprint| (fingerprint.hash, fingerprint.tokens.start, fingerprint.tokens.end))
            .collect();
        let expected = [
            (7_369_089_573_045_899_348, 0, 17),
            (11_111_319_144_033_354_726, 0, 23),
            (5_520_626_946_104_860_454, 6, 22),
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
        assert_eq!(hashes(&other).intersection(&of_plain).count(), 0);
    }

    fn statements() -> impl Strategy<Value = Vec<Vec<u64>>> {
        prop::collection::vec(prop::collection::vec(0..5_u64, 1..12), 0..30)
    }

    proptest! {
        #[test]
        fn each_is_made_of_the_tokens_it_names_and_comes_once(statements in statements(), with_forms: bool) {
            let stream = stream(&statements, with_forms);
            let found = selective(&stream);
            prop_assert!(found.is_sorted_by_key(|fingerprint| (fingerprint.tokens.start, fingerprint.hash)));
            prop_assert_eq!(hashes(&stream).len(), found.len());
            for Selective { hash, tokens } in found {
                let values = &stream.values[tokens.start as usize..tokens.end as usize];
                let of_statements: Vec<u64> = (stream.statement_ranges())
                    .filter(|range| 3 <= range.len())
                    .filter(|range| tokens.start as usize <= range.start && range.end <= tokens.end as usize)
                    .map(|range| hash_kgram(&stream.values[range]))
                    .collect();
                let is_pair = of_statements.len() == 2 || of_statements.len() == 3;
                let ends = || [of_statements[0], of_statements[of_statements.len() - 1]];
                let of_pair = || hash_kgram(&[*ends().iter().min().unwrap(), *ends().iter().max().unwrap(), OF_PAIR]);
                prop_assert!(hash == rehash(hash_kgram(values)) && values.len() == RUN || is_pair && hash == of_pair());
            }
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
