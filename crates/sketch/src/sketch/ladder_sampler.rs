//! Selects the ids that a sketch on a ladder with an end keeps from a stream.
//!
//! Naive equivalent: the set of all ids, put on its level at the end. Here the first ids are kept as they are, which
//! covers a short document completely. A longer document has enough values of the last level by then, and is sampled at
//! that level from there on.

use std::num::{NonZeroU64, NonZeroUsize};

use super::Levels;
use super::levels::MultipleFilter;
use crate::divisor::Divisor;

/// Number of units of ids that are kept before they are examined. A document with fewer values of the last level than a
/// unit among them repeats itself, or is on another level.
const UNITS: usize = 16;

/// Number of ids after which they are examined in any case.
const MAX_VALUES: usize = 1 << 16;

/// Bits for roughly counting different values.
const MARKS: usize = 1 << 10;

/// Keeps the ids that may belong to the sample.
#[derive(Debug, Clone)]
pub(super) struct LadderSampler {
    levels: Levels,
    unit: usize,
    /// A preallocated buffer for the first ids, used if the first level leaves nothing out.
    early: Vec<u64>,
    n_early: usize,
    /// All kept ids, once the first buffer was full.
    ids: Vec<u64>,
    /// All ids that are still needed are multiples of this.
    divisor: Divisor,
    /// Ids are examined when there are this many.
    limit: usize,
    filter: MultipleFilter,
}

impl LadderSampler {
    pub(super) fn new(levels: Levels, unit: NonZeroUsize) -> Self {
        let limit = first_limit(unit.get());
        let room = if levels.finest() == NonZeroU64::MIN { limit } else { 0 };
        Self {
            levels,
            unit: unit.get(),
            early: vec![0; room],
            n_early: 0,
            ids: Vec::new(),
            divisor: levels.divisor(0),
            limit,
            filter: MultipleFilter::default(),
        }
    }

    /// Returns whether ids must be offered to [`Self::intake_early`].
    pub(super) fn is_early(&self) -> bool {
        self.ids.is_empty() && !self.early.is_empty()
    }

    /// Returns a function to offer ids to while none is left out, which costs a store for each.
    #[inline]
    pub(super) fn intake_early(&mut self) -> impl FnMut(u64) {
        |id| {
            if let Some(place) = self.early.get_mut(self.n_early) {
                *place = id;
                self.n_early += 1;
            } else {
                self.keep_late(id);
            }
        }
    }

    fn keep_late(&mut self, id: u64) {
        if self.ids.is_empty() {
            self.ids.extend_from_slice(&self.early);
            self.look();
        }
        self.keep(id);
    }

    /// Returns a function to offer ids to later. If the divisor meanwhile becomes a multiple of itself, too many ids
    /// reach [`Self::keep`], but never too few.
    #[inline]
    pub(super) fn intake(&mut self) -> impl FnMut(u64) {
        let divisor = self.divisor;
        move |id| {
            if divisor.divides(id) {
                self.keep(id);
            }
        }
    }

    #[inline]
    fn keep(&mut self, id: u64) {
        if self.divisor.divides(id) {
            self.ids.push(id);
            if self.limit <= self.ids.len() {
                self.look();
            }
        }
    }

    /// Examines the ids. Once there are as many values of the last level as the unit, only these are needed.
    #[cold]
    fn look(&mut self) {
        let top = self.levels.divisor(self.levels.top());
        if self.divisor != top {
            let values = self.filter.select(&self.ids, top);
            if has_different(values, self.unit) {
                self.ids.clear();
                self.ids.extend_from_slice(values);
                (self.divisor, self.limit) = (top, MAX_VALUES);
                return;
            }
        }
        self.filter.sort(&mut self.ids);
        if self.divisor != top && self.unit <= self.filter.select(&self.ids, top).len() {
            self.divisor = top;
            self.ids.retain(|&id| top.divides(id));
        }
        self.limit = self.limit.max(self.ids.len() * 2);
    }

    /// Returns the sample of all offered ids in `out`, ascending, and its level. The next ids begin another sample.
    pub(super) fn finish(&mut self, out: &mut Vec<u64>) -> u32 {
        let ids = if self.is_early() { &self.early[..self.n_early] } else { &self.ids };
        let level = self.levels.place(ids, out, &mut self.filter);
        self.n_early = 0;
        self.ids.clear();
        self.divisor = self.levels.divisor(0);
        self.limit = first_limit(self.unit);
        level
    }
}

/// Returns the number of ids after which they are first examined.
fn first_limit(unit: usize) -> usize {
    unit.saturating_mul(UNITS).min(MAX_VALUES)
}

/// Returns whether there are certainly so many different values. It does not sort them, and may return false although
/// there are.
fn has_different(values: &[u64], many: usize) -> bool {
    let mut marks = [0_u64; MARKS / 64];
    let mut different = 0;
    for value in values {
        let at = chaffinch_fingerprint::rehash(*value) as usize % MARKS;
        let mark = &mut marks[at / 64];
        different += usize::from(*mark >> (at % 64) & 1 == 0);
        *mark |= 1 << (at % 64);
    }
    many <= different
}
