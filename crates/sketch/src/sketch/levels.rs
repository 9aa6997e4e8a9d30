//! The ladder that ends at a modulus: documents that would have few values there keep more.

use std::num::NonZeroU64;

use super::Sample;
use crate::BucketSorter;
use crate::divisor::Divisor;

/// The moduli of samples that can be compared with each other; each is twice the one before. `MOD_m` has one level.
///
/// A sample of one level contains every value that the same document's sample of a later level has. So two documents
/// are compared at the later of their levels. A document's level can be computed from its values (see
/// [`Levels::level`]).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Levels {
    unit: usize,
    finest: NonZeroU64,
    top: u32,
}

impl Levels {
    /// The largest number of levels before the last one. Their moduli are an eighth, a quarter and a half of the last
    /// one.
    pub const FINER: u32 = 3;

    /// The level of whole sets: one level, which leaves nothing out.
    pub const EVERYTHING: Self = Self { unit: 0, finest: NonZeroU64::MIN, top: 0 };

    /// Returns the levels of a sample; `None` for samples without such levels: the smallest values, and the ladder
    /// without an end.
    pub fn for_sample(sample: Sample) -> Option<Self> {
        match sample {
            Sample::Modulus(m) => Some(Self { unit: 0, finest: m, top: 0 }),
            Sample::LadderTo(unit, m) => {
                let top = m.trailing_zeros().min(Self::FINER);
                let finest = NonZeroU64::new(m.get() >> top).unwrap_or(NonZeroU64::MIN);
                Some(Self { unit: unit.get(), finest, top })
            }
            Sample::Minimum(_) | Sample::MinimumOfModulus(..) | Sample::Ladder(_) => None,
        }
    }

    /// Returns the modulus of the first level.
    pub fn finest(self) -> NonZeroU64 {
        self.finest
    }

    /// Returns the last level; the first is 0.
    pub fn top(self) -> u32 {
        self.top
    }

    /// Returns the last level that keeps a value of the first level.
    #[inline]
    pub fn highest(self, value: u64) -> u32 {
        // 0 is a multiple of every number.
        (value.trailing_zeros().saturating_sub(self.finest.trailing_zeros())).min(self.top)
    }

    /// Returns the level of a document with these values: the last one whose modulus divides all of them, or the first
    /// one if there are fewer than the unit.
    ///
    /// That is the level it was put on. A document below the last level has fewer values than the unit on the next one.
    /// If it has at least that many on its own level, one of them is not on the next.
    pub fn level(self, values: &[u64]) -> u32 {
        if values.len() < self.unit {
            return 0;
        }
        let mut level = self.top;
        for &value in values {
            level = level.min(self.highest(value));
            if level == 0 {
                break;
            }
        }
        level
    }

    /// Puts a document on its level. `ids` are its shingles' ids that belong to the first level, in any order and with
    /// repetitions. Fills `values` with those that belong to its own level, ascending and distinct. Its level is the
    /// last one that leaves it as many values as the unit, or the first one if none does.
    pub(super) fn place(self, ids: &[u64], values: &mut Vec<u64>, filter: &mut MultipleFilter) -> u32 {
        let mut level = self.top;
        loop {
            values.clear();
            values.extend_from_slice(filter.select(ids, self.divisor(level)));
            filter.sort(values);
            if level == 0 || self.unit <= values.len() {
                return level;
            }
            level -= 1;
        }
    }

    /// Turns a sample of the first level, ascending and distinct, into that of the document's level.
    pub fn reduce(self, values: &mut Vec<u64>) {
        let ids = std::mem::take(values);
        self.place(&ids, values, &mut MultipleFilter::default());
    }

    pub(super) fn divisor(self, level: u32) -> Divisor {
        // At most the last modulus, which fits into 64 bits.
        Divisor::new(NonZeroU64::new(self.finest.get() << level.min(self.top)).unwrap_or(NonZeroU64::MIN))
    }
}

/// Selects multiples from ids and sorts them, and reuses its memory.
#[derive(Debug, Clone, Default)]
pub(super) struct MultipleFilter {
    multiples: Vec<u64>,
    sorter: BucketSorter<u64>,
}

impl MultipleFilter {
    /// Returns the multiples among ids, in their order. It does not branch for each id, as one in eight would be
    /// mispredicted too often.
    pub(super) fn select(&mut self, ids: &[u64], divisor: Divisor) -> &[u64] {
        if self.multiples.len() < ids.len() {
            self.multiples.resize(ids.len(), 0);
        }
        let mut kept = 0;
        for &id in ids {
            // There are never more kept ids than there were ids.
            if let Some(place) = self.multiples.get_mut(kept) {
                *place = id;
            }
            kept += usize::from(divisor.divides(id));
        }
        &self.multiples[..kept]
    }

    /// Sorts values ascending and removes duplicates.
    pub(super) fn sort(&mut self, values: &mut Vec<u64>) {
        self.sorter.sort(values, |value| value);
        values.dedup();
    }
}
