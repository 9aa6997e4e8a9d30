//! Selects the ids that a sketch keeps from a stream, in bounded memory.

use super::Sample;
use crate::bucket_sort::BucketSorter;
use crate::divisor::Divisor;

/// Number of values before duplicates are first removed.
const FIRST_LIMIT: usize = 1 << 16;

/// The ladder counts up to this many distinct shingles exactly. Beyond that, it estimates from those that are
/// `0 mod 2^level`. Between half and all of this number are kept, which is accurate within about 0.5 % and takes at
/// most 4 MB.
const COUNTED: usize = 1 << 18;

/// Keeps the ids that belong to the sample.
///
/// Naive equivalent: the set of all ids, filtered at the end. The paper keeps the smallest s in a heap beside a hash
/// set. Here they are pushed to a buffer, which is sorted, deduplicated and cut whenever it is full. That is the same
/// `O(log s)` per id that enters, without a look-up for each id. It also bounds the memory of `MOD_m` if a document
/// repeats one sampled shingle without end.
#[derive(Debug, Clone)]
pub(crate) struct Collector {
    sample: Sample,
    divisor: Divisor,
    /// No larger id can belong to the sample.
    bound: u64,
    /// For the ladder: ids are kept if they are 0 modulo 2 to the power of this.
    level: u32,
    values: Vec<u64>,
    sorter: BucketSorter<u64>,
    /// The buffer is sorted when it has this many values.
    limit: usize,
}

impl Collector {
    pub(crate) fn new(sample: Sample) -> Self {
        let mut collector = Self {
            sample,
            divisor: Divisor::new(sample.modulus()),
            bound: 0,
            level: 0,
            values: Vec::new(),
            sorter: BucketSorter::default(),
            limit: 0,
        };
        collector.restart();
        collector
    }

    fn restart(&mut self) {
        self.values.clear();
        self.bound = u64::MAX;
        self.limit = self.sample.smallest().map_or(FIRST_LIMIT, |s| s.saturating_mul(4));
        if matches!(self.sample, Sample::Ladder(_)) {
            self.raise_level(0);
        }
    }

    /// Returns a function to offer many ids to.
    ///
    /// It keeps the divisor in registers. If the divisor meanwhile becomes a multiple of itself, too many ids reach
    /// [`Self::keep`], but never too few.
    #[inline]
    pub(crate) fn intake(&mut self) -> impl FnMut(u64) {
        let divisor = self.divisor;
        move |id| {
            if divisor.divides(id) {
                self.keep(id);
            }
        }
    }

    #[inline]
    fn keep(&mut self, id: u64) {
        if id <= self.bound && self.divisor.divides(id) {
            self.values.push(id);
            if self.values.len() == self.limit {
                self.tidy();
            }
        }
    }

    /// Sorts the values, removes duplicates, and drops those that are not needed.
    #[cold]
    fn tidy(&mut self) {
        self.sorter.sort(&mut self.values, |value| value);
        self.values.dedup();
        if let Some(s) = self.sample.smallest() {
            if let Some(largest) = self.values.get(s - 1) {
                // An id that enters must be smaller; the largest one is already there.
                self.bound = largest.saturating_sub(1);
                self.values.truncate(s);
            }
            return;
        }
        while matches!(self.sample, Sample::Ladder(_)) && self.values.len() > COUNTED {
            self.raise_level(self.level + 1);
        }
        self.limit = FIRST_LIMIT.max(self.values.len() * 2);
    }

    /// Keeps only multiples of `2^level`: `L_(i+1)` is a filter of `L_i`.
    fn raise_level(&mut self, level: u32) {
        self.level = level;
        let divisor = Divisor::power_of_two(level);
        self.values.retain(|id| divisor.divides(*id));
        self.divisor = divisor;
    }

    /// Returns the sample of all offered ids in `out`, ascending, and its level (0 without a ladder). The next ids
    /// begin another sample.
    pub(crate) fn finish(&mut self, out: &mut Vec<u64>) -> u32 {
        self.tidy();
        if let Sample::Ladder(unit) = self.sample {
            let shingles = (self.values.len() as u64) << self.level;
            let level = (shingles / unit.get() as u64).checked_ilog2().unwrap_or(0);
            self.raise_level(level.max(self.level));
        }
        out.clear();
        out.extend_from_slice(&self.values);
        let level = self.level;
        self.restart();
        level
    }
}
