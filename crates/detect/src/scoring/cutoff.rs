//! The default cut-off of a class: the expect value up to which pairs are named.
//!
//! One expected pair is a price that a class of any size pays. In a class in which many copied, more expected pairs are few
//! among those that are named: of k discoveries with at most the expect value e, e are expected by chance, a
//! false-discovery rate of e / k (Benjamini and Hochberg 1995). Pairs that link the same submissions are not discoveries of
//! their own, so k counts those that link two between which no path was known: of a group of submissions, one less than it
//! has members, and of versions of one program one.

use chaffinch_fingerprint::UnionFind;

use crate::DEFAULT_CUTOFF_EXPECT;
use crate::scoring::ranking::ScoredPair;

/// Largest share of the discoveries that is expected by chance.
pub(crate) const RATE: f64 = 0.05;

/// Returns the largest expect value of the ranked pairs at which at most [`RATE`] of the discoveries are expected by chance;
/// [`DEFAULT_CUTOFF_EXPECT`] if that is larger.
///
/// Chance chooses from the pairs of the first `batch` submissions and, if there are any, from their pairs with earlier ones.
/// Submissions in one of `sets` count as one. `found` is the number of discoveries that the sets themselves are.
pub(crate) fn by_rate(ranked: &[ScoredPair], batch: usize, sets: &UnionFind, found: usize) -> f64 {
    let is_earlier = |pair: &ScoredPair| batch <= pair.right as usize;
    let populations = if ranked.iter().any(is_earlier) { 2.0 } else { 1.0 };
    let mut discoveries = found as f64;
    let mut cutoff = DEFAULT_CUTOFF_EXPECT;
    for pair in ranked.iter().filter(|pair| !pair.too_short) {
        let Some(expect) = pair.expect else { break };
        if sets.root(pair.left) != sets.root(pair.right) {
            discoveries += 1.0;
            sets.join(pair.left, pair.right);
        }
        if expect * populations <= RATE * discoveries {
            cutoff = cutoff.max(expect);
        }
    }
    cutoff
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::scoring::ranking::rank;

    fn pair(left: u32, right: u32, expect: f64) -> ScoredPair {
        ScoredPair {
            left,
            right,
            suspicion: 20.0,
            expect: Some(expect),
            transitive: None,
            versions: None,
            too_short: false,
            candidate: 0,
        }
    }

    /// Returns the number of discoveries of pairs: how many sets fewer there are with them than without.
    fn discoveries(pairs: &[ScoredPair], submissions: u32) -> usize {
        let sets = UnionFind::new(submissions);
        for pair in pairs {
            sets.join(pair.left, pair.right);
        }
        (0..submissions).filter(|&one| sets.root(one) != one).count()
    }

    proptest! {
        #[test]
        fn at_most_one_in_twenty_discoveries_is_expected(
            pairs in prop::collection::btree_map((0..60_u32, 0..60_u32), 0.0..6.0_f64, 0..200),
            batch in 50..61_usize,
        ) {
            let pairs = pairs.into_iter().filter(|((left, right), _)| left < right && (*left as usize) < batch);
            let mut ranked: Vec<_> = pairs.map(|((left, right), expect)| pair(left, right, expect)).collect();
            rank(&mut ranked);
            let populations = if ranked.iter().any(|pair| batch <= pair.right as usize) { 2.0 } else { 1.0 };
            let allowed = |expect: f64| {
                let reaching: Vec<_> = ranked.iter().filter(|pair| pair.expect <= Some(expect)).copied().collect();
                expect * populations <= 0.05 * discoveries(&reaching, 60) as f64
            };
            let expects = ranked.iter().filter_map(|pair| pair.expect);
            let expected = expects.filter(|&expect| allowed(expect)).fold(1.0, f64::max);
            prop_assert!((by_rate(&ranked, batch, &UnionFind::new(60), 0) - expected).abs() < 1e-12);
        }
    }

    #[test]
    fn what_is_known_counts_once() {
        // A chain of 40 pairs, or all pairs of ten submissions, and a weaker pair.
        let chain = || (0..40).map(|at| pair(at, at + 1, 1e-3));
        let weak = || [pair(50, 51, 2.0)];
        let cutoff = |pairs: Vec<ScoredPair>, sets: &UnionFind, found| by_rate(&pairs, 60, sets, found);
        assert!((cutoff(chain().chain(weak()).collect(), &UnionFind::new(60), 0) - 2.0).abs() < 1e-9);
        let one = UnionFind::new(60);
        (0..40).for_each(|at| one.join(at, at + 1));
        assert!((cutoff(chain().chain(weak()).collect(), &one, 1) - 1.0).abs() < 1e-9);
        let within = (0..10).flat_map(|left| (left + 1..10).map(move |right| pair(left, right, 1e-3)));
        assert!((cutoff(within.chain(weak()).collect(), &UnionFind::new(60), 0) - 1.0).abs() < 1e-9);
    }
}
