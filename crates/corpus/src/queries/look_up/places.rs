//! Positions in a sorted run, one for every few thousand bytes. The entries of a key are found by a binary search in
//! memory and one small read.

use crate::error::Result;
use crate::sort::{Place, RANGES, RangeReader, Ranges, Run};

/// Bytes of a run between two places, which a look-up reads. A place takes 16 bytes, which is 0.4 % of the run.
const STEP: u64 = 4 << 10;

/// Bytes that are read at a time: a step, and entries of a key that continue beyond it.
const READ: usize = 6 << 10;

/// Places of a run, range by range.
#[derive(Debug)]
pub(crate) struct Places {
    /// The index where the places of each range begin, and the end of the last.
    begins: Vec<usize>,
    places: Vec<Place>,
}

impl Places {
    /// Returns the places of one range. Reads the whole range.
    pub(crate) fn of_range(run: &Run, range: usize) -> Result<Vec<Place>> {
        let mut reader = run.range(range, 1 << 16);
        let mut places: Vec<Place> = Vec::new();
        loop {
            let place = reader.place();
            if reader.entry()?.is_none() {
                return Ok(places);
            }
            if places.last().is_none_or(|last| place.at - last.at >= STEP) {
                places.push(place);
            }
        }
    }

    /// Joins the places of all ranges, in order.
    pub(crate) fn joined(ranges: impl IntoIterator<Item = Vec<Place>>) -> Self {
        let mut joined = Self { begins: vec![0], places: Vec::new() };
        for places in ranges {
            joined.places.extend(places);
            joined.begins.push(joined.places.len());
        }
        joined
    }

    /// Appends the places as numbers: how many each range has, then all places.
    pub(crate) fn pack(&self, out: &mut Vec<u8>) {
        let counts = self.begins.windows(2).map(|two| (two[1] - two[0]) as u64);
        let places = self.places.iter().flat_map(|place| [place.key, place.at]);
        out.extend(counts.chain(places).flat_map(u64::to_le_bytes));
    }

    /// Reads packed places from the front of `bytes`; `None` if the bytes are not valid.
    pub(crate) fn unpack(bytes: &mut &[u8]) -> Option<Self> {
        let mut number = || {
            let (eight, rest) = bytes.split_first_chunk::<8>()?;
            *bytes = rest;
            Some(u64::from_le_bytes(*eight))
        };
        let mut begins = vec![0];
        for _ in 0..RANGES {
            begins.push(begins.last()? + usize::try_from(number()?).ok()?);
        }
        let places = (0..*begins.last()?).map(|_| Some(Place { key: number()?, at: number()? }));
        let places = places.collect::<Option<_>>()?;
        Some(Self { begins, places })
    }

    /// Returns the last place before the first entry of a key, and its range; `None` if the range is empty.
    fn before(&self, key: u64) -> Option<(usize, Place)> {
        let range = Ranges::Hashes.of(key);
        let places = &self.places[self.begins[range]..self.begins[range + 1]];
        // Entries of one key may continue beyond the next place, which then has the same key.
        let at = places.partition_point(|place| place.key < key).saturating_sub(1);
        Some((range, *places.get(at)?))
    }
}

/// A sorted run and its places.
#[derive(Debug)]
pub(crate) struct Indexed {
    pub(crate) run: Run,
    pub(crate) places: Places,
}

/// Looks up keys in a run, in ascending order. Bytes that several keys need are read once, so looking up all keys costs
/// at most as much as reading the run.
pub(crate) struct Cursor<'a> {
    indexed: &'a Indexed,
    /// The range that is being read, up to the first entry after the last key.
    open: Option<(usize, RangeReader)>,
    next: Option<(u64, u32)>,
}

impl<'a> Cursor<'a> {
    pub(crate) fn new(indexed: &'a Indexed) -> Self {
        Self { indexed, open: None, next: None }
    }

    /// Passes the values of a key to `each`, in order, until it returns `false`. Keys must come in ascending order.
    pub(crate) fn each(&mut self, key: u64, mut each: impl FnMut(u32) -> bool) -> Result<()> {
        let Some((range, place)) = self.indexed.places.before(key) else { return Ok(()) };
        let goes_on =
            self.open.as_ref().is_some_and(|(open, reader)| *open == range && place.at <= reader.place().at);
        if !goes_on {
            let mut reader = self.indexed.run.range_from(range, place, READ);
            self.next = reader.entry()?;
            self.open = Some((range, reader));
        }
        let Some((_, reader)) = &mut self.open else { return Ok(()) };
        while let Some((found, value)) = self.next {
            if key < found || found == key && !each(value) {
                break;
            }
            self.next = reader.entry()?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use proptest::prelude::*;

    use super::*;
    use crate::sort::Sorter;

    fn indexed(folder: &std::path::Path, entries: &[(u64, u32)]) -> Indexed {
        let mut sorter = Sorter::<u128>::new(folder, "x".to_owned(), Ranges::Hashes, 1 << 24);
        for &(key, value) in entries {
            sorter.push(u128::from(key) << 32 | u128::from(value)).unwrap();
        }
        let run = sorter.finish().unwrap().remove(0);
        let places = Places::joined((0..RANGES).map(|range| Places::of_range(&run, range).unwrap()));
        let mut bytes = Vec::new();
        places.pack(&mut bytes);
        assert!(Places::unpack(&mut &bytes[..bytes.len() - 1]).is_none());
        let mut rest = bytes.as_slice();
        let places = Places::unpack(&mut rest).unwrap();
        assert!(rest.is_empty());
        Indexed { run, places }
    }

    fn all(cursor: &mut Cursor, key: u64) -> Vec<u32> {
        let mut found = Vec::new();
        cursor
            .each(key, |value| {
                found.push(value);
                true
            })
            .unwrap();
        found
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(16))]
        /// Tests keys with one entry, keys with thousands of entries, missing keys, and the first and last keys.
        #[test]
        fn finds_what_a_map_finds(
            few in proptest::collection::vec((any::<u64>(), any::<u32>()), 1..3000),
            many in proptest::collection::vec((prop_oneof![any::<u64>(), Just(0), Just(u64::MAX)], 1u32..9000), 0..4),
            strangers in proptest::collection::vec(any::<u64>(), 0..20),
        ) {
            let folder = tempfile::tempdir().unwrap();
            let mut entries = few;
            for (key, times) in many {
                entries.extend((0..times).map(|value| (key, value)));
            }
            let indexed = indexed(folder.path(), &entries);
            let mut slow: BTreeMap<u64, Vec<u32>> = BTreeMap::new();
            entries.sort_unstable();
            entries.dedup();
            for &(key, value) in &entries {
                slow.entry(key).or_default().push(value);
            }
            for key in strangers {
                slow.entry(key).or_default();
            }
            let mut cursor = Cursor::new(&indexed);
            for (&key, values) in &slow {
                prop_assert_eq!(&all(&mut cursor, key), values);
                prop_assert_eq!(&all(&mut Cursor::new(&indexed), key), values);
            }
            let mut cursor = Cursor::new(&indexed);
            for (&key, values) in slow.iter().step_by(7) {
                let mut first = None;
                cursor.each(key, |value| { first = Some(value); false }).unwrap();
                prop_assert_eq!(first, values.first().copied());
            }
        }
    }
}
