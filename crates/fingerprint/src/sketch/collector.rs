//! Which ids a sketch keeps while they stream by, in bounded memory. Pure.

use super::Sample;
use crate::bucket_sort::BucketSorter;
use crate::divisor::Divisor;

/// Values held before duplicates are first looked for.
const FIRST_LIMIT: usize = 1 << 16;

/// The ladder counts up to this many distinct shingles exactly; from there on it goes by those of them that are
/// `0 mod 2^level`, half to all of this many, which is right within 0.5 % or so and needs 4 MB at most.
const COUNTED: usize = 1 << 18;

/// Keeps the ids that belong to the sample.
///
/// Naive equivalent: the set of all ids, filtered at the end. The paper keeps the smallest s in a heap beside a hash
/// set; here they are pushed to a buffer that is sorted, freed of duplicates and cut back whenever it is full. That is
/// the same `O(log s)` an entering id, without a look-up for each, and bounds the memory of `MOD_m` too, where
/// a document repeats one sampled shingle for ever.
#[derive(Debug, Clone)]
pub(crate) struct Collector {
    sample: Sample,
    divisor: Divisor,
    /// No larger id can belong to the sample.
    bound: u64,
    /// Ladder: ids are kept that are 0 modulo 2 to this.
    level: u32,
    values: Vec<u64>,
    sorter: BucketSorter<u64>,
    /// Values are brought into order when there are this many.
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

    /// A place to offer ids at, for as long as many of them come.
    ///
    /// The divisor stays in registers there. If it becomes a multiple of itself meanwhile, too much gets through to
    /// [`Self::keep`], never too little.
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

    /// Sorted, distinct, and no more of them than needed.
    #[cold]
    fn tidy(&mut self) {
        self.sorter.sort(&mut self.values, |value| value);
        self.values.dedup();
        if let Some(s) = self.sample.smallest() {
            if let Some(largest) = self.values.get(s - 1) {
                // An id that enters is smaller, or is there already.
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

    /// Keeps multiples of `2^level` only: `L_(i+1)` is a filter of `L_i`.
    fn raise_level(&mut self, level: u32) {
        self.level = level;
        let divisor = Divisor::power_of_two(level);
        self.values.retain(|id| divisor.divides(*id));
        self.divisor = divisor;
    }

    /// The sample of everything offered, ascending, and its level (0 but for the ladder); what is offered next
    /// begins another one.
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
