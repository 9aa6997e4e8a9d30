//! Hashes become dense numbers, so that all later steps index arrays and merge lists of `u32`.
//!
//! Hash maps, one a shard of the hashes, so that threads do not meet; each is asked in the order of the lists, so the
//! numbers are the same for any number of threads.

use rayon::prelude::*;
use rustc_hash::FxHashMap;

/// Bits of a hash that tell its shard.
const SHARD_BITS: u32 = 4;

fn shard(hash: u64) -> usize {
    (hash >> (u64::BITS - SHARD_BITS)) as usize
}

/// The hashes of one shard.
struct Shard {
    /// Of every occurrence, in order: its number among the shard's.
    numbers: Vec<u32>,
    /// Where each list's occurrences begin in `numbers`.
    starts: Vec<usize>,
    /// How many different ones.
    count: u32,
}

impl Shard {
    fn new<T>(which: usize, lists: &[Vec<T>], hash: impl Fn(&T) -> u64) -> Self {
        let mut known: FxHashMap<u64, u32> = FxHashMap::default();
        let mut numbers = Vec::new();
        let mut starts = Vec::with_capacity(lists.len());
        for list in lists {
            starts.push(numbers.len());
            for hash in list.iter().map(&hash).filter(|&hash| shard(hash) == which) {
                let next = known.len() as u32;
                numbers.push(*known.entry(hash).or_insert(next));
            }
        }
        Self { numbers, starts, count: known.len() as u32 }
    }
}

/// A number for each element of each list, equal where and only where their hashes are; and how many there are.
pub(crate) fn numbers<T: Sync>(lists: &[Vec<T>], hash: impl Fn(&T) -> u64 + Sync) -> (Vec<Vec<u32>>, usize) {
    let shards: Vec<Shard> =
        (0..1_usize << SHARD_BITS).into_par_iter().map(|which| Shard::new(which, lists, &hash)).collect();
    let mut count = 0;
    let mut first = Vec::with_capacity(shards.len());
    for shard in &shards {
        first.push(count);
        count += shard.count;
    }
    let numbers = lists
        .par_iter()
        .enumerate()
        .map(|(at, list)| {
            let mut next: Vec<usize> = shards.iter().map(|shard| shard.starts[at]).collect();
            list.iter()
                .map(|element| {
                    let which = shard(hash(element));
                    let number = shards[which].numbers[next[which]];
                    next[which] += 1;
                    first[which] + number
                })
                .collect()
        })
        .collect();
    (numbers, count as usize)
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

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
    }
}
