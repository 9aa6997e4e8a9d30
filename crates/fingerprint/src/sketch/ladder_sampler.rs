//! Which ids a sketch on a ladder that ends keeps while they stream by. Pure.
//!
//! Naive equivalent: the set of all ids, put on its level at the end. Here what comes first is kept as it is, which for a
//! short document is all; a longer one has enough values of the last level by then, and is sampled by that from there on.

use std::num::{NonZeroU64, NonZeroUsize};

use super::Levels;
use super::levels::MultipleFilter;
use crate::divisor::Divisor;

/// Ids of this many units are looked at: a document with fewer values of the last level than a unit among them repeats itself,
/// or is on another level.
const UNITS: usize = 16;

/// Ids that are looked at in any case.
const MAX_VALUES: usize = 1 << 16;

/// Bits by which different values are counted roughly.
const MARKS: usize = 1 << 10;

/// Keeps the ids that may belong to the sample.
#[derive(Debug, Clone)]
pub(super) struct LadderSampler {
    levels: Levels,
    unit: usize,
    /// Where the first level leaves nothing out: whatever comes first, in room that is there from the beginning.
    early: Vec<u64>,
    n_early: usize,
    /// Those and what came after them, from when the room was full.
    ids: Vec<u64>,
    /// What all that is still needed are multiples of.
    divisor: Divisor,
    /// Ids are looked at when there are this many.
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

    /// Whether [`Self::intake_early`] is the place to offer ids at.
    pub(super) fn is_early(&self) -> bool {
        self.ids.is_empty() && !self.early.is_empty()
    }

    /// A place to offer ids at while none is left out, which costs a store for each.
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

    /// A place to offer ids at later. If the divisor becomes a multiple of itself meanwhile, too much gets through to
    /// [`Self::keep`], never too little.
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

    /// Nothing but the last level's values is needed any more once they are as many as the unit.
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

    /// The sample of everything offered, ascending, and its level; what is offered next begins another one.
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

/// Ids of a document that are first looked at.
fn first_limit(unit: usize) -> usize {
    unit.saturating_mul(UNITS).min(MAX_VALUES)
}

/// Whether there are surely so many different values; without sorting them, and it may be that there are although this
/// says no.
fn has_different(values: &[u64], many: usize) -> bool {
    let mut marks = [0_u64; MARKS / 64];
    let mut different = 0;
    for value in values {
        let at = crate::rehash(*value) as usize % MARKS;
        let mark = &mut marks[at / 64];
        different += usize::from(*mark >> (at % 64) & 1 == 0);
        *mark |= 1 << (at % 64);
    }
    many <= different
}
