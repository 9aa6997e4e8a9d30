//! Converts hashes to dense numbers, so that all later steps index arrays and merge lists of `u32`.
//!
//! It uses a hash map for each shard of the hashes, so that threads do not share one. Each map is filled in the order
//! of the lists, so the numbers are the same for any number of threads.

use rayon::prelude::*;

use crate::index::seeded::{SeededMap, Seeds};

/// Number of highest bits of a hash that determine its shard.
const SHARD_BITS: u32 = 4;

const SHARDS: usize = 1 << SHARD_BITS;

fn shard(hash: u64) -> usize {
    (hash >> (u64::BITS - SHARD_BITS)) as usize
}

/// The hashes of one list, sorted by shard, and in order within a shard.
struct Sorted {
    hashes: Vec<u64>,
    /// The begin of each shard, and the end of the last one.
    starts: [usize; SHARDS + 1],
}

impl Sorted {
    fn new<T>(list: &[T], hash: impl Fn(&T) -> u64) -> Self {
        let mut starts = [0; SHARDS + 1];
        for element in list {
            starts[shard(hash(element)) + 1] += 1;
        }
        for shard in 0..SHARDS {
            starts[shard + 1] += starts[shard];
        }
        let (mut next, mut hashes) = (starts, vec![0; list.len()]);
        for hash in list.iter().map(hash) {
            let next = &mut next[shard(hash)];
            hashes[*next] = hash;
            *next += 1;
        }
        Self { hashes, starts }
    }

    fn of(&self, shard: usize) -> &[u64] {
        &self.hashes[self.starts[shard]..self.starts[shard + 1]]
    }
}

/// The hashes of one shard.
struct Shard {
    /// The number of every occurrence within the shard, in order.
    numbers: Vec<u32>,
    /// The begin of each list's occurrences in `numbers`.
    starts: Vec<usize>,
    /// The number of different hashes.
    count: u32,
}

impl Shard {
    fn new(which: usize, lists: &[Sorted]) -> Self {
        let all = lists.iter().map(|list| list.of(which).len()).sum();
        let mut known: SeededMap<u64, u32> = SeededMap::with_capacity_and_hasher(all, Seeds::default());
        let mut numbers = Vec::with_capacity(all);
        let mut starts = Vec::with_capacity(lists.len());
        for list in lists {
            starts.push(numbers.len());
            for &hash in list.of(which) {
                let next = known.len() as u32;
                numbers.push(*known.entry(hash).or_insert(next));
            }
        }
        Self { numbers, starts, count: known.len() as u32 }
    }
}

/// Returns a number for each element of each list, and the number of different ones. Elements have equal numbers
/// exactly if their hashes are equal.
pub(crate) fn numbers<T: Sync>(lists: &[Vec<T>], hash: impl Fn(&T) -> u64 + Sync) -> (Vec<Vec<u32>>, usize) {
    let sorted: Vec<Sorted> = lists.par_iter().map(|list| Sorted::new(list, &hash)).collect();
    let shards: Vec<Shard> = (0..SHARDS).into_par_iter().map(|which| Shard::new(which, &sorted)).collect();
    drop(sorted);
    let mut count = 0;
    let first: [u32; SHARDS] = std::array::from_fn(|which| {
        let first = count;
        count += shards[which].count;
        first
    });
    let numbers = lists
        .par_iter()
        .enumerate()
        .map(|(at, list)| {
            let mut next: [&[u32]; SHARDS] =
                std::array::from_fn(|which| &shards[which].numbers[shards[which].starts[at]..]);
            let number = |element| {
                let which = shard(hash(element));
                let (number, rest) = next[which].split_first().expect("every occurrence has a number");
                next[which] = rest;
                first[which] + number
            };
            list.iter().map(number).collect()
        })
        .collect();
    (numbers, count as usize)
}

/// Largest capacity of a table that is reused for the next list.
const MAX_KEPT: usize = 1 << 16;

/// Numbers the hashes of one list in the order of their first occurrence.
#[derive(Default)]
pub(crate) struct Distinct {
    numbers: SeededMap<u64, u32>,
    hashes: Vec<u64>,
}

impl Distinct {
    /// Returns the number of a hash.
    pub(crate) fn number(&mut self, hash: u64) -> u32 {
        let next = self.hashes.len() as u32;
        let number = *self.numbers.entry(hash).or_insert(next);
        if number == next {
            self.hashes.push(hash);
        }
        number
    }

    /// Returns whether a hash occurs for the first time.
    pub(crate) fn is_new(&mut self, hash: u64) -> bool {
        let before = self.hashes.len() as u32;
        self.number(hash) == before
    }

    /// Returns the hashes by number, and forgets them.
    pub(crate) fn take(&mut self) -> Vec<u64> {
        let hashes = self.hashes.as_slice().into();
        self.forget();
        hashes
    }

    /// Forgets all hashes.
    pub(crate) fn forget(&mut self) {
        self.hashes.clear();
        // Clearing a large table takes longer than numbering a small list.
        if self.numbers.capacity() <= MAX_KEPT {
            self.numbers.clear();
        } else {
            self.numbers = SeededMap::default();
        }
    }
}

/// Returns the distinct numbers of each list, all below `count`, in the order of their first occurrence.
pub(crate) fn distinct<List: Iterator<Item = u32>>(
    lists: impl IndexedParallelIterator<Item = List>,
    count: usize,
) -> Vec<Vec<u32>> {
    lists
        .enumerate()
        .map_init(
            || vec![usize::MAX; count],
            |last, (at, list)| {
                list.filter(|&number| std::mem::replace(&mut last[number as usize], at) != at).collect()
            },
        )
        .collect()
}

#[cfg(test)]
mod tests {
    use std::collections::{BTreeMap, BTreeSet};

    use proptest::prelude::*;

    use super::*;

    proptest! {
        #[test]
        fn equal_hashes_and_no_others_have_equal_numbers(
            lists in prop::collection::vec(prop::collection::vec(prop_oneof![any::<u64>(), 0..40_u64], 0..40), 1..8),
        ) {
            let (numbers, count) = numbers(&lists, |&hash| hash);
            let mut of_hash = BTreeMap::new();
            for (hashes, numbers) in lists.iter().zip(&numbers) {
                prop_assert_eq!(hashes.len(), numbers.len());
                for (hash, number) in hashes.iter().zip(numbers) {
                    prop_assert_eq!(*of_hash.entry(*hash).or_insert(*number), *number);
                }
            }
            let mut used: Vec<u32> = of_hash.into_values().collect();
            used.sort_unstable();
            prop_assert_eq!(used, (0..count as u32).collect::<Vec<_>>());
        }

        #[test]
        fn hashes_of_a_list_are_numbered_as_they_come(
            lists in prop::collection::vec(prop::collection::vec(0..20_u64, 0..40), 1..8),
        ) {
            let mut known = Distinct::default();
            for list in lists {
                let mut oracle: Vec<u64> = Vec::new();
                for hash in list {
                    let at = oracle.iter().position(|&other| other == hash);
                    prop_assert_eq!(known.number(hash), at.unwrap_or(oracle.len()) as u32);
                    prop_assert!(!known.is_new(hash));
                    if at.is_none() {
                        oracle.push(hash);
                    }
                }
                prop_assert_eq!(known.take(), oracle);
            }
        }

        #[test]
        fn distinct_numbers_are_each_lists_own(
            lists in prop::collection::vec(prop::collection::vec(0..20_u32, 0..40), 1..8),
        ) {
            let distinct = distinct(lists.par_iter().map(|list| list.iter().copied()), 20);
            for (list, mut distinct) in lists.into_iter().zip(distinct) {
                distinct.sort_unstable();
                let all: BTreeSet<u32> = list.into_iter().collect();
                prop_assert_eq!(distinct, all.into_iter().collect::<Vec<_>>());
            }
        }
    }
}
