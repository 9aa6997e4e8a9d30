//! Finds the statements of two programs that correspond, for readers: local alignments of their statements (T. F. Smith
//! and M. S. Waterman 1981), best first. Each statement is in at most one, so that functions may be in another order.

use crate::features::{Weights, in_both};
use crate::reading::NeutralStatement;

/// Most alignments of a pair.
const MAX_ALIGNMENTS: usize = 24;

/// Most statements of a program that are aligned.
const MAX_STATEMENTS: usize = 1_500;

/// Two statements that share less of their weight do not correspond.
const MIN_SHARE: f64 = 0.25;

/// Costs in bits of a statement without a counterpart, and of two that do not correspond.
const GAP: f64 = 0.4;
const MISMATCH: f64 = 1.0;

/// Bits of an element that every program has. Readers want to see all statements that correspond, not only rare ones.
const COMMON_ELEMENT: f64 = 0.5;

/// Smallest score of an alignment that is shown, in bits.
const MIN_SCORE: f64 = 5.0;

/// Pairs of statements that correspond, as indexes into the two programs: ascending on both sides.
pub(crate) type Alignment = Vec<(usize, usize)>;

/// Returns the alignments of two programs, best first.
pub(crate) fn alignments(
    weights: &Weights,
    left: &[&NeutralStatement],
    right: &[&NeutralStatement],
) -> Vec<Alignment> {
    let weigh = |statements: &[&NeutralStatement]| -> Vec<Vec<(u64, f64)>> {
        let weighed = |statement: &&NeutralStatement| {
            let weigh = |&element| Some((element, COMMON_ELEMENT + weights.of_element(element)?));
            let mut elements: Vec<(u64, f64)> = statement.elements.iter().filter_map(weigh).collect();
            elements.sort_unstable_by_key(|&(element, _)| element);
            elements
        };
        statements.iter().take(MAX_STATEMENTS).map(weighed).collect()
    };
    let (left, right) = (weigh(left), weigh(right));
    let mut scores: Vec<Vec<f64>> =
        left.iter().map(|one| right.iter().map(|other| score(one, other)).collect()).collect();
    let mut found = Vec::new();
    while found.len() < MAX_ALIGNMENTS {
        let Some(alignment) = best(&scores) else { break };
        for &(one, other) in &alignment {
            scores[one].fill(f64::NEG_INFINITY);
            for row in &mut scores {
                row[other] = f64::NEG_INFINITY;
            }
        }
        found.push(alignment);
    }
    found
}

/// Returns the bits that two statements share, times the root of their share, or what a mismatch costs.
fn score(left: &[(u64, f64)], right: &[(u64, f64)]) -> f64 {
    let shared = in_both(left, right).map(|(weight, _)| weight).sum::<f64>();
    let total = |side: &[(u64, f64)]| side.iter().map(|(_, weight)| weight).sum::<f64>();
    let share = shared / (total(left) + total(right) - shared).max(COMMON_ELEMENT);
    if MIN_SHARE <= share { shared * share.sqrt() } else { -MISMATCH }
}

/// Returns the best local alignment that is worth showing.
fn best(scores: &[Vec<f64>]) -> Option<Alignment> {
    let width = scores.first()?.len();
    let mut table = vec![vec![0.0_f64; width + 1]; scores.len() + 1];
    let mut end = (0, 0);
    for (row, scores) in scores.iter().enumerate() {
        for (column, score) in scores.iter().enumerate() {
            let value = (table[row][column] + score)
                .max(table[row][column + 1] - GAP)
                .max(table[row + 1][column] - GAP)
                .max(0.0);
            table[row + 1][column + 1] = value;
            if table[end.0][end.1] < value {
                end = (row + 1, column + 1);
            }
        }
    }
    if table[end.0][end.1] < MIN_SCORE {
        return None;
    }
    let mut alignment = Vec::new();
    let (mut row, mut column) = end;
    while row > 0 && column > 0 && table[row][column] > 0.0 {
        let (value, score) = (table[row][column], scores[row - 1][column - 1]);
        if value <= table[row - 1][column - 1] + score {
            if score > 0.0 {
                alignment.push((row - 1, column - 1));
            }
            (row, column) = (row - 1, column - 1);
        } else if value <= table[row - 1][column] - GAP {
            row -= 1;
        } else {
            column -= 1;
        }
    }
    alignment.reverse();
    Some(alignment)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::features::{Weights, count};

    fn statement(elements: &[u64]) -> NeutralStatement {
        NeutralStatement { tokens: 0..1, elements: elements.to_vec() }
    }

    /// Two functions in another order, with a statement inserted in one of them.
    #[test]
    fn blocks_in_another_order_are_found() {
        let one: Vec<NeutralStatement> = [[1, 2, 3], [4, 5, 6], [7, 8, 9], [10, 11, 12], [13, 14, 15]]
            .iter()
            .map(|s| statement(s))
            .collect();
        let two: Vec<NeutralStatement> =
            [[10, 11, 12], [13, 14, 15], [1, 2, 3], [90, 91, 92], [4, 5, 6], [7, 8, 9]]
                .iter()
                .map(|s| statement(s))
                .collect();
        let other = [statement(&[50, 51])];
        let counts = [&one[..], &two, &other, &other, &other].map(|program| count(program.iter()));
        let weights = Weights::new(&counts, &[]);
        let [left, right]: [Vec<&NeutralStatement>; 2] = [&one, &two].map(|all| all.iter().collect());
        let found = alignments(&weights, &left, &right);
        assert_eq!(found, [vec![(0, 2), (1, 4), (2, 5)], vec![(3, 0), (4, 1)]]);
        assert!(alignments(&weights, &left, &[]).is_empty());
    }
}
