//! Features of programs: what two programs in different languages may have in common. A feature is an element, two
//! elements of one statement, a run of three elements, or the first elements of two or three statements in a row.
//!
//! The weight of a feature grows with its rarity, `log2((n + 1) / df)` for `n` programs of which `df` have it
//! (K. Spärck Jones 1972), and with the root of how often a program has it.

use std::hash::BuildHasher as _;

use rustc_hash::{FxBuildHasher, FxHashMap};

use crate::reading::NeutralStatement;

/// Length of the runs, in elements.
const RUN: usize = 3;

/// Lengths of the runs of statements of which only the first elements count.
const HEAD_RUNS: [usize; 2] = [2, 3];

/// Most elements of a statement of which pairs are counted. Longer ones are tables of constants, and would have
/// quadratically many.
const MAX_PAIRED_ELEMENTS: usize = 16;

/// Features of a program with their numbers of occurrences, by feature.
pub(crate) type FeatureCounts = Vec<(u64, u32)>;

/// Counts the features of a program.
pub(crate) fn count<'a>(statements: impl Iterator<Item = &'a NeutralStatement> + Clone) -> FeatureCounts {
    let mut features = Vec::new();
    let sequence: Vec<u64> = statements.clone().flat_map(|statement| &statement.elements).copied().collect();
    features.extend(sequence.iter().map(|&one| feature(&[one], 'e')));
    features.extend(sequence.windows(RUN).map(|run| feature(run, 'r')));
    let heads: Vec<u64> = statements.clone().map(|statement| statement.elements[0]).collect();
    for length in HEAD_RUNS {
        features.extend(heads.windows(length).map(|run| feature(run, 'h')));
    }
    for statement in statements {
        let mut distinct = statement.elements.clone();
        distinct.sort_unstable();
        distinct.dedup();
        distinct.truncate(MAX_PAIRED_ELEMENTS);
        for (at, &one) in distinct.iter().enumerate() {
            features.extend(distinct[at + 1..].iter().map(|&other| feature(&[one, other], 'p')));
        }
    }
    features.sort_unstable();
    features.chunk_by(|one, next| one == next).map(|same| (same[0], same.len() as u32)).collect()
}

/// Lengths of the runs of elements and of statements that take the place of features which too many programs have.
const LONG_RUNS: [usize; 3] = [6, 9, 14];

/// Returns longer runs of a program than its features, ascending and distinct.
pub(crate) fn long_runs<'a>(statements: impl Iterator<Item = &'a NeutralStatement> + Clone) -> Vec<u64> {
    let sequence: Vec<u64> = statements.clone().flat_map(|statement| &statement.elements).copied().collect();
    let heads: Vec<u64> = statements.map(|statement| statement.elements[0]).collect();
    let mut runs = Vec::new();
    for length in LONG_RUNS {
        runs.extend(sequence.windows(length).map(|run| feature(run, 'l')));
        runs.extend(heads.windows(length).map(|run| feature(run, 'm')));
    }
    runs.sort_unstable();
    runs.dedup();
    runs
}

fn feature(elements: &[u64], kind: char) -> u64 {
    FxBuildHasher.hash_one((elements, kind))
}

/// A feature of a program: its number, and its weight there.
pub(crate) type Weighted = (u32, f32);

/// The features of all programs, with their weights.
pub(crate) struct Weights {
    /// The features of each program, by number.
    pub(crate) of: Vec<Vec<Weighted>>,
    /// The sum of the weights of each program.
    pub(crate) totals: Vec<f64>,
    /// The programs that have each feature, ascending.
    pub(crate) postings: Vec<Vec<u32>>,
    numbers: FxHashMap<u64, u32>,
}

impl Weights {
    /// Weighs the features of programs. Those of starter code do not count.
    pub(crate) fn new(programs: &[FeatureCounts], starter_code: &[FeatureCounts]) -> Self {
        let mut ignored: Vec<u64> = starter_code.iter().flatten().map(|&(feature, _)| feature).collect();
        ignored.sort_unstable();
        let counted = |feature: u64| ignored.binary_search(&feature).is_err();
        // Numbered in the order of their hashes, so that no hash table decides anything.
        let mut all: Vec<u64> = programs.iter().flatten().map(|&(feature, _)| feature).collect();
        all.sort_unstable();
        all.dedup();
        all.retain(|&feature| counted(feature));
        let numbers: FxHashMap<u64, u32> = all.iter().copied().zip(0..).collect();
        let mut postings: Vec<Vec<u32>> = vec![Vec::new(); all.len()];
        for (program, features) in (0_u32..).zip(programs) {
            for (feature, _) in features {
                if let Some(&number) = numbers.get(feature) {
                    postings[number as usize].push(program);
                }
            }
        }
        let rarity = |number: u32| rarity(programs.len(), postings[number as usize].len());
        let of: Vec<Vec<Weighted>> = programs
            .iter()
            .map(|features| {
                let weighted = features.iter().filter_map(|(feature, count)| {
                    let number = *numbers.get(feature)?;
                    let weight = f64::from(*count).sqrt() * rarity(number);
                    Some((number, weight as f32))
                });
                weighted.collect()
            })
            .collect();
        let total = |weighted: &Vec<Weighted>| weighted.iter().map(|&(_, weight)| f64::from(weight)).sum();
        let totals = of.iter().map(total).collect();
        Self { of, totals, postings, numbers }
    }

    /// Returns the weight of one occurrence of an element; `None` if starter code has it.
    pub(crate) fn of_element(&self, element: u64) -> Option<f64> {
        let &number = self.numbers.get(&feature(&[element], 'e'))?;
        Some(rarity(self.of.len(), self.postings[number as usize].len()))
    }

    /// Returns the similarity of two programs, from 0 to 1: the weight that both have, divided by the geometric mean of
    /// their weights.
    pub(crate) fn similarity(&self, left: usize, right: usize) -> f64 {
        let both = in_both(&self.of[left], &self.of[right]);
        let shared = both.map(|(weight, other)| f64::from(weight.min(other))).sum::<f64>();
        let scale = (self.totals[left] * self.totals[right]).sqrt();
        if scale > 0.0 { shared / scale } else { 0.0 }
    }
}

/// Returns the weights of what both lists have, which are ascending. What occurs several times is matched one by one.
pub(crate) fn in_both<Key: Ord, Weight: Copy>(
    left: &[(Key, Weight)],
    right: &[(Key, Weight)],
) -> impl Iterator<Item = (Weight, Weight)> {
    let mut others = right.iter().peekable();
    left.iter().filter_map(move |(key, weight)| {
        while others.next_if(|other| other.0 < *key).is_some() {}
        Some((*weight, others.next_if(|other| other.0 == *key)?.1))
    })
}

/// Returns the bits of a feature that some of the programs have.
pub(crate) fn rarity(programs: usize, with_feature: usize) -> f64 {
    ((programs + 1) as f64 / with_feature as f64).log2()
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn program(statements: Vec<Vec<u64>>) -> FeatureCounts {
        let statements: Vec<NeutralStatement> =
            statements.into_iter().map(|elements| NeutralStatement { tokens: 0..1, elements }).collect();
        count(statements.iter())
    }

    fn programs() -> impl Strategy<Value = Vec<FeatureCounts>> {
        let statement = prop::collection::vec(0..9_u64, 1..6);
        let statements = prop::collection::vec(statement, 0..8).prop_map(program);
        prop::collection::vec(statements, 2..7)
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(64))]

        #[test]
        fn similarity_is_that_of_the_weights(programs in programs()) {
            let weights = Weights::new(&programs, &[]);
            for left in 0..programs.len() {
                for right in 0..programs.len() {
                    let of = |at: usize| weights.of[at].iter().copied().collect::<std::collections::BTreeMap<_, _>>();
                    let (one, other) = (of(left), of(right));
                    let shared: f64 = one
                        .iter()
                        .filter_map(|(number, weight)| Some(f64::from(weight.min(*other.get(number)?))))
                        .sum();
                    let scale = (weights.totals[left] * weights.totals[right]).sqrt();
                    let expected = if scale > 0.0 { shared / scale } else { 0.0 };
                    let found = weights.similarity(left, right);
                    prop_assert!((found - expected).abs() < 1e-9);
                    prop_assert!((found - weights.similarity(right, left)).abs() < 1e-9);
                    prop_assert!((0.0..1.0 + 1e-6).contains(&found));
                }
            }
        }

        #[test]
        fn starter_code_does_not_count(programs in programs()) {
            let weights = Weights::new(&programs, &programs[..1]);
            prop_assert!(weights.of[0].is_empty());
            for (number, posting) in weights.postings.iter().enumerate() {
                prop_assert!(!posting.is_empty() && !posting.contains(&0), "{number}");
            }
        }
    }
}
