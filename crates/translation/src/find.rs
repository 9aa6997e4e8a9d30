//! Finds the pairs of a class that may be translations: proposes pairs, measures them against what is usual, ranks them,
//! and aligns the best.

use std::collections::BTreeSet;
use std::ops::Range;

use chaffinch_submission::Reading;
use rayon::prelude::*;

use crate::alignment::{Alignment, alignments};
use crate::baseline::Baseline;
use crate::features::{Weights, count};
use crate::program::{Program, TranslationSubmission, candidates, programs};
use crate::reading::read;

/// Pairs with at most this expect value are named.
pub const TRANSLATION_CUTOFF: f64 = 1.0;

/// In a class with too few pairs for expect values, pairs with at least this similarity are named. In small classes of the
/// gold standard, no unrelated pair has it, and a quarter of the translations do
/// (`crates/evaluation/measurements/translated-copies.md`).
pub const TRANSLATION_SIMILARITY: f64 = 0.4;

/// A program with fewer elements is too short to judge.
const MIN_ELEMENTS: usize = 12;

/// Share of the pairs of people who worked alone that are above what is usual by some spreads, `SHARE * exp(-RATE *
/// excess)`. Measured on the gold standard (`crates/evaluation/measurements/translated-copies.md`).
const SHARE: f64 = 0.41;
const RATE: f64 = 0.72;

/// How many pairs are returned.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct TranslationOptions {
    /// Most pairs, best first; 0 returns every pair that was compared.
    pub max_pairs: usize,
    /// Number of pairs with passages, best first.
    pub pairs_with_passages: usize,
}

/// The pairs of a class in different languages.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Translations {
    /// Number of pairs of the class in different languages.
    pub comparable: u64,
    /// Number of pairs that were compared.
    pub compared: u64,
    /// Whether the class has too few pairs in different languages for expect values.
    pub is_small: bool,
    /// The best of them, best first.
    pub pairs: Vec<TranslatedPair>,
}

/// Two submissions, of which one may be a translation of the other.
#[derive(Debug, Clone, PartialEq)]
pub struct TranslatedPair {
    /// Index of the submission that comes first.
    pub left: u32,
    /// Index of the other.
    pub right: u32,
    /// Weighted share of the language-neutral features that both have, from 0 to 1.
    pub similarity: f64,
    /// How many pairs as much above the usual similarity chance would leave in the class; `None` if the class has too
    /// few pairs in different languages, or one of the two is too short.
    pub expect: Option<f64>,
    /// Whether one of the two is too short to judge.
    pub too_short: bool,
    /// Passages that correspond, best first; `None` beyond [`TranslationOptions::pairs_with_passages`].
    pub passages: Option<Vec<TranslatedPassage>>,
}

/// Passages of two files whose statements correspond, in order.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TranslatedPassage {
    /// Index of the left file.
    pub left_file: u32,
    /// Index of the right file.
    pub right_file: u32,
    /// Statements that correspond, as ranges of tokens, ascending on both sides. Never empty.
    pub statements: Vec<(Range<u32>, Range<u32>)>,
}

/// Compares the submissions of a class that are in different languages. What is in `starter_code` does not count.
pub fn find(
    submissions: &[TranslationSubmission<'_>],
    starter_code: &[Reading<'_>],
    options: TranslationOptions,
) -> Translations {
    let programs: Vec<Program> = (0_u32..)
        .zip(submissions)
        .collect::<Vec<_>>()
        .into_par_iter()
        .flat_map_iter(|(number, submission)| programs(number, submission))
        .collect();
    let features: Vec<_> =
        programs.par_iter().map(|program| count(program.statements.iter().map(|one| &one.1))).collect();
    let starter_code: Vec<_> =
        starter_code.par_iter().map(|file| count(read(file.text, &file.stream.read()).iter())).collect();
    let weights = Weights::new(&features, &starter_code);
    drop(features);
    let candidates = candidates(&programs, &weights);
    let baseline = Baseline::new(&programs, &weights);
    let population = Population::count(&programs);
    // Each pair with the numbers of its programs.
    let mut compared: Vec<([u32; 2], TranslatedPair)> = candidates
        .par_iter()
        .map(|&(left, right)| {
            let [one, other] = [left, right].map(|number| &programs[number as usize]);
            let similarity = weights.similarity(left as usize, right as usize);
            let too_short = one.elements().min(other.elements()) < MIN_ELEMENTS;
            let expect = (!too_short)
                .then(|| baseline.excess((left, one), (right, other), similarity))
                .flatten()
                .map(|excess| population.of(one, other) * (SHARE * (-RATE * excess).exp()).min(1.0));
            let pair = TranslatedPair {
                left: one.submission,
                right: other.submission,
                similarity,
                expect,
                too_short,
                passages: None,
            };
            ([left, right], pair)
        })
        .collect();
    let expect = |pair: &TranslatedPair| pair.expect.unwrap_or(f64::MAX);
    compared.sort_by(|(numbers, one), (others, other)| {
        let by_strength = expect(one).total_cmp(&expect(other));
        let by_similarity = other.similarity.total_cmp(&one.similarity);
        by_strength.then(by_similarity).then(numbers.cmp(others))
    });
    // Submissions in several languages have several pairs of programs, of which the best is kept.
    let mut seen = BTreeSet::new();
    compared.retain(|(_, pair)| seen.insert((pair.left, pair.right)));
    let count = compared.len() as u64;
    if options.max_pairs > 0 {
        compared.truncate(options.max_pairs);
    }
    let with_passages = |(rank, ([left, right], pair)): (usize, ([u32; 2], TranslatedPair))| {
        let [one, other] = [left, right].map(|number| &programs[number as usize]);
        let passages = (rank < options.pairs_with_passages).then(|| passages(&weights, one, other));
        TranslatedPair { passages, ..pair }
    };
    let pairs = compared.into_par_iter().enumerate().map(with_passages).collect();
    Translations {
        comparable: population.class,
        compared: count,
        is_small: count > 0 && baseline.is_empty(),
        pairs,
    }
}

/// The numbers of pairs that chance chooses from.
struct Population {
    class: u64,
    archived: u64,
}

impl Population {
    fn count(programs: &[Program]) -> Self {
        let mut families: Vec<&str> = programs.iter().map(|program| program.family).collect();
        families.sort_unstable();
        families.dedup();
        let of = |family: &str, is_archived: bool| {
            let is_of = |program: &&Program| program.family == family && program.is_archived == is_archived;
            programs.iter().filter(is_of).count() as u64
        };
        let counts: Vec<[u64; 2]> =
            families.iter().map(|family| [of(family, false), of(family, true)]).collect();
        let (mut class, mut archived) = (0, 0);
        for (at, one) in counts.iter().enumerate() {
            for other in &counts[at + 1..] {
                class += one[0] * other[0];
                archived += one[0] * other[1] + one[1] * other[0];
            }
        }
        Self { class, archived }
    }

    fn of(&self, left: &Program, right: &Program) -> f64 {
        (if left.is_archived || right.is_archived { self.archived } else { self.class }) as f64
    }
}

/// Returns the passages of two programs that correspond. One that goes on in another file is divided.
fn passages(weights: &Weights, left: &Program, right: &Program) -> Vec<TranslatedPassage> {
    let [of_left, of_right] =
        [left, right].map(|program| program.statements.iter().map(|one| &one.1).collect::<Vec<_>>());
    let in_files = |alignment: Alignment| {
        let mut passages: Vec<TranslatedPassage> = Vec::new();
        for (one, other) in alignment {
            let ((left_file, one), (right_file, other)) = (&left.statements[one], &right.statements[other]);
            let statements = (one.tokens.clone(), other.tokens.clone());
            match passages.last_mut() {
                Some(last) if (last.left_file, last.right_file) == (*left_file, *right_file) => {
                    last.statements.push(statements);
                }
                _ => passages.push(TranslatedPassage {
                    left_file: *left_file,
                    right_file: *right_file,
                    statements: vec![statements],
                }),
            }
        }
        passages
    };
    alignments(weights, &of_left, &of_right).into_iter().flat_map(in_files).collect()
}

#[cfg(test)]
mod tests;
