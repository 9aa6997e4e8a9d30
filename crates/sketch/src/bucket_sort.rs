//! Sorts numbers that are evenly distributed, as hashes are. Each number is put close to its final place, and few are
//! moved after that. This takes some 30 instructions per number; sorting by comparisons takes more than a hundred.

/// With fewer numbers than this, sorting by comparisons is used.
const FEW: usize = 32;

/// Most numbers with the same place for which insertion sort is used. With more, each place is sorted by comparisons,
/// so that unevenly distributed numbers take no longer than that.
const CROWD: u32 = 16;

/// Sorts, and reuses its memory: as much as the largest slice, and half of that.
#[derive(Debug, Clone)]
pub struct BucketSorter<T> {
    dealt: Vec<T>,
    places: Vec<u32>,
}

impl<T> Default for BucketSorter<T> {
    fn default() -> Self {
        Self { dealt: Vec::new(), places: Vec::new() }
    }
}

impl<T: Copy + Ord> BucketSorter<T> {
    /// Sorts ascending. `key` never decreases from one value to a larger one; values with equal keys are sorted by
    /// their own order. Slices of 2^32 values or more are sorted by comparisons.
    pub fn sort(&mut self, values: &mut [T], key: impl Fn(T) -> u64) {
        if values.len() < FEW || u32::try_from(values.len()).is_err() {
            values.sort_unstable();
            return;
        }
        let (mut least, mut most) = (u64::MAX, 0);
        for &value in &*values {
            least = least.min(key(value));
            most = most.max(key(value));
        }
        let (shift, n) = ((most - least).leading_zeros() & 63, values.len() as u64);
        let place = |value: T| (((((key(value) - least) << shift) >> 32) * n) >> 32) as usize;

        self.places.clear();
        self.places.resize(values.len(), 0);
        for &value in &*values {
            self.places[place(value)] += 1;
        }
        let (mut begin, mut crowd) = (0, 0);
        for count in &mut self.places {
            crowd = crowd.max(*count);
            begin += std::mem::replace(count, begin);
        }
        self.dealt.clear();
        self.dealt.extend_from_slice(values);
        for &value in &self.dealt {
            let at = &mut self.places[place(value)];
            values[*at as usize] = value;
            *at += 1;
        }
        if crowd <= CROWD {
            insert(values);
        } else {
            // Each place now holds the end of its values.
            let mut begin = 0;
            for &end in &self.places {
                values[begin..end as usize].sort_unstable();
                begin = end as usize;
            }
        }
    }
}

/// Moves each value before the few larger ones in front of it.
fn insert<T: Copy + Ord>(values: &mut [T]) {
    for at in 1..values.len() {
        let value = values[at];
        let mut to = at;
        while to > 0 && value < values[to - 1] {
            values[to] = values[to - 1];
            to -= 1;
        }
        values[to] = value;
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    proptest! {
        #[test]
        fn sorts_as_by_comparisons_however_values_are_spread(
            values in proptest::collection::vec(any::<u64>(), 0..500),
            narrow in 0_u32..64,
            clusters in proptest::bool::ANY,
        ) {
            let spread = |value: u64| if clusters && !value.is_multiple_of(3) { value % 5 } else { value >> narrow };
            let values: Vec<u64> = values.into_iter().map(spread).collect();
            let mut sorter = BucketSorter::default();
            let mut slow = values.clone();
            slow.sort_unstable();
            let mut fast = values.clone();
            sorter.sort(&mut fast, |value| value);
            prop_assert_eq!(&fast, &slow);
            // Sort again by a coarser key, with the same memory.
            let mut fast = values;
            sorter.sort(&mut fast, |value| value >> 7);
            prop_assert_eq!(fast, slow);
        }
    }
}
