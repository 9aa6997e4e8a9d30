//! Divides two columns into parts that fit on a page each, aligned with each other. Pure.

use std::ops::Range;

/// What the slots of a column cost: sums of all slots before each, and of all at the end.
#[derive(Debug)]
pub(crate) struct Costs(Vec<u64>);

impl Costs {
    /// Of slots with these costs.
    pub(crate) fn new(slots: impl IntoIterator<Item = u64>) -> Self {
        let mut sums = vec![0];
        let mut sum = 0;
        sums.extend(slots.into_iter().map(|cost| {
            sum += cost;
            sum
        }));
        Self(sums)
    }

    /// Number of slots.
    pub(crate) fn slots(&self) -> usize {
        self.0.len() - 1
    }

    fn of(&self, slots: &Range<usize>) -> u64 {
        self.0[slots.end] - self.0[slots.start]
    }
}

/// Divides two columns: every slot is in exactly one part, parts are in order, and neither half of one costs more than
/// `budget`, unless a single slot does. `anchors` are pairs of slots that belong next to each other, ascending on both
/// sides: parts are cut along the line through them. At least one part, which may be empty.
pub(crate) fn parts(columns: [&Costs; 2], anchors: &[[usize; 2]], budget: u64) -> Vec<[Range<usize>; 2]> {
    let line = Line::through(anchors, columns.map(Costs::slots));
    let mut parts = Vec::new();
    let mut from = 0;
    while parts.is_empty() || from < line.length {
        let start = line.at(from);
        let fits = |step: usize| {
            let end = line.at(step);
            (0..2).all(|side| columns[side].of(&(start[side]..end[side])) <= budget)
        };
        let until = last_step(from, line.length, fits).max(from + 1).min(line.length);
        let end = line.at(until);
        parts.push([start[0]..end[0], start[1]..end[1]]);
        from = until;
    }
    parts
}

/// The last step for which `fits` holds; it holds for `from`, and after the first for which it does not for none.
fn last_step(from: usize, length: usize, fits: impl Fn(usize) -> bool) -> usize {
    let (mut low, mut high) = (from, length);
    while low < high {
        let middle = low + (high - low).div_ceil(2);
        if fits(middle) {
            low = middle;
        } else {
            high = middle - 1;
        }
    }
    low
}

/// A way through both columns from their beginnings to their ends, a slot a side a step at most.
struct Line {
    /// Steps, and slots of both sides, at each bend.
    bends: Vec<(usize, [usize; 2])>,
    length: usize,
}

impl Line {
    fn through(anchors: &[[usize; 2]], ends: [usize; 2]) -> Self {
        let mut bends = vec![(0, [0, 0])];
        let mut length = 0;
        for &anchor in anchors.iter().chain([&ends]) {
            let &(_, last) = bends.last().expect("it begins with one");
            // Whatever the anchors are, the way leads on.
            let next = [0, 1].map(|side: usize| anchor[side].clamp(last[side], ends[side]));
            length += (next[0] - last[0]).max(next[1] - last[1]);
            bends.push((length, next));
        }
        Self { bends, length }
    }

    fn at(&self, step: usize) -> [usize; 2] {
        let after = self.bends.partition_point(|&(bend, _)| bend <= step);
        let (begun, from) = self.bends[after - 1];
        match self.bends.get(after) {
            None => from,
            Some(&(ends, to)) => {
                [0, 1].map(|side| from[side] + (to[side] - from[side]) * (step - begun) / (ends - begun))
            }
        }
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
            let costs = [Costs::new(left.iter().copied()), Costs::new(right.iter().copied())];
            let parts = parts([&costs[0], &costs[1]], &anchors, budget);
            prop_assert!(!parts.is_empty());
            for (side, slots) in [(0, left.len()), (1, right.len())] {
                let held: Vec<usize> = parts.iter().flat_map(|part| part[side].clone()).collect();
                prop_assert!(held.into_iter().eq(0..slots));
                for part in &parts {
                    prop_assert!(part[side].len() <= 1 || costs[side].of(&part[side]) <= budget);
                }
            }
        }
    }

    #[test]
    fn parts_are_cut_along_the_anchors() {
        let costs = [Costs::new(vec![1; 100]), Costs::new(vec![1; 120])];
        // The right side has 40 slots more in front, the left one 20 at the end.
        let parts = parts([&costs[0], &costs[1]], &[[0, 40], [80, 120]], 50);
        assert_eq!(parts, [[0..10, 0..50], [10..60, 50..100], [60..100, 100..120]]);
    }
}
