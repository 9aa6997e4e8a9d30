//! Verified pairs, their ranking, and the distribution of suspicion and of expect values over a class's own pairs.

use rayon::prelude::*;
use rustc_hash::FxHashSet;

use crate::groups::Class;
use crate::scoring::chance::pairs_of;
use crate::{Bar, Chance, Cutoff, Distribution, ExpectBar};

/// A pair whose suspicion was computed.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct ScoredPair {
    pub(crate) left: u32,
    pub(crate) right: u32,
    pub(crate) suspicion: f64,
    /// How many pairs as strong as this one chance would leave; `None` if the class is too small to tell, or a side is
    /// too short to judge.
    pub(crate) expect: Option<f64>,
    pub(crate) transitive: Option<u32>,
    /// Index of the finding that says that both sides are versions of one program.
    pub(crate) versions: Option<u32>,
    pub(crate) too_short: bool,
    /// Index of the pair among the candidates.
    pub(crate) candidate: u32,
}

impl ScoredPair {
    /// Returns how far the pair lies beyond the cut-off: the decimal logarithm of a quotient of expect values, or the
    /// binary logarithm of one of suspicions.
    pub(crate) fn beyond(&self, cutoff: Cutoff) -> f64 {
        match cutoff {
            Cutoff::Expect(cutoff) => {
                (cutoff.max(1e-99) / self.expect.unwrap_or(f64::INFINITY).max(1e-99)).log10()
            }
            Cutoff::Suspicion(cutoff) => (self.suspicion / cutoff.max(1e-9)).log2(),
        }
    }

    /// Returns whether the pair can be judged and is named.
    pub(crate) fn reaches(&self, cutoff: Cutoff) -> bool {
        !self.too_short
            && match cutoff {
                Cutoff::Expect(cutoff) => self.expect.is_some_and(|expect| expect <= cutoff),
                Cutoff::Suspicion(cutoff) => cutoff <= self.suspicion,
            }
    }
}

/// Verified pairs by what their sides are, each list ranked.
pub(crate) struct Ranked {
    pub(crate) students: Vec<ScoredPair>,
    pub(crate) with_staff: Vec<ScoredPair>,
    pub(crate) with_references: Vec<ScoredPair>,
}

impl Ranked {
    /// Ranks pairs.
    pub(crate) fn new(scored: Vec<ScoredPair>, class: &Class) -> Self {
        let (mut with_staff, mut students): (Vec<_>, Vec<_>) =
            scored.into_iter().partition(|pair| class.parties.has_staff((pair.left, pair.right)));
        let mut with_references: Vec<ScoredPair> =
            with_staff.extract_if(.., |pair| class.references <= pair.right as usize).collect();
        for pairs in [&mut students, &mut with_staff, &mut with_references] {
            rank(pairs);
        }
        Self { students, with_staff, with_references }
    }

    /// Returns the expect values of pairs of the first `batch` submissions that can be judged.
    pub(crate) fn judged(&self, batch: usize) -> Vec<(u32, u32, f64)> {
        let own = self.students.iter().filter(|pair| !pair.too_short && (pair.right as usize) < batch);
        own.filter_map(|pair| Some((pair.left, pair.right, pair.expect?))).collect()
    }
}

/// Sorts pairs: judged before too short, then by expect value, then by suspicion, then by name.
pub(crate) fn rank(pairs: &mut [ScoredPair]) {
    let expect = |pair: &ScoredPair| pair.expect.unwrap_or(f64::INFINITY);
    pairs.par_sort_unstable_by(|a, b| {
        a.too_short
            .cmp(&b.too_short)
            .then(expect(a).total_cmp(&expect(b)))
            .then(b.suspicion.total_cmp(&a.suspicion))
            .then((a.left, a.right).cmp(&(b.left, b.right)))
    });
}

/// Edges of the bars: the powers of the square root of 2, from 2^-4 to 2^11.
const EDGES: std::ops::RangeInclusive<i32> = -8..=22;

/// Returns the distribution of pairs whose sides are both included, and of how many of
/// these a copy would not be named. Of versions of one program, only the strongest pair
/// is.
pub(crate) fn distribution(
    ranked: &[ScoredPair],
    takes_part: &[bool],
    too_alike: u32,
    chance: Option<Chance>,
) -> Distribution {
    let takes = |index: u32| takes_part[index as usize];
    let mut seen = FxHashSet::default();
    let own: Vec<&ScoredPair> = (ranked.iter())
        .filter(|pair| !pair.too_short && takes(pair.left) && takes(pair.right))
        .filter(|pair| pair.versions.is_none_or(|finding| seen.insert(finding)))
        .collect();
    let submissions = takes_part.iter().filter(|&&takes| takes).count();
    let pairs = pairs_of(submissions);
    Distribution {
        submissions: submissions as u32,
        pairs,
        too_alike,
        bars: bars(&own, takes_part.len()),
        by_expect: expect_bars(own.iter().filter_map(|pair| pair.expect), pairs),
        chance,
    }
}

fn bars(own: &[&ScoredPair], submissions: usize) -> Vec<Bar> {
    let edges: Vec<f64> = EDGES.map(|half| (f64::from(half) / 2.0).exp2()).collect();
    let mut bars: Vec<Bar> = std::iter::once(0.0)
        .chain(edges.iter().copied())
        .zip(edges.iter().copied().map(Some).chain([None]))
        .map(|(from, to)| Bar { from, to, pairs: 0, strongest: 0 })
        .collect();
    let bar_of = |suspicion: f64| edges.partition_point(|&edge| edge <= suspicion);
    let mut strongest: Vec<Option<f64>> = vec![None; submissions];
    for pair in own {
        bars[bar_of(pair.suspicion)].pairs += 1;
        for side in [pair.left, pair.right] {
            let strongest = &mut strongest[side as usize];
            *strongest = Some(strongest.map_or(pair.suspicion, |most| most.max(pair.suspicion)));
        }
    }
    for suspicion in strongest.into_iter().flatten() {
        bars[bar_of(suspicion)].strongest += 1;
    }
    bars
}

/// Edges of the bars by expect value, in powers of the square root of 10.
const EXPECT_EDGES: std::ops::RangeInclusive<i32> = -8..=16;

/// Returns the bars of the class's expect values: of those of its `all` pairs that were compared.
fn expect_bars(expects: impl Iterator<Item = f64>, all: u64) -> Vec<ExpectBar> {
    let edges: Vec<f64> = EXPECT_EDGES
        .map(|half| 10_f64.powf(f64::from(half) / 2.0))
        .filter(|edge| *edge < all as f64)
        .collect();
    let ends = edges.iter().copied().chain([all as f64]);
    let mut bars: Vec<ExpectBar> = std::iter::once(0.0)
        .chain(edges.iter().copied())
        .zip(ends)
        .map(|(from, to)| ExpectBar { from, to, pairs: 0 })
        .collect();
    for expect in expects {
        bars[edges.partition_point(|&edge| edge < expect)].pairs += 1;
    }
    bars.reverse();
    bars
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn scored(pairs: impl IntoIterator<Item = (u32, u32, f64)>) -> Vec<ScoredPair> {
        let scored = |(left, right, suspicion)| ScoredPair {
            left,
            right,
            suspicion,
            expect: None,
            transitive: None,
            versions: None,
            too_short: false,
            candidate: 0,
        };
        pairs.into_iter().map(scored).collect()
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
            let found = distribution(&scored(pairs.clone()), &takes_part, 0, None);
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
        fn bars_hold_every_pair_once(expects in prop::collection::vec(0.0..500.0_f64, 0..40)) {
            let bars = expect_bars(expects.iter().copied(), 500);
            prop_assert_eq!(bars.iter().map(|bar| bar.pairs).sum::<u64>(), expects.len() as u64);
            prop_assert!(bars.windows(2).all(|two| two[0].from.total_cmp(&two[1].to).is_eq()));
            for bar in &bars {
                let inside = expects.iter().filter(|&&expect| bar.from < expect && expect <= bar.to).count();
                let zero = expects.iter().filter(|&&expect| expect == 0.0 && bar.from == 0.0).count();
                prop_assert_eq!(bar.pairs as usize, inside + zero);
            }
        }
    }
}
