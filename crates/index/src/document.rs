//! The packed fingerprints of one document, from which the index can be rebuilt. Pure.
//!
//! | bytes | what |
//! | --- | --- |
//! | 5 | version and checksum |
//! | 1-5 | number of fingerprints, as a varint |
//! | 1 | width of a gap in bits |
//! | the rest | bits: all values with 48 bits each, then the gap of each position to the one before |

use crate::{
    Damage, Fingerprint,
    bits::{self, BitWriter, read_varint, width, write_varint},
    fingerprint::BITS,
    frame,
};

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
    let mut bytes = frame::begin(VERSION);
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
    frame::seal(&mut bytes, 0);
    bytes
}

/// Unpacks the fingerprints of a document: by position and value, distinct.
///
/// # Errors
///
/// If the bytes are not those that were packed.
pub fn unpack(bytes: &[u8]) -> Result<Vec<Fingerprint>, Damage> {
    read(frame::open(bytes, VERSION, 0)?).ok_or(Damage::Shape)
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
        let distance = bits::read(bytes, values + gap as usize * at, gap);
        position = position.checked_add(distance as u32)?;
        let fingerprint = Fingerprint { position, value: bits::read(bytes, BITS as usize * at, BITS) };
        if fingerprints.last().is_some_and(|before| fingerprint <= *before) {
            return None;
        }
        fingerprints.push(fingerprint);
    }
    Some(fingerprints)
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
            let mut small = frame::begin(VERSION);
            small.extend([count, gap]);
            small.extend(&content);
            let mut any = frame::begin(VERSION);
            any.extend(&content);
            for mut bytes in [small, any] {
                frame::seal(&mut bytes, 0);
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
}
