//! How many values documents have on each level of the ladder, so that two are compared at the later one of theirs. Pure, but
//! for the counters that many threads take from.

use std::sync::atomic::{AtomicU64, Ordering};

use chaffinch_fingerprint::{Levels, Sample};

use super::overlap::Overlap;
use crate::error::{Error, Result};

/// Values that a document's sketch has on its own level, and on those after it.
///
/// Packed: 32 bits for its own level, 7 for each later one, where it has fewer than the unit, and its level in the highest two.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Size(u64);

/// The largest unit of a ladder, which the bits of a [`Size`] set.
pub const MAX_UNIT: usize = FIELD as usize;

/// Bits of a later level, as ones.
const FIELD: u64 = 0x7f;

/// Where the number of values on a later level begins: `at` is 1 for the one after the document's own.
const fn shift(at: u32) -> u32 {
    32 + 7 * (at - 1)
}

/// Where the level stands.
const LEVEL: u32 = 62;

const _: () =
    assert!(Levels::FINER < 4 && shift(Levels::FINER) + 7 <= LEVEL, "sizes have the bits for all levels");

impl Size {
    /// Of nothing.
    pub(crate) const EMPTY: Self = Self(0);

    /// Of a sketch: ascending, distinct.
    pub(crate) fn of(values: &[u64], levels: Levels) -> Self {
        Self::on(levels.level(values), values, levels)
    }

    /// Of values that are all on a level. What stands there as a document does has fewer than the unit on the next; of
    /// others no more than fit are counted.
    pub(crate) fn on(level: u32, values: &[u64], levels: Levels) -> Self {
        let mut size = u64::from(level) << LEVEL | u64::from(values.len() as u32);
        for later in level + 1..=levels.top() {
            let count = values.iter().filter(|&&value| later <= levels.highest(value)).count();
            size |= (count as u64).min(FIELD) << shift(later - level);
        }
        Self(size)
    }

    /// As it was packed.
    pub(crate) const fn from_bits(bits: u64) -> Self {
        Self(bits)
    }

    pub(crate) const fn bits(self) -> u64 {
        self.0
    }

    /// The document's level.
    pub(crate) const fn level(self) -> u32 {
        (self.0 >> LEVEL) as u32
    }

    /// Values on its own level.
    pub(crate) const fn own(self) -> u32 {
        self.0 as u32
    }

    /// Values on a level that is not before its own.
    #[inline]
    pub(crate) const fn at(self, level: u32) -> u32 {
        match level.saturating_sub(self.level()) {
            0 => self.own(),
            after => (self.0 >> shift(after) & FIELD) as u32,
        }
    }

    /// What a value makes of the packed number; it is on the levels up to `highest`.
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

    /// The later one of two documents' levels.
    #[inline]
    pub(crate) fn common_level(self, other: Self) -> u32 {
        self.level().max(other.level())
    }

    /// What two documents have in common that share so many values.
    #[inline]
    pub(crate) fn overlap(self, other: Self, shared: u32) -> Overlap {
        let level = self.common_level(other);
        Overlap { shared, left: self.at(level), right: other.at(level) }
    }

    /// What it has in common with one that has the same sketch.
    pub(crate) fn whole(self) -> Overlap {
        self.overlap(self, self.own())
    }
}

/// Sizes of many documents, which lose the values that turn out to be common.
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

    /// Of a document; nothing of one that is not there.
    #[inline]
    pub(crate) fn get(&self, document: u32) -> Size {
        self.sizes.get(document as usize).map_or(Size::EMPTY, |size| Size(size.load(Ordering::Relaxed)))
    }

    /// Of all documents.
    pub(crate) fn all(&self) -> impl Iterator<Item = Size> {
        self.sizes.iter().map(|size| Size(size.load(Ordering::Relaxed)))
    }

    /// How many values a document has at the least, whatever it is compared with that shares one of them: those of the last
    /// level, and that one.
    #[inline]
    pub(crate) fn least(&self, document: u32) -> u32 {
        self.get(document).at(self.levels.top()).max(1)
    }

    /// Takes one of its values from a document.
    pub(crate) fn lose(&self, document: u32, value: u64) {
        if let Some(size) = self.sizes.get(document as usize) {
            let share = Size(size.load(Ordering::Relaxed)).share(self.levels.highest(value));
            size.fetch_sub(share, Ordering::Relaxed);
        }
    }

    /// What two documents have in common that share so many values.
    #[inline]
    pub(crate) fn overlap(&self, left: u32, right: u32, shared: u32) -> Overlap {
        self.get(left).overlap(self.get(right), shared)
    }

    /// Bytes of a document in the file of sizes.
    pub(crate) const BYTES: usize = 8;

    /// As they are written, from a document on.
    pub(crate) fn pack(&self, from: u32) -> Vec<u8> {
        self.all().skip(from as usize).flat_map(|size| size.bits().to_le_bytes()).collect()
    }

    /// Takes what was written.
    pub(crate) fn unpack(&mut self, bytes: &[u8]) {
        let sizes = bytes.as_chunks::<{ Self::BYTES }>().0;
        self.sizes.extend(sizes.iter().map(|size| AtomicU64::new(u64::from_le_bytes(*size))));
    }
}

/// The levels of a sample that a run can be made with: containment can be told from it, and sizes can be packed.
pub(crate) fn levels(sample: Sample) -> Result<Levels> {
    match sample {
        Sample::LadderTo(unit, _) if MAX_UNIT < unit.get() => None,
        _ => Levels::of(sample),
    }
    .ok_or_else(|| Error::Sample { sample: sample.to_string() })
}

#[cfg(test)]
mod tests {
    use std::num::{NonZeroU64, NonZeroUsize};

    use chaffinch_fingerprint::{Key, Overlap as Shared, Parameters, Sketch, Sketcher};
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
        /// Whatever the levels of two documents, what they have in common is what their sketches say, and it still is when a
        /// value counts for nobody.
        #[test]
        fn sizes_say_what_sketches_say(
            apart in 0u64..2000, left in 0u64..3000, right in 0u64..3000, unit in 1usize..=MAX_UNIT,
            modulus in prop_oneof![Just(1u64), Just(8), Just(25), Just(24), Just(64)], gone in 0usize..50,
        ) {
            let parameters = parameters(modulus, unit);
            let levels = levels(parameters.sample).unwrap();
            let (a, b) = (sketch(parameters, 0, left), sketch(parameters, apart, right));
            let mut sizes = Sizes::with_room(2, levels);
            sizes.push(Size::of(a.values(), levels));
            sizes.push(Size::of(b.values(), levels));
            let shared = Shared::of(a.values(), b.values()).shared as u32;
            let check = |sizes: &Sizes, shared: u32, expected: Shared| {
                let overlap = sizes.overlap(0, 1, shared);
                let found = [overlap.shared, overlap.left, overlap.right].map(u64::from);
                prop_assert_eq!(found, [expected.shared, expected.left, expected.right]);
                Ok(())
            };
            check(&sizes, shared, a.overlap(&b).unwrap())?;

            // Values leave both documents, as common ones do.
            let gone: Vec<u64> = a.values().iter().copied().step_by(gone + 1).collect();
            let without = |sketch: &Sketch| -> Vec<u64> {
                let rest = sketch.values().iter().copied().filter(|value| gone.binary_search(value).is_err());
                // Judged where they are compared, not by what is left.
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
