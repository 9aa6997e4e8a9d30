//! Converts hashes to dense numbers, so that all later steps index arrays and merge lists of `u32`.
//!
//! It uses a hash map for each shard of the hashes, so that threads do not share one. Each map is filled in the order
//! of the lists, so the numbers are the same for any number of threads. Lists are added in blocks ([`BLOCK`]), so that
//! the hashes of one block are in memory, and never those of a whole class.

use rayon::prelude::*;

use crate::SeededMap;

/// An occurrence of a feature in a submission: its hash and its weight.
pub(crate) type Occurrence = (u64, f32);

/// Number of lists in a block. It is large enough to occupy all threads.
pub(crate) const BLOCK: usize = 512;

/// Number of highest bits of a hash that determine its shard.
const SHARD_BITS: u32 = 4;

const SHARDS: usize = 1 << SHARD_BITS;

fn shard(hash: u64) -> usize {
    (hash >> (u64::BITS - SHARD_BITS)) as usize
}

/// The occurrences of one list, sorted by shard, and in order within a shard.
struct Sorted {
    occurrences: Vec<Occurrence>,
    /// The begin of each shard, and the end of the last one.
    starts: [usize; SHARDS + 1],
}

impl Sorted {
    fn new(list: &[Occurrence]) -> Self {
        let mut starts = [0; SHARDS + 1];
        for &(hash, _) in list {
            starts[shard(hash) + 1] += 1;
        }
        for shard in 0..SHARDS {
            starts[shard + 1] += starts[shard];
        }
        let (mut next, mut occurrences) = (starts, vec![(0, 0.0); list.len()]);
        for &occurrence in list {
            let next = &mut next[shard(occurrence.0)];
            occurrences[*next] = occurrence;
            *next += 1;
        }
        Self { occurrences, starts }
    }

    fn of(&self, shard: usize) -> &[Occurrence] {
        &self.occurrences[self.starts[shard]..self.starts[shard + 1]]
    }
}

/// The hashes of one shard.
#[derive(Default)]
struct Shard {
    known: SeededMap<u64, u32>,
    /// The weight of each hash.
    weights: Vec<f32>,
    /// The number of every occurrence of the last block within the shard, in order.
    numbers: Vec<u32>,
    /// The begin of each list's occurrences in `numbers`.
    starts: Vec<usize>,
}

impl Shard {
    fn add(&mut self, which: usize, lists: &[Sorted]) {
        self.numbers.clear();
        self.starts.clear();
        for list in lists {
            self.starts.push(self.numbers.len());
            for &(hash, weight) in list.of(which) {
                let next = self.known.len() as u32;
                let number = *self.known.entry(hash).or_insert(next);
                if number == next {
                    self.weights.push(weight);
                } else {
                    self.weights[number as usize] = weight;
                }
                self.numbers.push(number);
            }
        }
    }
}

/// Returns a provisional number for each occurrence in a block of lists: the number within its shard, and the shard.
/// Occurrences have equal numbers exactly if their hashes are equal.
fn add(shards: &mut [Shard; SHARDS], lists: &[Vec<Occurrence>]) -> Vec<Vec<u32>> {
    let sorted: Vec<Sorted> = lists.par_iter().map(|list| Sorted::new(list)).collect();
    shards.par_iter_mut().enumerate().for_each(|(which, shard)| shard.add(which, &sorted));
    drop(sorted);
    let shards = &*shards;
    let number = |(at, list): (usize, &Vec<Occurrence>)| {
        let mut next: [&[u32]; SHARDS] =
            std::array::from_fn(|which| &shards[which].numbers[shards[which].starts[at]..]);
        let number = |&(hash, _): &Occurrence| {
            let which = shard(hash);
            let (number, rest) = next[which].split_first().expect("every occurrence has a number");
            next[which] = rest;
            number << SHARD_BITS | which as u32
        };
        list.iter().map(number).collect()
    };
    lists.par_iter().enumerate().map(number).collect()
}

/// Replaces provisional numbers in lists by final ones: those of a shard follow those of the shards before it. The weight
/// of a number is that of its last occurrence.
fn settle(shards: [Shard; SHARDS], mut lists: Vec<Vec<u32>>) -> Numbered {
    let (mut first, mut weights) = ([0; SHARDS], Vec::new());
    weights.reserve_exact(shards.iter().map(|shard| shard.weights.len()).sum());
    for (first, shard) in first.iter_mut().zip(shards) {
        *first = weights.len() as u32;
        weights.extend(shard.weights);
    }
    lists.par_iter_mut().for_each(|list| {
        for number in list {
            *number = first[*number as usize % SHARDS] + (*number >> SHARD_BITS);
        }
    });
    Numbered { lists, weights }
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
    #[cfg(test)]
    pub(crate) fn is_new(&mut self, hash: u64) -> bool {
        let before = self.hashes.len() as u32;
        self.number(hash) == before
    }

    /// Returns the hashes by number.
    pub(crate) fn hashes(&self) -> &[u64] {
        &self.hashes
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

/// What [`number_all`] reads from one submission: lists of occurrences of several kinds, and whatever else.
type Read<const KINDS: usize, Rest> = ([Vec<Occurrence>; KINDS], Rest);

/// The numbers of the occurrences of one kind.
pub(crate) struct Numbered {
    /// For each submission, the number of each occurrence.
    pub(crate) lists: Vec<Vec<u32>>,
    /// The weight of each number.
    pub(crate) weights: Vec<f32>,
}

/// Reads submissions, and numbers their occurrences. Each kind has its own numbers.
pub(crate) fn number_all<const KINDS: usize, Scratch: Default, Rest: Send>(
    submissions: usize,
    read: impl Fn(&mut Scratch, usize) -> Read<KINDS, Rest> + Sync,
) -> ([Numbered; KINDS], Vec<Rest>) {
    let mut kinds: [([Shard; SHARDS], Vec<Vec<u32>>); KINDS] =
        std::array::from_fn(|_| (Default::default(), Vec::with_capacity(submissions)));
    let mut rests = Vec::with_capacity(submissions);
    for start in (0..submissions).step_by(BLOCK) {
        let block = start..submissions.min(start + BLOCK);
        let (mut found, rest): (Vec<_>, Vec<_>) =
            block.into_par_iter().map_init(Scratch::default, &read).unzip();
        for (kind, (shards, lists)) in kinds.iter_mut().enumerate() {
            let of_kind: Vec<_> = found.iter_mut().map(|found| std::mem::take(&mut found[kind])).collect();
            lists.extend(add(shards, &of_kind));
        }
        rests.extend(rest);
    }
    (kinds.map(|(shards, lists)| settle(shards, lists)), rests)
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
            let read = |(): &mut (), at: usize| ([lists[at].iter().map(|&hash| (hash, hash as f32)).collect()], at);
            let ([Numbered { lists: numbers, weights }], read) = number_all(lists.len(), read);
            prop_assert_eq!(read, (0..lists.len()).collect::<Vec<_>>());
            let mut of_hash = BTreeMap::new();
            for (hashes, numbers) in lists.iter().zip(&numbers) {
                prop_assert_eq!(hashes.len(), numbers.len());
                for (hash, number) in hashes.iter().zip(numbers) {
                    prop_assert_eq!(*of_hash.entry(*hash).or_insert(*number), *number);
                    prop_assert_eq!(weights[*number as usize].to_bits(), (*hash as f32).to_bits());
                }
            }
            let mut used: Vec<u32> = of_hash.into_values().collect();
            used.sort_unstable();
            prop_assert_eq!(used, (0..weights.len() as u32).collect::<Vec<_>>());
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
                prop_assert_eq!(known.hashes(), oracle);
                known.forget();
            }
        }
    }
}
