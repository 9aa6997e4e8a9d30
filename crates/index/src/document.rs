//! What is stored of documents: the packed fingerprints of one, from which the index can be rebuilt, and sets of their
//! numbers. Pure.
//!
//! | bytes | what |
//! | --- | --- |
//! | 5 | version and checksum |
//! | 1-5 | number of fingerprints, as a varint |
//! | 1 | width of a gap in bits |
//! | the rest | bits: all values with 48 bits each, then the gap of each position to the one before |

use std::ops::Range;

use crate::fingerprint::BITS;
use crate::packing::{self, BitWriter, read_varint, width, write_varint};
use crate::{Damage, Fingerprint};

/// Version of this format.
const VERSION: u8 = 1;

/// Packs the fingerprints of a document, in any order.
pub fn pack(fingerprints: &[Fingerprint]) -> Vec<u8> {
    let mut sorted = fingerprints.to_vec();
    sorted.sort_unstable();
    sorted.dedup();
    let gaps = || {
        let before = std::iter::once(0).chain(sorted.iter().map(|fingerprint| fingerprint.position));
        sorted.iter().zip(before).map(|(fingerprint, before)| u64::from(fingerprint.position - before))
    };
    let gap = width(gaps().fold(0, |all, gap| all | gap));
    let mut bytes = packing::begin(VERSION);
    write_varint(&mut bytes, sorted.len() as u32);
    bytes.push(gap as u8);
    let mut writer = BitWriter::new(&mut bytes);
    for fingerprint in &sorted {
        writer.write(fingerprint.value, BITS);
    }
    for distance in gaps() {
        writer.write(distance, gap);
    }
    writer.finish();
    packing::seal(&mut bytes, 0);
    bytes
}

/// Unpacks the fingerprints of a document: by position and value, distinct.
///
/// # Errors
///
/// If the bytes are not those that were packed.
pub fn unpack(bytes: &[u8]) -> Result<Vec<Fingerprint>, Damage> {
    read(packing::open(bytes, VERSION, 0)?).ok_or(Damage::Shape)
}

fn read(mut rest: &[u8]) -> Option<Vec<Fingerprint>> {
    let count = read_varint(&mut rest)? as usize;
    let (&gap, bytes) = rest.split_first()?;
    let gap = u32::from(gap);
    let values = BITS as usize * count;
    if gap > 32 || (values + gap as usize * count).div_ceil(8) != bytes.len() {
        return None;
    }
    let (mut position, mut fingerprints) = (0_u32, Vec::with_capacity(count));
    for at in 0..count {
        let distance = packing::read(bytes, values + gap as usize * at, gap);
        position = position.checked_add(distance as u32)?;
        let fingerprint = Fingerprint { position, value: packing::read(bytes, BITS as usize * at, BITS) };
        if fingerprints.last().is_some_and(|before| fingerprint <= *before) {
            return None;
        }
        fingerprints.push(fingerprint);
    }
    Some(fingerprints)
}

/// A set of documents.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct DocumentSet {
    /// Ascending and not empty, with at least one number between two of them.
    ranges: Vec<Range<u64>>,
}

impl DocumentSet {
    /// Returns whether the set contains a document.
    pub fn contains(&self, document: u64) -> bool {
        let after = self.ranges.partition_point(|range| range.start <= document);
        after.checked_sub(1).is_some_and(|at| document < self.ranges[at].end)
    }

    /// Returns the documents as ascending ranges that are not empty.
    pub fn ranges(&self) -> impl Iterator<Item = Range<u64>> {
        self.ranges.iter().cloned()
    }

    /// Returns the number of documents in the set.
    pub fn len(&self) -> u64 {
        self.ranges.iter().map(|range| range.end - range.start).sum()
    }

    /// Returns whether the set contains no documents.
    pub fn is_empty(&self) -> bool {
        self.ranges.is_empty()
    }
}

impl FromIterator<Range<u64>> for DocumentSet {
    /// Creates a set from ranges in any order. They may touch and overlap.
    fn from_iter<I: IntoIterator<Item = Range<u64>>>(ranges: I) -> Self {
        let mut sorted: Vec<_> = ranges.into_iter().filter(|range| !range.is_empty()).collect();
        sorted.sort_unstable_by_key(|range| range.start);
        let mut ranges: Vec<Range<u64>> = Vec::new();
        for range in sorted {
            match ranges.last_mut() {
                Some(last) if range.start <= last.end => last.end = last.end.max(range.end),
                _ => ranges.push(range),
            }
        }
        Self { ranges }
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use proptest::prelude::*;

    use super::*;

    fn fingerprints() -> impl Strategy<Value = Vec<Fingerprint>> {
        (0_u32..=32).prop_flat_map(|shift| {
            let one = (any::<u32>(), 0_u64..1 << BITS).prop_map(move |(position, value)| Fingerprint {
                position: position.checked_shr(shift).unwrap_or(0),
                value,
            });
            proptest::collection::vec(one, 0..80)
        })
    }

    proptest! {
        #[test]
        fn fingerprints_survive_in_order(fingerprints in fingerprints()) {
            let sorted: BTreeSet<_> = fingerprints.iter().copied().collect();
            prop_assert_eq!(unpack(&pack(&fingerprints)), Ok(sorted.into_iter().collect()));
        }

        #[test]
        fn a_changed_bit_is_found(fingerprints in fingerprints(), at: prop::sample::Index, bit in 0_u32..8) {
            let mut bytes = pack(&fingerprints);
            let at = at.index(bytes.len());
            bytes[at] ^= 1 << bit;
            prop_assert!(unpack(&bytes).is_err());
        }

        /// Even with a valid checksum, hostile bytes never cause a panic, and never take more memory than their length
        /// justifies.
        #[test]
        fn any_bytes_are_read_or_refused(content: Vec<u8>, count in 0_u8..40, gap in 0_u8..40) {
            let mut small = packing::begin(VERSION);
            small.extend([count, gap]);
            small.extend(&content);
            let mut any = packing::begin(VERSION);
            any.extend(&content);
            for mut bytes in [small, any] {
                packing::seal(&mut bytes, 0);
                if let Ok(read) = unpack(&bytes) {
                    prop_assert!(read.len() * 6 <= bytes.len());
                }
            }
            prop_assert!(unpack(&content).is_err());
        }
    }

    /// Bytes written by version 1, which must stay readable.
    #[test]
    fn version_1_is_as_it_was() {
        let at = |position, value| Fingerprint { position, value };
        let fingerprints = [at(3, 0x0123_4567_89ab), at(3, 0xffff_0000_1234), at(90, 1)];
        let written = pack(&fingerprints);
        assert_eq!(unpack(&written), Ok(fingerprints.to_vec()));
        assert_eq!(written, WRITTEN);
    }

    const WRITTEN: [u8; 28] = [
        1, 33, 208, 195, 182, 3, 7, 171, 137, 103, 69, 35, 1, 52, 18, 0, 0, 255, 255, 1, 0, 0, 0, 0, 0, 3,
        192, 21,
    ];

    proptest! {
        #[test]
        fn holds_what_the_ranges_hold(ranges in proptest::collection::vec((0_u64..60, 0_u64..9), 0..9)) {
            let ranges: Vec<_> = ranges.into_iter().map(|(start, length)| start..start + length).collect();
            let slow: BTreeSet<u64> = ranges.iter().cloned().flatten().collect();
            let set: DocumentSet = ranges.into_iter().collect();
            prop_assert_eq!(set.len(), slow.len() as u64);
            prop_assert_eq!(set.is_empty(), slow.is_empty());
            prop_assert!((0..80).all(|document| set.contains(document) == slow.contains(&document)));
        }
    }
}
