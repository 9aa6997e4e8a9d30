//! Counts of the values that documents have on each level of the ladder, so that two documents can be compared at the
//! later of their levels. Many threads may decrease the counts at once.

use std::sync::atomic::{AtomicU64, Ordering};

use chaffinch_sketch::{Levels, Sample};

use super::overlap::Overlap;
use crate::error::{Error, Result};

/// How many values a document's sketch has on its own level and on each later one.
///
/// Packed into 64 bits: 32 bits for its own level, 7 bits for each later level, where it has fewer values than the
/// unit, and its level in the highest two bits.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Size(u64);

/// The largest unit of a ladder. The bits of a [`Size`] allow no more.
pub const MAX_UNIT: usize = FIELD as usize;

/// Mask of the count of a later level.
const FIELD: u64 = 0x7f;

/// Returns the lowest bit of the count of a later level; `at` is 1 for the level after the document's own.
const fn shift(at: u32) -> u32 {
    32 + 7 * (at - 1)
}

/// The lowest bit of the level.
const LEVEL: u32 = 62;

const _: () =
    assert!(Levels::FINER < 4 && shift(Levels::FINER) + 7 <= LEVEL, "sizes have the bits for all levels");

impl Size {
    /// The size of an empty sketch.
    pub(crate) const EMPTY: Self = Self(0);

    /// Returns the size of a sketch, whose values are ascending and distinct.
    pub(crate) fn new(values: &[u64], levels: Levels) -> Self {
        Self::on(levels.level(values), values, levels)
    }

    /// Returns the size of values that are all on a level. A document at its own level has fewer values than the unit
    /// on the next level. For other values, counts stop at the largest that fits.
    pub(crate) fn on(level: u32, values: &[u64], levels: Levels) -> Self {
        let mut size = u64::from(level) << LEVEL | u64::from(values.len() as u32);
        for later in level + 1..=levels.top() {
            let count = values.iter().filter(|&&value| later <= levels.highest(value)).count();
            size |= (count as u64).min(FIELD) << shift(later - level);
        }
        Self(size)
    }

    pub(crate) const fn from_bits(bits: u64) -> Self {
        Self(bits)
    }

    pub(crate) const fn bits(self) -> u64 {
        self.0
    }

    /// Returns the document's level.
    pub(crate) const fn level(self) -> u32 {
        (self.0 >> LEVEL) as u32
    }

    /// Returns the number of values on the document's own level.
    pub(crate) const fn own(self) -> u32 {
        self.0 as u32
    }

    /// Returns the number of values on a level that is not before the document's own.
    #[inline]
    pub(crate) const fn at(self, level: u32) -> u32 {
        match level.saturating_sub(self.level()) {
            0 => self.own(),
            after => (self.0 >> shift(after) & FIELD) as u32,
        }
    }

    /// Returns the part of the packed number that one value contributes. The value is on the levels up to `highest`.
    #[inline]
    const fn share(self, highest: u32) -> u64 {
        let mut share = 1;
        let mut after = highest.saturating_sub(self.level());
        while after > 0 {
            share |= 1 << shift(after);
            after -= 1;
        }
        share
    }

    /// Returns the later one of two documents' levels.
    #[inline]
    pub(crate) fn common_level(self, other: Self) -> u32 {
        self.level().max(other.level())
    }

    /// Returns the overlap of two documents that share this number of values.
    #[inline]
    pub(crate) fn overlap(self, other: Self, shared: u32) -> Overlap {
        let level = self.common_level(other);
        Overlap { shared, left: self.at(level), right: other.at(level) }
    }

    /// Returns the overlap with a document that has the same sketch.
    pub(crate) fn whole(self) -> Overlap {
        self.overlap(self, self.own())
    }
}

/// Sizes of many documents. They decrease when values turn out to be common.
#[derive(Debug)]
pub(crate) struct Sizes {
    sizes: Vec<AtomicU64>,
    levels: Levels,
}

impl Sizes {
    pub(crate) fn with_room(documents: u32, levels: Levels) -> Self {
        Self { sizes: Vec::with_capacity(documents as usize), levels }
    }

    pub(crate) fn push(&mut self, size: Size) {
        self.sizes.push(AtomicU64::new(size.bits()));
    }

    /// Returns the size of a document; [`Size::EMPTY`] if there is no such document.
    #[inline]
    pub(crate) fn get(&self, document: u32) -> Size {
        self.sizes.get(document as usize).map_or(Size::EMPTY, |size| Size(size.load(Ordering::Relaxed)))
    }

    /// Returns the sizes of all documents.
    pub(crate) fn all(&self) -> impl Iterator<Item = Size> {
        self.sizes.iter().map(|size| Size(size.load(Ordering::Relaxed)))
    }

    /// Returns the least number of values a document has at any level where it shares a value with another document:
    /// the number on the last level, but at least 1 for the shared value.
    #[inline]
    pub(crate) fn least(&self, document: u32) -> u32 {
        self.get(document).at(self.levels.top()).max(1)
    }

    /// Removes one value from a document's counts.
    pub(crate) fn lose(&self, document: u32, value: u64) {
        if let Some(size) = self.sizes.get(document as usize) {
            let share = Size(size.load(Ordering::Relaxed)).share(self.levels.highest(value));
            size.fetch_sub(share, Ordering::Relaxed);
        }
    }

    /// Returns the overlap of two documents that share this number of values.
    #[inline]
    pub(crate) fn overlap(&self, left: u32, right: u32, shared: u32) -> Overlap {
        self.get(left).overlap(self.get(right), shared)
    }

    /// Bytes for each document in the file of sizes.
    pub(crate) const BYTES: usize = 8;

    /// Packs the sizes of the documents from `from` on.
    pub(crate) fn pack(&self, from: u32) -> Vec<u8> {
        self.all().skip(from as usize).flat_map(|size| size.bits().to_le_bytes()).collect()
    }

    /// Appends sizes that [`Sizes::pack`] packed.
    pub(crate) fn unpack(&mut self, bytes: &[u8]) {
        let sizes = bytes.as_chunks::<{ Self::BYTES }>().0;
        self.sizes.extend(sizes.iter().map(|size| AtomicU64::new(u64::from_le_bytes(*size))));
    }
}

/// Returns the levels of a sample. Fails if containment cannot be estimated from the sample, or sizes of its unit
/// cannot be packed.
pub(crate) fn levels(sample: Sample) -> Result<Levels> {
    match sample {
        Sample::LadderTo(unit, _) if MAX_UNIT < unit.get() => None,
        _ => Levels::for_sample(sample),
    }
    .ok_or_else(|| Error::Sample { sample: sample.to_string() })
}

#[cfg(test)]
mod tests {
    use std::num::{NonZeroU64, NonZeroUsize};

    use chaffinch_sketch::{Key, Overlap as Shared, Parameters, Sketch, Sketcher};
    use proptest::prelude::*;

    use super::*;

    fn parameters(modulus: u64, unit: usize) -> Parameters {
        let (modulus, unit) = (NonZeroU64::new(modulus).unwrap(), NonZeroUsize::new(unit).unwrap());
        Parameters { sample: Sample::LadderTo(unit, modulus), ..Parameters::STANDARD }
    }

    fn sketch(parameters: Parameters, seed: u64, shingles: u64) -> Sketch {
        let ids: Vec<u64> = (seed..seed + shingles).map(chaffinch_fingerprint::rehash).collect();
        Sketcher::new(parameters, &Key::PUBLIC).unwrap().sketch_features(&ids)
    }

    proptest! {
        /// Sizes give the same overlap as the sketches, for documents of any two levels, and still do after values were
        /// removed.
        #[test]
        fn sizes_say_what_sketches_say(
            apart in 0u64..2000, left in 0u64..3000, right in 0u64..3000, unit in 1usize..=MAX_UNIT,
            modulus in prop_oneof![Just(1u64), Just(8), Just(25), Just(24), Just(64)], gone in 0usize..50,
        ) {
            let parameters = parameters(modulus, unit);
            let levels = levels(parameters.sample).unwrap();
            let (a, b) = (sketch(parameters, 0, left), sketch(parameters, apart, right));
            let mut sizes = Sizes::with_room(2, levels);
            sizes.push(Size::new(a.values(), levels));
            sizes.push(Size::new(b.values(), levels));
            let shared = Shared::of(a.values(), b.values()).shared as u32;
            let check = |sizes: &Sizes, shared: u32, expected: Shared| {
                let overlap = sizes.overlap(0, 1, shared);
                let found = [overlap.shared, overlap.left, overlap.right].map(u64::from);
                prop_assert_eq!(found, [expected.shared, expected.left, expected.right]);
                Ok(())
            };
            check(&sizes, shared, a.overlap(&b).unwrap())?;

            // Values are removed from both documents, as common values are.
            let gone: Vec<u64> = a.values().iter().copied().step_by(gone + 1).collect();
            let without = |sketch: &Sketch| -> Vec<u64> {
                let rest = sketch.values().iter().copied().filter(|value| gone.binary_search(value).is_err());
                // The level is that of the whole sketches, not of the values that are left.
                let level = a.level().max(b.level());
                rest.filter(|&value| levels.highest(value) >= level).collect()
            };
            for &value in &gone {
                sizes.lose(0, value);
                if b.values().binary_search(&value).is_ok() {
                    sizes.lose(1, value);
                }
            }
            let expected = Shared::of(&without(&a), &without(&b));
            check(&sizes, expected.shared as u32, expected)?;
            let mut again = Sizes::with_room(2, levels);
            again.unpack(&sizes.pack(0));
            prop_assert_eq!((again.get(0), again.get(1)), (sizes.get(0), sizes.get(1)));
        }
    }

    #[test]
    fn only_samples_of_which_containment_can_be_told_make_a_run() {
        let n = |n| NonZeroUsize::new(n).unwrap();
        for sample in [Sample::Minimum(n(9)), Sample::Ladder(n(9)), Sample::LadderTo(n(128), NonZeroU64::MIN)]
        {
            assert!(levels(sample).is_err(), "{sample}");
        }
        assert!(levels(Sample::LadderTo(n(127), NonZeroU64::MIN)).is_ok());
    }
}
