//! Packed bytes: a version and a checksum at their beginning; numbers with a fixed number of bits, one after the other with
//! the lowest bit first; and varints of 7-bit groups. Pure.

use crate::Damage;

/// Bytes before the content: version (1) and CRC-32 (4) of version, key (8 bytes) and content.
const HEAD: usize = 5;

/// Begins packed bytes. Append the content, then call `seal`.
pub(crate) fn begin(version: u8) -> Vec<u8> {
    vec![version, 0, 0, 0, 0]
}

/// Writes the checksum. The key is the one the bytes are stored under, so bytes stored under a wrong key are detected.
pub(crate) fn seal(bytes: &mut [u8], key: u64) {
    let sum = checksum(bytes, key);
    bytes[1..HEAD].copy_from_slice(&sum.to_le_bytes());
}

/// Returns the content if version and checksum are valid.
pub(crate) fn open(bytes: &[u8], version: u8, key: u64) -> Result<&[u8], Damage> {
    let head: &[u8; HEAD] = bytes.first_chunk().ok_or(Damage::Shape)?;
    if head[0] != version {
        return Err(Damage::Version(head[0]));
    }
    if head[1..] != checksum(bytes, key).to_le_bytes() {
        return Err(Damage::Checksum);
    }
    Ok(&bytes[HEAD..])
}

fn checksum(bytes: &[u8], key: u64) -> u32 {
    let mut hasher = crc32fast::Hasher::new();
    hasher.update(&bytes[..1]);
    hasher.update(&key.to_le_bytes());
    hasher.update(&bytes[HEAD..]);
    hasher.finalize()
}

/// Most bits of one read or write: those that fit into a word beside 7 bits of the byte before.
pub(crate) const WIDEST: u32 = 57;

/// Returns the number of bits that a number needs; 0 needs none.
pub(crate) const fn width(number: u64) -> u32 {
    u64::BITS - number.leading_zeros()
}

/// Appends bits to bytes. [`BitWriter::finish`] fills the last byte with zeros.
#[derive(Debug)]
pub(crate) struct BitWriter<'a> {
    bytes: &'a mut Vec<u8>,
    pending: u64,
    held: u32,
}

impl<'a> BitWriter<'a> {
    pub(crate) fn new(bytes: &'a mut Vec<u8>) -> Self {
        Self { bytes, pending: 0, held: 0 }
    }

    /// Appends a number of at most `width` bits. `width` is at most [`WIDEST`].
    pub(crate) fn write(&mut self, number: u64, width: u32) {
        debug_assert!(width <= WIDEST && number >> width == 0);
        self.pending |= number << self.held;
        self.held += width;
        let whole = self.held / 8;
        self.bytes.extend_from_slice(&self.pending.to_le_bytes()[..whole as usize]);
        self.pending = self.pending.checked_shr(whole * 8).unwrap_or(0);
        self.held %= 8;
    }

    pub(crate) fn finish(self) {
        if self.held > 0 {
            self.bytes.push(self.pending.to_le_bytes()[0]);
        }
    }
}

/// Returns the `width` bits that begin at bit `at`. Bits beyond the end are 0.
#[inline]
pub(crate) fn read(bytes: &[u8], at: usize, width: u32) -> u64 {
    debug_assert!(width <= WIDEST);
    let byte = at / 8;
    let word = if let Some(whole) = bytes.get(byte..).and_then(<[u8]>::first_chunk) {
        u64::from_le_bytes(*whole)
    } else {
        let rest = bytes.get(byte..).unwrap_or(&[]);
        let mut padded = [0; 8];
        padded[..rest.len()].copy_from_slice(rest);
        u64::from_le_bytes(padded)
    };
    (word >> (at % 8)) & ((1 << width) - 1)
}

/// Appends a number as 7-bit groups, lowest first. All groups but the last have the highest bit set.
pub(crate) fn write_varint(bytes: &mut Vec<u8>, mut number: u32) {
    while 0x80 <= number {
        bytes.push(number as u8 | 0x80);
        number >>= 7;
    }
    bytes.push(number as u8);
}

/// Reads a varint from the front. Returns `None` if the bytes end early, or the number has more than 32 bits.
pub(crate) fn read_varint(bytes: &mut &[u8]) -> Option<u32> {
    let mut number = 0;
    for group in 0..5 {
        let (&byte, rest) = bytes.split_first()?;
        *bytes = rest;
        number |= u64::from(byte & 0x7f) << (7 * group);
        if byte < 0x80 {
            return u32::try_from(number).ok();
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    proptest! {
        #[test]
        fn numbers_survive(
            numbers in proptest::collection::vec((any::<u64>(), 0..=WIDEST), 0..60),
            varints: Vec<u32>,
        ) {
            let masked = |(number, width): (u64, u32)| number & ((1 << width) - 1);
            let mut bytes = Vec::new();
            for &varint in &varints {
                write_varint(&mut bytes, varint);
            }
            let front = bytes.len();
            let mut writer = BitWriter::new(&mut bytes);
            for &pair in &numbers {
                writer.write(masked(pair), pair.1);
            }
            writer.finish();
            let mut rest = bytes.as_slice();
            for &varint in &varints {
                prop_assert_eq!(read_varint(&mut rest), Some(varint));
            }
            prop_assert_eq!(rest.len(), bytes.len() - front);
            let mut at = 0;
            for &pair in &numbers {
                prop_assert_eq!(read(rest, at, pair.1), masked(pair));
                at += pair.1 as usize;
            }
            prop_assert_eq!(at.div_ceil(8), rest.len());
        }
    }

    #[test]
    fn a_number_that_ends_early_or_is_too_long_is_none() {
        for bytes in [&[][..], &[0x80], &[0xff, 0xff, 0xff, 0xff, 0x7f], &[0x80; 6]] {
            assert_eq!(read_varint(&mut &*bytes), None);
        }
        assert_eq!(width(0), 0);
        assert_eq!(width(1 << 47), 48);
    }
}
