//! The packed block, which contains the postings of neighbouring fingerprints. Pure.
//!
//! | bytes | what |
//! | --- | --- |
//! | 5 | version and checksum, with the first fingerprint as the key |
//! | 1-5 | number of postings, as a varint |
//! | 1-5 | lowest document, as a varint |
//! | 4 | widths in bits: fingerprints, first documents, further documents, positions |
//! | the rest | bits, without gaps |
//!
//! The bits are five columns: (1) a bit for each posting, set where a new fingerprint begins; (2) each fingerprint but
//! the first, as the difference to the one before; (3) each fingerprint's first document, as the difference to the
//! lowest; (4) the document of each further posting, as the difference to the one before; (5) all positions.
//!
//! *Why columns of one width*: among 64 gaps between evenly distributed fingerprints, the widest needs only two bits
//! more than the average. So a shorter encoding is not worth the time to decode it. Any posting can be read without
//! those before it: to look up a fingerprint, only columns 1 and 2 are read. Measured on 20 million postings, a fifth
//! of them common: 5.9 bytes each.

use crate::Damage;
use crate::fingerprint::BITS;
use crate::packing::{self, BitWriter, read_varint, width, write_varint};

/// Version of the block format.
const VERSION: u8 = 1;

/// An occurrence of a fingerprint in a document.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Posting {
    /// The fingerprint, below 2^48.
    pub(crate) fingerprint: u64,
    /// The document's number, relative to the run's base.
    pub(crate) document: u32,
    /// The position in tokens.
    pub(crate) position: u32,
}

/// Packs postings, which must be ascending and distinct. There must be at least one.
pub(crate) fn encode(postings: &[Posting]) -> Vec<u8> {
    let lowest = postings.iter().map(|posting| posting.document).min().unwrap_or(0);
    let starts = |at: usize| at == 0 || postings[at - 1].fingerprint != postings[at].fingerprint;
    let gap = |at: usize| match at.checked_sub(1) {
        Some(before) => postings[at].fingerprint - postings[before].fingerprint,
        None => 0,
    };
    let document = |at: usize| {
        let from = if starts(at) { lowest } else { postings[at - 1].document };
        u64::from(postings[at].document - from)
    };
    let (mut gaps, mut firsts, mut nexts, mut positions) = (0, 0, 0, 0);
    for (at, posting) in postings.iter().enumerate() {
        gaps |= gap(at);
        *(if starts(at) { &mut firsts } else { &mut nexts }) |= document(at);
        positions |= u64::from(posting.position);
    }
    let widths = [gaps, firsts, nexts, positions].map(width);

    let mut bytes = packing::begin(VERSION);
    write_varint(&mut bytes, postings.len() as u32);
    write_varint(&mut bytes, lowest);
    bytes.extend(widths.map(|width| width as u8));
    let mut writer = BitWriter::new(&mut bytes);
    let all = 0..postings.len();
    for at in all.clone() {
        writer.write(u64::from(starts(at)), 1);
    }
    for at in all.clone().skip(1).filter(|&at| starts(at)) {
        writer.write(gap(at), widths[0]);
    }
    for at in all.clone().filter(|&at| starts(at)) {
        writer.write(document(at), widths[1]);
    }
    for at in all.filter(|&at| !starts(at)) {
        writer.write(document(at), widths[2]);
    }
    for posting in postings {
        writer.write(u64::from(posting.position), widths[3]);
    }
    writer.finish();
    packing::seal(&mut bytes, postings[0].fingerprint);
    bytes
}

/// A block whose checksum was verified. It borrows the bytes and needs no memory of its own.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Reader<'a> {
    /// The bytes of the columns.
    bytes: &'a [u8],
    first: u64,
    postings: usize,
    lowest: u32,
    widths: [u32; 4],
    /// The positions in bits where columns 2 to 5 begin.
    columns: [usize; 4],
}

impl<'a> Reader<'a> {
    /// Verifies and opens a block.
    pub(crate) fn open(first: u64, bytes: &'a [u8]) -> Result<Self, Damage> {
        Self::columns(first, packing::open(bytes, VERSION, first)?).ok_or(Damage::Shape)
    }

    fn columns(first: u64, mut rest: &'a [u8]) -> Option<Self> {
        let postings = read_varint(&mut rest)? as usize;
        let lowest = read_varint(&mut rest)?;
        let (widths, bytes) = rest.split_first_chunk::<4>()?;
        let widths = widths.map(u32::from);
        let fits = widths.iter().zip([BITS, 32, 32, 32]).all(|(&width, most)| width <= most);
        // A posting takes at least its bit in column 1, so a few bytes cannot claim to be millions of postings.
        if !fits || postings == 0 || bytes.len() * 8 < postings || 1 << BITS <= first {
            return None;
        }
        let lists = (0..postings)
            .step_by(32)
            .map(|at| packing::read(bytes, at, (postings - at).min(32) as u32).count_ones() as usize)
            .sum::<usize>();
        if packing::read(bytes, 0, 1) == 0 {
            return None;
        }
        let lengths = [lists - 1, lists, postings - lists, postings];
        let mut end = postings;
        let columns: [usize; 4] = std::array::from_fn(|column| {
            let begin = end;
            end += lengths[column] * widths[column] as usize;
            begin
        });
        (end.div_ceil(8) == bytes.len()).then_some(Self { bytes, first, postings, lowest, widths, columns })
    }

    /// Returns the lists of postings, by fingerprint.
    pub(crate) fn lists(&self) -> Lists<'a> {
        Lists { block: *self, nth: 0, at: 0, fingerprint: self.first }
    }

    /// Returns whether all postings are in order, which the checksum does not tell.
    pub(crate) fn is_ordered(&self) -> bool {
        let mut before = None;
        self.lists().all(|list| {
            list.fingerprint < 1 << BITS
                && list.postings().all(|(document, position)| {
                    let now = (list.fingerprint, document, position);
                    before.replace(now).is_none_or(|before| before < now)
                })
        })
    }

    fn number(&self, column: usize, at: usize) -> u64 {
        let width = self.widths[column];
        packing::read(self.bytes, self.columns[column] + at * width as usize, width)
    }

    /// Returns the position of the first posting after `at` that begins a new fingerprint, or the end.
    fn next_start(&self, at: usize) -> usize {
        let mut from = at + 1;
        while from < self.postings {
            let width = (self.postings - from).min(32);
            let starts = packing::read(self.bytes, from, width as u32);
            if starts != 0 {
                return from + starts.trailing_zeros() as usize;
            }
            from += width;
        }
        self.postings
    }
}

/// Iterates over the fingerprints of a block.
#[derive(Debug, Clone)]
pub(crate) struct Lists<'a> {
    block: Reader<'a>,
    nth: usize,
    at: usize,
    fingerprint: u64,
}

impl<'a> Iterator for Lists<'a> {
    type Item = List<'a>;

    #[inline]
    fn next(&mut self) -> Option<List<'a>> {
        if self.at == self.block.postings {
            return None;
        }
        if self.nth > 0 {
            let gap = self.block.number(0, self.nth - 1);
            self.fingerprint = self.fingerprint.wrapping_add(gap);
        }
        let (nth, begin) = (self.nth, self.at);
        self.at = self.block.next_start(begin);
        self.nth += 1;
        Some(List { block: self.block, nth, begin, end: self.at, fingerprint: self.fingerprint })
    }
}

/// The postings of one fingerprint.
#[derive(Debug, Clone, Copy)]
pub(crate) struct List<'a> {
    block: Reader<'a>,
    /// The index of the fingerprint in the block.
    nth: usize,
    begin: usize,
    end: usize,
    /// The fingerprint.
    pub(crate) fingerprint: u64,
}

impl List<'_> {
    /// Returns documents, relative to the run's base, and positions, in ascending order.
    pub(crate) fn postings(&self) -> impl Iterator<Item = (u32, u32)> {
        let mut document = self.block.lowest;
        (self.begin..self.end).map(move |at| {
            let from = if at == self.begin {
                self.block.number(1, self.nth)
            } else {
                // Of the postings before this one, `nth + 1` are the first of their fingerprint.
                self.block.number(2, at - self.nth - 1)
            };
            document = document.wrapping_add(from as u32);
            (document, self.block.number(3, at) as u32)
        })
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    /// Generates distinct postings in order, of few or many fingerprints and documents.
    pub(crate) fn postings() -> impl Strategy<Value = Vec<Posting>> {
        (1_u64..=48, 0_u32..=32, 0_u32..=32).prop_flat_map(|(fingerprints, documents, positions)| {
            let posting = (any::<u64>(), any::<u32>(), any::<u32>()).prop_map(move |(f, d, p)| Posting {
                fingerprint: f >> (64 - fingerprints),
                document: d.checked_shr(32 - documents).unwrap_or(0),
                position: p.checked_shr(32 - positions).unwrap_or(0),
            });
            proptest::collection::btree_set(posting, 1..200).prop_map(|set| set.into_iter().collect())
        })
    }

    fn decode(first: u64, bytes: &[u8]) -> Result<Vec<Posting>, Damage> {
        let reader = Reader::open(first, bytes)?;
        let ordered = reader.is_ordered();
        let mut all = Vec::new();
        for list in reader.lists() {
            for (document, position) in list.postings() {
                all.push(Posting { fingerprint: list.fingerprint, document, position });
            }
        }
        if ordered { Ok(all) } else { Err(Damage::Shape) }
    }

    /// Writes the checksum that belongs to the bytes, so that the code after its check is tested too.
    fn with_checksum(first: u64, mut bytes: Vec<u8>) -> Vec<u8> {
        if bytes.len() >= 5 {
            bytes[0] = VERSION;
            packing::seal(&mut bytes, first);
        }
        bytes
    }

    proptest! {
        #[test]
        fn postings_survive(postings in postings()) {
            let bytes = encode(&postings);
            prop_assert_eq!(decode(postings[0].fingerprint, &bytes), Ok(postings));
        }

        #[test]
        fn a_changed_bit_is_found(postings in postings(), at: prop::sample::Index, bit in 0_u32..8) {
            let mut bytes = encode(&postings);
            let at = at.index(bytes.len());
            bytes[at] ^= 1 << bit;
            prop_assert!(decode(postings[0].fingerprint, &bytes).is_err());
        }

        #[test]
        fn a_block_under_another_key_is_found(postings in postings(), other in 0_u64..1 << 48) {
            prop_assume!(other != postings[0].fingerprint);
            prop_assert_eq!(decode(other, &encode(&postings)), Err(Damage::Checksum));
        }

        /// Hostile bytes with a valid checksum never cause a panic, and never give more postings than there are bits.
        #[test]
        fn any_bytes_are_read_or_refused(
            first: u64,
            postings in postings(),
            changes in proptest::collection::vec((any::<prop::sample::Index>(), any::<u8>()), 0..6),
            noise: Vec<u8>,
            cut: prop::sample::Index,
        ) {
            let mut bytes = encode(&postings);
            for (at, byte) in changes {
                let at = at.index(bytes.len());
                bytes[at] = byte;
            }
            bytes.truncate(cut.index(bytes.len() + 1));
            for bytes in [with_checksum(first, bytes), with_checksum(first, noise.clone()), noise] {
                if let Ok(read) = decode(first, &bytes) {
                    prop_assert!(read.len() <= bytes.len() * 8);
                }
            }
        }
    }

    /// Bytes written by version 1, which must stay readable.
    #[test]
    fn version_1_is_as_it_was() {
        let at = |fingerprint, document, position| Posting { fingerprint, document, position };
        let postings = [at(0x10, 3, 7), at(0x10, 3, 90), at(0x10, 5, 0), at(0xffff_0000_1234, 2, 41)];
        let written = encode(&postings);
        assert_eq!(decode(0x10, &written), Ok(postings.to_vec()));
        assert_eq!(written, WRITTEN);
    }

    const WRITTEN: [u8; 22] =
        [1, 208, 106, 54, 97, 4, 2, 48, 1, 2, 7, 73, 34, 1, 0, 240, 255, 31, 30, 180, 128, 20];
}
