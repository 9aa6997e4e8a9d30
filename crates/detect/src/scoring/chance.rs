//! What chance leaves in a class: the tail of strength among people who worked alone, and the expect value of a pair.
//!
//! The expect value is that of sequence search (Karlin and Altschul 1990): how many pairs at least as strong as this one
//! a class of this size and task would show if everybody had worked alone. Above its highest twentieth, strength
//! decreases exponentially in every class measured, and at nearly the same rate
//! (`docs/internals/detection.md#expect-value`). So the tail is fitted to the class, but robustly:
//!
//! - Submissions linked by pairs that chance does not explain count as one. Otherwise, each copy of a program would
//!   count again.
//! - What lies beyond a handful of expected pairs is left out, as copies may be there.
//! - The usual rate counts like [`USUAL_PAIRS`] pairs of the class, and neither the rate nor the start of the tail may
//!   go far from what is usual. So a class in which most have copied does not hide them.
//!
//! It takes as long as sorting the pairs.

use chaffinch_fingerprint::UnionFind;

use crate::Chance;
use crate::scoring::strength::Strength;

/// Share of the pairs that the tail begins with.
const TAIL: f64 = 0.05;

/// How far the share of pairs in the tail may be from [`TAIL`], as factors.
const TAIL_FACTORS: (f64, f64) = (0.5, 1.2);

/// The rate of most classes.
const USUAL_RATE: f64 = 3.4;

/// The slowest and the fastest rate. No class of people who worked alone has a slower one. A slower tail consists of
/// copies, which would hide themselves.
const RATES: (f64, f64) = (3.0, 6.0);

/// The weight of the usual rate, as a number of pairs added to those of the class.
const USUAL_PAIRS: f64 = 200.0;

/// Highest start of a tail.
const MAX_START: f64 = 0.9;

/// The tail of a class that is too small to show one: it begins at its upper quartile, at this strength at most.
const USUAL_START: f64 = 0.35;
const USUAL_SHARE: f64 = 0.25;

/// Pairs with a smaller expect value than this link their sides.
const LINKED: f64 = 0.05;

/// The tail is fitted to pairs with at least this expect value.
const MIN_FITTED: f64 = 5.0;

/// Least width of the fitted part.
const MIN_WIDTH: f64 = 0.3;

/// Least pairs of a class for an estimate, and of its unlinked submissions for a fit: those of ten submissions.
const MIN_PAIRS: u64 = 45;

/// Least pairs in the tail.
const MIN_IN_TAIL: usize = 8;

/// Number of times that links and tail are found anew from each other.
const ROUNDS: usize = 6;

/// Number of pairs of `n` submissions.
pub(crate) fn pairs_of(n: usize) -> u64 {
    n as u64 * (n as u64).saturating_sub(1) / 2
}

/// Estimates the tail from pairs of submissions that take part. `parties` are submissions that count as one, whatever
/// they share; `linked` contains them, and may join more that chance does not explain. Returns `None` if the class is
/// too small.
///
/// Not every pair of a large class is compared; those that are not are weaker than the others.
pub(crate) fn chance(
    pairs: &[(u32, u32)],
    strengths: &[Strength],
    takes_part: &[bool],
    parties: &UnionFind,
    linked: &UnionFind,
) -> Option<Chance> {
    let takes = |index: u32| takes_part[index as usize];
    let all = pairs_of(first_of_sets(takes_part, parties).1);
    if all < MIN_PAIRS {
        return None;
    }
    let mut ranked: Vec<(f64, u32, u32)> = pairs
        .iter()
        .zip(strengths)
        .filter(|((left, right), _)| takes(*left) && takes(*right))
        .map(|(&(left, right), strength)| (strength.own, left, right))
        .collect();
    ranked.sort_unstable_by(|a, b| b.0.total_cmp(&a.0).then((a.1, a.2).cmp(&(b.1, b.2))));
    let both = |stands_for: &[bool], pair: &(f64, u32, u32)| {
        stands_for[pair.1 as usize] && stands_for[pair.2 as usize]
    };
    let (alone, count) = first_of_sets(takes_part, linked);
    let mut unlinked = ranked.iter().filter(|pair| both(&alone, pair));
    let quartile = unlinked.nth(pairs_of(count) as usize / 4).map_or(USUAL_START, |pair| pair.0);
    let mut tail =
        Chance { submissions: 0, from: quartile.min(USUAL_START), rate: USUAL_RATE, share: USUAL_SHARE };
    for _ in 0..ROUNDS {
        let linked = linked.clone();
        for &(strength, left, right) in &ranked {
            if LINKED <= tail.expected(strength, all as f64) {
                break;
            }
            linked.join(left, right);
        }
        let (stands_for, count) = first_of_sets(takes_part, &linked);
        tail.submissions = count as u32;
        let unlinked: Vec<f64> =
            ranked.iter().filter(|pair| both(&stands_for, pair)).map(|pair| pair.0).collect();
        let Some(fitted) = fitted(&unlinked, pairs_of(count), all as f64, &tail) else {
            break;
        };
        tail = fitted;
    }
    Some(tail)
}

/// Returns which submissions stand for their sets, and how many they are: the first of each that takes part.
pub(crate) fn first_of_sets(takes_part: &[bool], sets: &UnionFind) -> (Vec<bool>, usize) {
    let mut met = vec![false; takes_part.len()];
    let first: Vec<bool> = (0_u32..)
        .zip(takes_part)
        .map(|(index, &takes)| takes && !std::mem::replace(&mut met[sets.root(index) as usize], true))
        .collect();
    let count = first.iter().filter(|&&first| first).count();
    (first, count)
}

/// Fits the tail to the strengths of `all_unlinked` pairs; those missing from the list are weaker. Of the class's `all`
/// pairs, those that `before` expects to be too few may be copies. Returns `None` if there are not enough.
fn fitted(unlinked: &[f64], all_unlinked: u64, all: f64, before: &Chance) -> Option<Chance> {
    if all_unlinked < MIN_PAIRS {
        return None;
    }
    let in_tail = ((TAIL * all_unlinked as f64) as usize).max(MIN_IN_TAIL).min(unlinked.len() / 2);
    let from = unlinked.get(in_tail)?.min(MAX_START);
    let before_end = before.from + (all * before.share / MIN_FITTED).ln() / before.rate;
    let width = (before_end - from).max(MIN_WIDTH);
    let (mut count, mut sum) = (0.0, 0.0);
    for strength in unlinked.iter().filter(|&&strength| from < strength && strength <= from + width) {
        count += 1.0;
        sum += strength - from;
    }
    let rate = rate(count, sum, width).clamp(RATES.0, RATES.1);
    let seen = (1.0 - (-rate * width).exp()).max(0.2);
    let usual = in_tail as f64 / all_unlinked as f64;
    let share = (count / seen / all_unlinked as f64).clamp(TAIL_FACTORS.0 * usual, TAIL_FACTORS.1 * usual);
    Some(Chance { submissions: before.submissions, from, rate, share })
}

/// Returns the most likely rate of an exponential distribution that is not observed beyond `width`: for `count` numbers
/// with this `sum`, and [`USUAL_PAIRS`] more that follow the usual rate.
fn rate(count: f64, sum: f64, width: f64) -> f64 {
    // Derivative of the log-likelihood, which decreases as the rate grows.
    let slope = |rate: f64| {
        let unseen = (-rate * width).exp();
        count / rate - count * width * unseen / (1.0 - unseen) - sum
            + USUAL_PAIRS * (1.0 / rate - 1.0 / USUAL_RATE)
    };
    let (mut low, mut high) = (1e-3, 1e3);
    for _ in 0..80 {
        let middle = f64::midpoint(low, high);
        if slope(middle) > 0.0 {
            low = middle;
        } else {
            high = middle;
        }
    }
    low
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    /// A pair and its strength.
    type Strong = ((u32, u32), f64);

    fn tail(class: &[Strong], n: usize) -> Option<Chance> {
        let pairs: Vec<(u32, u32)> = class.iter().map(|pair| pair.0).collect();
        let strengths: Vec<Strength> = class.iter().map(|&(_, own)| Strength { own, raised: own }).collect();
        chance(&pairs, &strengths, &vec![true; n], &UnionFind::new(n as u32), &UnionFind::new(n as u32))
    }

    /// Returns all pairs of `n` people who worked alone: a twentieth is above 0.2, and those decrease at this rate. Their
    /// strengths are quantiles, in no order.
    fn alone(n: u32, rate: f64) -> Vec<Strong> {
        let count = pairs_of(n as usize);
        let pairs = (0..n).flat_map(|left| (left + 1..n).map(move |right| (left, right)));
        pairs
            .zip(0_u64..)
            .map(|(pair, at)| {
                let above = (((at * 7_919) % count) as f64 + 0.5) / count as f64;
                (pair, 0.2 - (above / TAIL).ln() / rate)
            })
            .collect()
    }

    fn expected(tail: &Chance, strength: f64, n: usize) -> f64 {
        tail.expected(strength, pairs_of(n) as f64)
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(64))]

        #[test]
        fn the_rate_is_the_likeliest(
            numbers in prop::collection::vec(0.0..1.0_f64, 4..40),
            width in 0.05..2.0_f64,
        ) {
            let (count, sum) = (numbers.len() as f64, width * numbers.iter().sum::<f64>());
            let found = rate(count, sum, width);
            let likelihood = |rate: f64| {
                count * (rate / (1.0 - (-rate * width).exp())).ln() - rate * sum
                    + USUAL_PAIRS * (rate.ln() - rate / USUAL_RATE)
            };
            for other in [0.9 * found, 1.1 * found] {
                prop_assert!(likelihood(other) <= likelihood(found));
            }
        }

        /// About as many pairs as expected have at least a strength. Both numbers vary by chance, as the tail is fitted to few
        /// pairs: so neither of them alone says how far apart they may be.
        #[test]
        fn an_exponential_tail_is_found_again(n in 40..120_u32, rate in 3.0..5.0_f64) {
            let class = alone(n, rate);
            let tail = tail(&class, n as usize).unwrap();
            for strength in [0.3, 0.6, 0.9, 1.2, 1.5, 1.8] {
                let seen = class.iter().filter(|pair| strength <= pair.1).count() as f64;
                let expected = expected(&tail, strength, n as usize);
                let mean = f64::midpoint(expected, seen);
                prop_assert!((expected - seen).abs() < 4.0 + 0.6 * mean, "{strength}: {expected}, {seen}");
            }
        }

        /// A submission and its copies count as one, and the pairs of copies are not fitted.
        #[test]
        fn copies_change_little_of_what_chance_leaves(n in 30..60_u32, copied in 1..20_u32) {
            let class = alone(n, 3.4);
            let innocent = tail(&class, n as usize).unwrap();
            let mut pairs = class.clone();
            for copy in 0..copied {
                for ((left, right), strength) in pairs.clone() {
                    if left == copy || right == copy {
                        let other = if left == copy { right } else { left };
                        pairs.push(((other, n + copy), strength));
                    }
                }
                pairs.push(((copy, n + copy), 6.0));
            }
            let all = (n + copied) as usize;
            let tail = tail(&pairs, all).unwrap();
            prop_assert_eq!(tail.submissions, n);
            for strength in [0.8, 1.2, 2.0] {
                let share = |tail: &Chance| tail.expected(strength, 1.0);
                let factor = share(&tail) / share(&innocent);
                prop_assert!((0.5..2.0).contains(&factor), "{factor} at {strength}");
            }
        }

        /// Whatever the class, no more pairs are expected than there are, and stronger ones are fewer.
        #[test]
        fn expectations_are_finite_and_decrease(
            strengths in prop::collection::vec(-3.0..15.0_f64, 66),
            equal in any::<bool>(),
        ) {
            let pairs = (0..12).flat_map(|left| (left + 1..12).map(move |right| (left, right)));
            let class: Vec<Strong> =
                pairs.zip(strengths.iter().map(|&own| if equal { strengths[0] } else { own })).collect();
            let tail = tail(&class, 12).unwrap();
            let mut before = f64::INFINITY;
            for strength in [-400.0, -3.0, 0.0, 1.0, 5.0, 50.0, 4_000.0] {
                let expected = expected(&tail, strength, 12);
                prop_assert!(expected.is_finite() && (0.0..=66.0_f64.min(before)).contains(&expected));
                before = expected;
            }
        }
    }

    #[test]
    fn a_small_class_tells_nothing_of_chance() {
        assert_eq!(tail(&alone(9, 3.4), 9), None);
        assert_eq!(tail(&[], 0), None);
        assert!(tail(&alone(10, 3.4), 10).is_some());
    }

    #[test]
    fn pairs_that_were_not_compared_are_weaker() {
        let class = alone(60, 3.4);
        let strong: Vec<Strong> = class.iter().filter(|pair| pair.1 >= 0.3).copied().collect();
        let (all, some) = (tail(&class, 60).unwrap(), tail(&strong, 60).unwrap());
        for strength in [0.8, 1.2, 2.0] {
            let factor = some.expected(strength, 1.0) / all.expected(strength, 1.0);
            assert!((0.5..2.0).contains(&factor), "{factor} at {strength}");
        }
    }
}
