//! `MinHash`: minima whose equality has the probability of the resemblance. Pure arithmetic.

use crate::Key;
use crate::Permutation;
use chaffinch_fingerprint::{mix, rehash};

/// P of `(a*x + b) mod P`: the Mersenne prime `2^61 - 1`, above every id.
const P: u64 = (1 << 61) - 1;

/// L functions `h(x) = (a*x + b) mod P`, with a in 1..P-1 and b in 0..P-1.
#[derive(Debug, Clone)]
pub(super) struct Functions(Vec<(u64, u64)>);

impl Functions {
    /// The longest ids that all lie below P.
    pub(super) const MAX_BITS: u32 = 60;

    pub(super) fn new(length: usize, key: &Key) -> Self {
        let mut draw = key.draw("MinHash functions");
        // Uniform but for one part in 2^64 / P.
        let mut below = |bound: u64| ((u128::from(draw.next_number()) * u128::from(bound)) >> 64) as u64;
        Self((0..length).map(|_| (1 + below(P - 1), below(P))).collect())
    }

    /// The minimum of each function; none of no ids.
    pub(super) fn minima(&self, ids: &[u64]) -> Vec<u64> {
        assert!(ids.iter().all(|id| id >> Self::MAX_BITS == 0), "ids of L functions have at most 60 bits");
        if ids.is_empty() {
            return Vec::new();
        }
        let minimum = |(a, b): &(u64, u64)| ids.iter().map(|x| multiply_add(*a, *x, *b)).min().unwrap_or(P);
        self.0.iter().map(minimum).collect()
    }
}

/// `(a*x + b) mod P`. Naive equivalent: `%` on 128 bits. As `2^61 = 1` modulo P, the bits above the lowest 61 are added
/// to them.
#[inline]
fn multiply_add(a: u64, x: u64, b: u64) -> u64 {
    let product = u128::from(a) * u128::from(x) + u128::from(b);
    let folded = (product as u64 & P) + (product >> 61) as u64;
    if folded < P { folded } else { folded - P }
}

/// One permutation, its range cut into L equal parts (Li, Owen, Zhang 2012).
#[derive(Debug, Clone)]
pub(super) struct OnePermutation {
    length: usize,
    permutation: Permutation,
    filling: u64,
}

/// No part's minimum: the permutation's last value, which is left out.
const EMPTY: u64 = u64::MAX;

impl OnePermutation {
    pub(super) fn new(length: usize, key: &Key) -> Self {
        let filling = key.draw("filling empty parts").next_number();
        Self { length, permutation: Permutation::new(key, "one permutation"), filling }
    }

    /// The minimum of each part, empty ones filled; none of no ids.
    pub(super) fn minima(&self, ids: &[u64]) -> Vec<u64> {
        let mut minima = vec![EMPTY; self.length];
        for id in ids {
            let value = self.permutation.apply(*id);
            let part = &mut minima[self.part_of(value)];
            *part = value.min(*part);
        }
        self.fill(&mut minima);
        minima
    }

    fn part_of(&self, uniform: u64) -> usize {
        ((u128::from(uniform) * self.length as u128) >> 64) as usize
    }

    /// Fills empty parts from others, so that each still agrees with the probability of the resemblance (Mai and others
    /// 2020; the densification of Shrivastava 2017 turned round): in every round each part that has a
    /// minimum offers it to a part chosen at random by round and giver, and the first offer is taken.
    ///
    /// Which giver a part gets in the union of two sets depends on which parts are occupied there, not by what; the two
    /// sets agree in it if and only if the union's minimum of that giver is in both. Some `L ln L` offers at
    /// most on average, however few ids there are.
    fn fill(&self, minima: &mut Vec<u64>) {
        let givers: Vec<(usize, u64)> =
            (0..).zip(minima.iter().copied()).filter(|(_, minimum)| *minimum != EMPTY).collect();
        if givers.is_empty() {
            minima.clear();
            return;
        }
        let mut empty = self.length - givers.len();
        let rounds = (0..).flat_map(|round| givers.iter().map(move |giver| (round, giver)));
        for (round, (giver, minimum)) in rounds {
            if empty == 0 {
                return;
            }
            let offer = rehash(mix(self.filling ^ *giver as u64).wrapping_add(round));
            let part = &mut minima[self.part_of(offer)];
            if *part == EMPTY {
                *part = *minimum;
                empty -= 1;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn the_mersenne_remainder_is_the_remainder(a in 1..P, x in 0_u64..1 << 60, b in 0..P) {
            let expected = (u128::from(a) * u128::from(x) + u128::from(b)) % u128::from(P);
            prop_assert_eq!(u128::from(multiply_add(a, x, b)), expected);
        }
    }

    #[test]
    fn the_largest_operands_fit() {
        for (a, x, b) in [(P - 1, (1 << 60) - 1, P - 1), (1, 0, 0), (1, 0, P - 1), (P - 1, 1, 1)] {
            let expected = (u128::from(a) * u128::from(x) + u128::from(b)) % u128::from(P);
            assert_eq!(u128::from(multiply_add(a, x, b)), expected);
        }
    }

    /// Whatever part is empty is filled, from one id up.
    #[test]
    fn every_part_is_filled() {
        let permutation = OnePermutation::new(1000, &Key::PUBLIC);
        for n in [1_u64, 2, 10, 5000] {
            let ids: Vec<u64> = (0..n).collect();
            let minima = permutation.minima(&ids);
            assert!(minima.len() == 1000 && !minima.contains(&EMPTY));
        }
        assert!(permutation.minima(&[]).is_empty());
    }
}
