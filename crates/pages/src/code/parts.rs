//! Divides two columns into parts of a page's size each, aligned along the heaviest chain of matches that are in the same
//! order on both sides. Pure.

use std::ops::Range;

/// The sizes of a column's slots, computed one after the other.
pub(crate) struct SlotCosts<'c> {
    slots: usize,
    costs: Box<dyn Iterator<Item = u64> + 'c>,
}

impl<'c> SlotCosts<'c> {
    /// Returns the sizes of a column with this number of slots.
    pub(crate) fn new(slots: usize, costs: impl Iterator<Item = u64> + 'c) -> Self {
        Self { slots, costs: Box::new(costs) }
    }

    /// Returns the sizes of a column without slots.
    pub(crate) fn none() -> Self {
        Self::new(0, std::iter::empty())
    }

    /// Returns the total size of the next slots.
    fn next(&mut self, slots: usize) -> u64 {
        self.costs.by_ref().take(slots).sum()
    }
}

/// Divides two columns into parts. Every slot is in exactly one part, and parts are in order. Neither half of a part is
/// larger than `budget`, unless a single slot is. `anchors` are pairs of slots that belong next to each other,
/// ascending on both sides: parts are cut along the line through them. There is at least one part, which may be empty.
pub(crate) fn divide(
    mut columns: [SlotCosts; 2],
    anchors: &[[usize; 2]],
    budget: u64,
) -> Vec<[Range<usize>; 2]> {
    let ends = [columns[0].slots, columns[1].slots];
    let mut parts = Vec::new();
    // The current part: its first slots, the slots after its last, and its size.
    let (mut from, mut until, mut cost) = ([0_usize; 2], [0_usize; 2], [0_u64; 2]);
    for next in steps(anchors, ends) {
        let step = [0, 1].map(|side: usize| columns[side].next(next[side] - until[side]));
        let fits = (0..2).all(|side| cost[side] + step[side] <= budget);
        if !fits && from != until {
            parts.push([from[0]..until[0], from[1]..until[1]]);
            (from, cost) = (until, [0; 2]);
        }
        cost = [cost[0] + step[0], cost[1] + step[1]];
        until = next;
    }
    if from != until || parts.is_empty() {
        parts.push([from[0]..until[0], from[1]..until[1]]);
    }
    parts
}

/// Returns the steps of a path through both columns from their beginnings to their ends. A step passes at most one slot
/// on each side, and at least one in total.
fn steps(anchors: &[[usize; 2]], ends: [usize; 2]) -> impl Iterator<Item = [usize; 2]> {
    let bends = anchors.iter().copied().chain([ends]);
    let stretches = bends.scan([0_usize; 2], move |last, bend| {
        let from = *last;
        // The path always leads forward, whatever the anchors are.
        *last = [0, 1].map(|side: usize| bend[side].clamp(from[side], ends[side]));
        Some((from, *last))
    });
    stretches.flat_map(|(from, to)| {
        let length = (to[0] - from[0]).max(to[1] - from[1]);
        (1..=length)
            .map(move |step| [0, 1].map(|side: usize| from[side] + (to[side] - from[side]) * step / length))
    })
}

/// The start of a match on either side, and its weight.
#[derive(Debug, Clone, Copy)]
pub(crate) struct ChainLink {
    pub(crate) left: usize,
    pub(crate) right: usize,
    pub(crate) weight: u64,
}

/// Returns the indexes of the heaviest chain of links, in order: each begins after the one before on both sides. O(n
/// log n): a Fenwick tree holds, for every right start, the heaviest chain that ends before it.
pub(crate) fn heaviest_chain(links: &[ChainLink]) -> Vec<usize> {
    let mut order: Vec<usize> = (0..links.len()).collect();
    // Links with equal left starts come in descending right order, so that none follows another.
    order.sort_by_key(|&at| (links[at].left, std::cmp::Reverse(links[at].right), at));
    let mut places: Vec<usize> = links.iter().map(|link| link.right).collect();
    places.sort_unstable();
    places.dedup();
    // Weight and last link of the best chain in each range of the tree.
    let mut tree: Vec<Option<(u64, usize)>> = vec![None; places.len() + 1];
    let mut before: Vec<Option<usize>> = vec![None; links.len()];
    let mut best: Option<(u64, usize)> = None;
    for at in order {
        let rank = places.partition_point(|&place| place < links[at].right);
        let mut ahead = None;
        let mut node = rank;
        while node > 0 {
            ahead = heavier(ahead, tree[node]);
            node &= node - 1;
        }
        before[at] = ahead.map(|(_, last)| last);
        let chain = Some((ahead.map_or(0, |(weight, _)| weight) + links[at].weight, at));
        best = heavier(best, chain);
        let mut node = rank + 1;
        while node < tree.len() {
            tree[node] = heavier(tree[node], chain);
            node += node & node.wrapping_neg();
        }
    }
    let mut chain: Vec<usize> = std::iter::successors(best.map(|(_, last)| last), |&at| before[at]).collect();
    chain.reverse();
    chain
}

/// Returns the heavier of two chains, or the first if they weigh the same.
fn heavier(one: Option<(u64, usize)>, other: Option<(u64, usize)>) -> Option<(u64, usize)> {
    match (one, other) {
        (Some(one), Some(other)) if one.0 < other.0 => Some(other),
        (None, other) => other,
        (one, _) => one,
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    proptest! {
        #[test]
        fn parts_hold_every_slot_once_and_keep_to_the_budget(
            left in proptest::collection::vec(0..40_u64, 0..60),
            right in proptest::collection::vec(0..40_u64, 0..60),
            anchors in proptest::collection::vec((0..70_usize, 0..70_usize), 0..5),
            budget in 1..200_u64,
        ) {
            let anchors: Vec<[usize; 2]> = anchors.into_iter().map(|(one, other)| [one, other]).collect();
            let columns = [&left, &right];
            let costs = columns.map(|costs| SlotCosts::new(costs.len(), costs.iter().copied()));
            let parts = divide(costs, &anchors, budget);
            prop_assert!(!parts.is_empty());
            let cost = |part: &[Range<usize>; 2], side: usize| {
                columns[side][part[side].clone()].iter().sum::<u64>()
            };
            for (side, costs) in columns.into_iter().enumerate() {
                let held: Vec<usize> = parts.iter().flat_map(|part| part[side].clone()).collect();
                prop_assert!(held.into_iter().eq(0..costs.len()));
                for part in &parts {
                    prop_assert!(part[side].len() <= 1 || cost(part, side) <= budget);
                }
            }
            // No part is smaller than necessary.
            for two in parts.windows(2) {
                let first = |side: usize| {
                    let start = two[1][side].start;
                    columns[side][start..two[1][side].end.min(start + 1)].iter().sum::<u64>()
                };
                prop_assert!((0..2).any(|side| cost(&two[0], side) + first(side) > budget));
            }
        }
    }

    #[test]
    fn parts_are_cut_along_the_anchors() {
        let costs = [100, 120].map(|slots| SlotCosts::new(slots, std::iter::repeat_n(1, slots)));
        // The right side has 40 more slots at the beginning, the left one 20 at the end.
        let parts = divide(costs, &[[0, 40], [80, 120]], 50);
        assert_eq!(parts, [[0..10, 0..50], [10..60, 50..100], [60..100, 100..120]]);
    }

    /// Quadratic reference version, from the definition.
    fn heaviest_weight(links: &[ChainLink]) -> u64 {
        let mut sorted: Vec<ChainLink> = links.to_vec();
        sorted.sort_by_key(|link| (link.left, link.right));
        let mut best: Vec<u64> = Vec::new();
        for (at, link) in sorted.iter().enumerate() {
            let ahead = (0..at)
                .filter(|&one| sorted[one].left < link.left && sorted[one].right < link.right)
                .map(|one| best[one])
                .max();
            best.push(ahead.unwrap_or(0) + link.weight);
        }
        best.into_iter().max().unwrap_or(0)
    }

    proptest! {
        #[test]
        fn no_other_chain_is_heavier(links in proptest::collection::vec((0..12_usize, 0..12_usize, 1..9_u64), 0..14)) {
            let links: Vec<ChainLink> =
                links.into_iter().map(|(left, right, weight)| ChainLink { left, right, weight }).collect();
            let chain = heaviest_chain(&links);
            for step in chain.windows(2) {
                let [one, next] = [links[step[0]], links[step[1]]];
                prop_assert!(one.left < next.left && one.right < next.right);
            }
            prop_assert_eq!(chain.iter().map(|&at| links[at].weight).sum::<u64>(), heaviest_weight(&links));
        }
    }
}
