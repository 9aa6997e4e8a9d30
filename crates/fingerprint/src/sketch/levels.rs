//! The ladder that ends at a modulus: documents that would have few values there keep more. Pure.

use std::num::NonZeroU64;

use super::Sample;
use crate::BucketSorter;
use crate::divisor::Divisor;

/// The moduli by which samples are taken that compare with each other: each is twice the one before. `MOD_m` has one.
///
/// A sample of the i-th holds all that one of a later level holds of the same document, so two documents are compared at
/// the later one of their levels. On which a document stands shows in its values (see [`Levels::level`]).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Levels {
    unit: usize,
    finest: NonZeroU64,
    top: u32,
}

impl Levels {
    /// Levels below the last one, at most: their moduli are an eighth, a quarter and a half of its.
    pub const FINER: u32 = 3;

    /// Of everything: one level, which leaves nothing out.
    pub const EVERYTHING: Self = Self { unit: 0, finest: NonZeroU64::MIN, top: 0 };

    /// None of a sample that has no such levels: the smallest values, and the ladder without an end.
    pub fn of(sample: Sample) -> Option<Self> {
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

    /// The modulus of the first level.
    pub fn finest(self) -> NonZeroU64 {
        self.finest
    }

    /// The last level; the first is 0.
    pub fn top(self) -> u32 {
        self.top
    }

    /// The last level whose samples hold a value of the first one's.
    #[inline]
    pub fn highest(self, value: u64) -> u32 {
        // 0 is a multiple of everything.
        (value.trailing_zeros().saturating_sub(self.finest.trailing_zeros())).min(self.top)
    }

    /// The level of a document with these values: the last one whose modulus divides all of them, and the first one if there
    /// are fewer than the unit.
    ///
    /// That is the one it was put on. One that stands below the last has fewer values than the unit on the next; if it has at
    /// least so many where it stands, one of them is not on the next.
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

    /// Puts a document on its level: of the ids among its shingles' that belong to the first, in any order and as often as
    /// they come, fills `values` with those that belong to its own, ascending and distinct. The last level that leaves it as
    /// many as the unit is its own; the first where none does.
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

    /// Takes a sample of the first level for that of its document's: ascending, distinct.
    pub fn reduce(self, values: &mut Vec<u64>) {
        let ids = std::mem::take(values);
        self.place(&ids, values, &mut MultipleFilter::default());
    }

    pub(super) fn divisor(self, level: u32) -> Divisor {
        // No more than the last modulus, which is a number of 64 bits.
        Divisor::new(NonZeroU64::new(self.finest.get() << level.min(self.top)).unwrap_or(NonZeroU64::MIN))
    }
}

/// Takes multiples out of ids and brings them into order, in memory that it keeps.
#[derive(Debug, Clone, Default)]
pub(super) struct MultipleFilter {
    multiples: Vec<u64>,
    sorter: BucketSorter<u64>,
}

impl MultipleFilter {
    /// The multiples among ids, as they come. Without a branch for each: one in eight would be guessed wrong too often.
    pub(super) fn select(&mut self, ids: &[u64], divisor: Divisor) -> &[u64] {
        if self.multiples.len() < ids.len() {
            self.multiples.resize(ids.len(), 0);
        }
        let mut kept = 0;
        for &id in ids {
            // As many were kept as came by, at the most.
            if let Some(place) = self.multiples.get_mut(kept) {
                *place = id;
            }
            kept += usize::from(divisor.divides(id));
        }
        &self.multiples[..kept]
    }

    /// Ascending, distinct.
    pub(super) fn sort(&mut self, values: &mut Vec<u64>) {
        self.sorter.sort(values, |value| value);
        values.dedup();
    }
}
