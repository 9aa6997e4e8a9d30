//! The distribution of suspicion over a class's own pairs, and an estimate of how many of them are expected by chance.
//!
//! The estimate is fitted to the class itself: over the highest tenth of pairs below the cut-off, the cube root of
//! suspicion decreases exponentially (`docs/internals/detection.md#expected-by-chance` says how well this fits, and
//! what it is good for). Submissions linked by pairs at or above [`DEFAULT_CUTOFF`] count as one; otherwise each copy
//! of a program would count again. So the extrapolation beyond the cut-off is what people who worked alone have there.
//!
//! It takes as long as sorting the pairs.

use crate::{
    groups::union_find::UnionFind,
    limits::DEFAULT_CUTOFF,
    results::distribution::{Bar, Chance, Distribution},
    scoring::scored_pair::ScoredPair,
};

/// Share of a class's pairs to which the tail is fitted.
const TAIL: f64 = 0.1;

/// The weight of the usual rate, as a number of pairs added to those of the class.
const USUAL_PAIRS: f64 = 10.0;

/// The rate of most classes, per unit of the cube root of bits.
const USUAL_RATE: f64 = 4.2;

/// Least pairs of unlinked submissions for an estimate: those of ten submissions.
const MIN_PAIRS: u64 = 45;

/// Least pairs in the tail to fit its slope.
const MIN_IN_TAIL: usize = 4;

/// A pair stands out if chance gives one as high in one class of twenty, ...
const STAND_OUT_EXPECTED: f64 = 0.05;

/// ... and if it has at least this many bits, however uniform the class.
const MIN_STAND_OUT: f64 = 5.0;

/// Edges of the bars: the powers of the square root of 2, from 2^-4 to 2^11.
const EDGES: std::ops::RangeInclusive<i32> = -8..=22;

/// Returns the distribution of pairs whose sides are both included, from pairs in ranked order. `parties` are
/// submissions that count as one, whatever they share.
pub(crate) fn distribution(ranked: &[ScoredPair], takes_part: &[bool], parties: UnionFind) -> Distribution {
    let takes = |index: u32| takes_part[index as usize];
    let own: Vec<&ScoredPair> =
        ranked.iter().filter(|pair| !pair.too_short && takes(pair.left) && takes(pair.right)).collect();
    let submissions = takes_part.iter().filter(|&&takes| takes).count() as u32;
    Distribution {
        submissions,
        pairs: pairs_of(submissions),
        bars: bars(&own, takes_part.len()),
        chance: chance(&own, takes_part, parties),
    }
}

fn pairs_of(submissions: u32) -> u64 {
    u64::from(submissions) * u64::from(submissions.saturating_sub(1)) / 2
}

fn bars(own: &[&ScoredPair], submissions: usize) -> Vec<Bar> {
    let edges: Vec<f64> = EDGES.map(|half| (f64::from(half) / 2.0).exp2()).collect();
    let mut bars: Vec<Bar> = std::iter::once(0.0)
        .chain(edges.iter().copied())
        .zip(edges.iter().copied().map(Some).chain([None]))
        .map(|(from, to)| Bar { from, to, pairs: 0, strongest: 0 })
        .collect();
    let mut met = vec![false; submissions];
    for pair in own {
        let bar = &mut bars[edges.partition_point(|&edge| edge <= pair.suspicion)];
        bar.pairs += 1;
        // As pairs are ranked, the first pair of a submission is its strongest.
        for side in [pair.left, pair.right] {
            bar.strongest += u32::from(!std::mem::replace(&mut met[side as usize], true));
        }
    }
    bars
}

fn chance(own: &[&ScoredPair], takes_part: &[bool], mut linked: UnionFind) -> Option<Chance> {
    for pair in own.iter().take_while(|pair| DEFAULT_CUTOFF <= pair.suspicion) {
        linked.join(pair.left, pair.right);
    }
    let mut stands_for = |index: u32| linked.root(index) == index;
    let all = takes_part.iter().filter(|&&takes| takes).count() as u32;
    let alone = (0..takes_part.len() as u32).filter(|&at| takes_part[at as usize] && stands_for(at)).count();
    let pairs = pairs_of(alone as u32);
    if pairs < MIN_PAIRS {
        return None;
    }
    // Highest first, as ranked. Two that are not linked are below the cut-off.
    let unlinked: Vec<f64> = own
        .iter()
        .filter(|pair| stands_for(pair.left) && stands_for(pair.right))
        .map(|pair| pair.suspicion)
        .collect();
    // Of the pairs that share little, only some were compared. The tail ends well before them.
    let in_tail = ((TAIL * pairs as f64) as usize).min(unlinked.len() / 2);
    let from = *unlinked.get(in_tail)?;
    let tail: Vec<f64> = unlinked.iter().take_while(|&&suspicion| from < suspicion).copied().collect();
    if tail.len() < MIN_IN_TAIL {
        return None;
    }
    let width = DEFAULT_CUTOFF.cbrt() - from.cbrt();
    let sum: f64 = tail.iter().map(|suspicion| suspicion.cbrt() - from.cbrt()).sum();
    let rate = rate(tail.len() as f64, sum, width);
    let seen = 1.0 - (-rate * width).exp();
    // The pairs of copies include the same proportion of innocent pairs as those of the submissions they were copied
    // from.
    let whole_class = pairs_of(all) as f64 / pairs as f64;
    let chance = Chance {
        submissions: alone as u32,
        from,
        pairs: tail.len() as f64 / seen * whole_class,
        rate,
        stands_out: 0.0,
    };
    Some(Chance { stands_out: chance.level(STAND_OUT_EXPECTED).max(MIN_STAND_OUT), ..chance })
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
        if 0.0 < slope(middle) {
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
    use crate::scoring::scored_pair::rank;

    fn alone_or_linked(ranked: &[ScoredPair], takes_part: &[bool]) -> Distribution {
        distribution(ranked, takes_part, UnionFind::new(takes_part.len()))
    }

    fn ranked(pairs: impl IntoIterator<Item = (u32, u32, f64)>) -> Vec<ScoredPair> {
        let scored = |(left, right, suspicion)| ScoredPair {
            left,
            right,
            suspicion,
            transitive: None,
            too_short: false,
        };
        let mut pairs: Vec<ScoredPair> = pairs.into_iter().map(scored).collect();
        rank(&mut pairs);
        pairs
    }

    /// Returns all pairs of `n` people who worked alone. Suspicions are the quantiles of an exponential tail, in no
    /// order.
    fn alone(n: u32, rate: f64) -> Vec<(u32, u32, f64)> {
        let count = pairs_of(n);
        let pairs = (0..n).flat_map(|left| (left + 1..n).map(move |right| (left, right)));
        pairs
            .enumerate()
            .map(|(at, (left, right))| {
                let quantile = ((at as u64 * 7_919) % count) as f64 / count as f64;
                (left, right, (-(1.0 - quantile).ln() / rate).powi(3))
            })
            .collect()
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(64))]

        #[test]
        fn bars_hold_every_pair_that_takes_part_where_it_belongs(
            pairs in prop::collection::btree_map((0..12_u32, 0..12_u32), 0.0..3000.0_f64, 0..60),
            takes_part in prop::collection::vec(any::<bool>(), 12),
        ) {
            let pairs = pairs.into_iter().filter(|((left, right), _)| left < right);
            let pairs: Vec<_> = pairs.map(|((left, right), suspicion)| (left, right, suspicion)).collect();
            let found = alone_or_linked(&ranked(pairs.clone()), &takes_part);
            let own = || {
                let takes = |side: u32| takes_part[side as usize];
                pairs.iter().filter(move |&&(left, right, _)| takes(left) && takes(right))
            };
            for bar in &found.bars {
                let holds = |suspicion: f64| bar.from <= suspicion && bar.to.is_none_or(|to| suspicion < to);
                prop_assert_eq!(bar.pairs as usize, own().filter(|pair| holds(pair.2)).count());
                let strongest = |side: u32| {
                    let of_side = own().filter(|pair| pair.0 == side || pair.1 == side);
                    of_side.map(|pair| pair.2).reduce(f64::max)
                };
                let expected = (0..12).filter_map(strongest).filter(|&most| holds(most)).count();
                prop_assert_eq!(bar.strongest as usize, expected);
            }
            for (one, next) in found.bars.iter().zip(&found.bars[1..]) {
                prop_assert_eq!(one.to, Some(next.from));
            }
        }

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

        #[test]
        fn an_exponential_tail_is_found_again(n in 40..80_u32, rate in 3.0..7.0_f64) {
            let class = alone(n, rate);
            let chance = alone_or_linked(&ranked(class.clone()), &vec![true; n as usize]).chance.unwrap();
            prop_assert!((chance.rate / rate - 1.0).abs() < 0.15, "{} of {rate}", chance.rate);
            for level in [1.0, 3.0, DEFAULT_CUTOFF] {
                let above = class.iter().filter(|pair| level <= pair.2).count() as f64;
                let expected = chance.expected(level.max(chance.from));
                let seen = class.iter().filter(|pair| level.max(chance.from) <= pair.2).count() as f64;
                prop_assert!((expected - seen).abs() < 3.0 + 0.35 * seen, "{expected}, {seen}, {above}");
            }
            prop_assert!((chance.expected(chance.stands_out) - STAND_OUT_EXPECTED).abs() < 1e-6 || chance.stands_out <= MIN_STAND_OUT);
        }

        /// A submission and its copies count as one. What they share with others is counted again for each copy.
        #[test]
        fn copies_change_little_of_what_is_left_to_chance(n in 30..50_u32, copied in 1..15_u32) {
            let class = alone(n, 4.0);
            let innocent = alone_or_linked(&ranked(class.clone()), &vec![true; n as usize]).chance.unwrap();
            let kept = class.iter().filter(|pair| pair.2 < DEFAULT_CUTOFF).copied();
            let mut pairs: Vec<_> = kept.collect();
            for copy in 0..copied {
                let shared: Vec<_> = pairs.clone().into_iter().filter(|pair| pair.0 == copy || pair.1 == copy).collect();
                for (left, right, suspicion) in shared {
                    let other = if left == copy { right } else { left };
                    pairs.push((other, n + copy, suspicion));
                }
                pairs.push((copy, n + copy, 300.0));
            }
            let all = vec![true; (n + copied) as usize];
            let chance = alone_or_linked(&ranked(pairs), &all).chance.unwrap();
            prop_assert!((chance.rate / innocent.rate - 1.0).abs() < 0.3, "{} of {}", chance.rate, innocent.rate);
            prop_assert!(chance.submissions <= n);
            let whole = pairs_of(n + copied) as f64 / pairs_of(n) as f64;
            let factor = chance.expected(5.0) / innocent.expected(5.0) / whole;
            prop_assert!((0.4..2.5).contains(&factor), "{factor}");
        }
    }

    #[test]
    fn a_small_class_tells_nothing_of_chance() {
        let nine = alone_or_linked(&ranked(alone(9, 4.0)), &[true; 9]);
        assert_eq!((nine.pairs, nine.chance), (36, None));
        assert_eq!(alone_or_linked(&[], &[]).chance, None);
        // Equal programs have no tail.
        let equal = (0..20).flat_map(|left| (left + 1..20).map(move |right| (left, right, 1.0)));
        assert_eq!(alone_or_linked(&ranked(equal), &[true; 20]).chance, None);
    }
}
