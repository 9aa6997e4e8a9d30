//! The record of fixed size that a run keeps of a document, in addition to its name and its sketch.

use strum::VariantArray;

use super::sizes::Size;

/// Stands for an unknown date.
pub const NO_DATE: i64 = i64::MIN;

/// What reading a document led to.
#[derive(Debug, Clone, Copy, PartialEq, Eq, VariantArray)]
#[repr(u8)]
pub enum State {
    /// It has a sketch.
    Sketched,
    /// It has no words.
    Empty,
    /// It has fewer words than a shingle.
    Short,
    /// It has shingles, but none of them is in the sample, so it cannot be compared.
    Unsampled,
    /// It contains NUL bytes. It is compared only as a whole.
    NotText,
    /// It is larger than [`crate::MAX_DOCUMENT_BYTES`] or [`crate::MAX_LINE_LENGTH`].
    TooLarge,
    /// The system, or the archive that contains it, reported an error.
    Unreadable,
    /// A line that is not a JSON object with `text`, `features` or `sketch`.
    NoRecord,
}

impl State {
    /// Returns why the document is compared only as a whole, or not at all.
    pub const fn reason(self) -> Option<&'static str> {
        match self {
            Self::Sketched => None,
            Self::Empty => Some("empty: it has no words"),
            Self::Short => Some("too short: it has fewer words than a shingle"),
            Self::Unsampled => Some("too short: none of its shingles is in the sample"),
            Self::NotText => Some("not text: it holds NUL bytes"),
            Self::TooLarge => Some("too large: more than 2 GiB, or 64 MiB in a line"),
            Self::Unreadable => Some("not readable"),
            Self::NoRecord => Some("no JSON object with text, features or sketch"),
        }
    }

    /// Returns whether nothing was read of the document. Such a document is not even compared as a whole.
    pub const fn is_skipped(self) -> bool {
        matches!(self, Self::TooLarge | Self::Unreadable | Self::NoRecord)
    }

    /// Returns whether the document's canonical form is known.
    pub const fn has_words(self) -> bool {
        matches!(self, Self::Sketched | Self::Empty | Self::Short | Self::Unsampled)
    }

    /// Returns the state of a document with this number of words and this number of values in its sketch.
    pub(crate) const fn from_sketch(words: u64, shingle: u64, values: usize) -> Self {
        match (words, values) {
            (0, _) => Self::Empty,
            (few, _) if few < shingle => Self::Short,
            (_, 0) => Self::Unsampled,
            _ => Self::Sketched,
        }
    }

    pub(crate) fn from_number(number: u8) -> Option<Self> {
        Self::VARIANTS.get(usize::from(number)).copied()
    }
}

/// What a run keeps of a document.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Document {
    /// BLAKE3 of its bytes, cut to 128 bits.
    pub raw: u128,
    /// Fingerprint of its canonical form; 0 if it is not known.
    pub canonical: u128,
    /// Fingerprint of its sketch.
    pub sketched: u128,
    /// Seconds since 1970, or [`NO_DATE`].
    pub date: i64,
    /// Position of its name in the file of names.
    pub(crate) name_at: u64,
    /// Position of its sketch in the file of sketches, in values.
    pub(crate) sketch_at: u64,
    /// How many values its sketch has.
    pub size: Size,
    /// What reading it led to.
    pub state: State,
}

impl Document {
    /// Size of a packed record, in bytes.
    pub(crate) const BYTES: usize = 80;

    pub(crate) const SKIPPED: Self = Self {
        raw: 0,
        canonical: 0,
        sketched: 0,
        date: NO_DATE,
        name_at: 0,
        sketch_at: 0,
        size: Size::EMPTY,
        state: State::Unreadable,
    };

    pub(crate) fn pack(&self) -> [u8; Self::BYTES] {
        let mut bytes = [0; Self::BYTES];
        bytes[..16].copy_from_slice(&self.raw.to_le_bytes());
        bytes[16..32].copy_from_slice(&self.canonical.to_le_bytes());
        bytes[32..48].copy_from_slice(&self.sketched.to_le_bytes());
        bytes[48..56].copy_from_slice(&self.date.to_le_bytes());
        bytes[56..64].copy_from_slice(&self.name_at.to_le_bytes());
        bytes[64..72].copy_from_slice(&self.sketch_at.to_le_bytes());
        bytes[72..76].copy_from_slice(&self.size.own().to_le_bytes());
        bytes[76] = self.state as u8;
        // Three bytes are left for 32 bits. The level moves from the top to bit 21, above the counts of later levels.
        let later = (self.size.bits() >> 32) as u32;
        let later = later & LATER | later >> 30 << 21;
        bytes[77..].copy_from_slice(&later.to_le_bytes()[..3]);
        bytes
    }

    /// Returns `None` if the bytes are not a record.
    pub(crate) fn unpack(bytes: &[u8; Self::BYTES]) -> Option<Self> {
        let wide = |at: usize| bytes[at..].first_chunk().map_or(0, |some| u128::from_le_bytes(*some));
        let long = |at: usize| bytes[at..].first_chunk().map_or(0, |some| u64::from_le_bytes(*some));
        Some(Self {
            raw: wide(0),
            canonical: wide(16),
            sketched: wide(32),
            date: long(48).cast_signed(),
            name_at: long(56),
            sketch_at: long(64),
            size: {
                let own = bytes[72..].first_chunk().map_or(0, |some| u32::from_le_bytes(*some));
                let later = u32::from_le_bytes([bytes[77], bytes[78], bytes[79], 0]);
                let later = later & LATER | later >> 21 << 30;
                Size::from_bits(u64::from(later) << 32 | u64::from(own))
            },
            state: State::from_number(bytes[76])?,
        })
    }
}

/// Bits of a [`Size`]'s upper half that count the values on later levels.
const LATER: u32 = (1 << 21) - 1;

/// A fingerprint of a sequence of 64-bit values: a sum with one product for each value. The factors depend on the value
/// and its position. Equal sequences have equal fingerprints, and different ones almost never do. It does not protect
/// against documents that are constructed to collide. It is a sum because each step of a chain would wait for the step
/// before it.
#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct Sequence {
    sum: u128,
    length: u64,
}

impl Sequence {
    #[inline]
    pub(crate) fn feed(&mut self, values: &[u64]) {
        let mut place = self.length.wrapping_mul(STEPS[0]);
        for &value in values {
            place = place.wrapping_add(STEPS[0]);
            let (left, right) = (value ^ place, value.rotate_left(32).wrapping_add(place ^ STEPS[1]));
            self.sum = self.sum.wrapping_add(u128::from(left) * u128::from(right));
        }
        self.length += values.len() as u64;
    }

    pub(crate) fn length(self) -> u64 {
        self.length
    }

    /// Returns the fingerprint, which is never 0.
    pub(crate) fn end(self) -> u128 {
        use chaffinch_fingerprint::rehash;
        let (lower, upper) = (self.sum as u64, (self.sum >> 64) as u64);
        let lower = rehash(lower ^ self.length);
        u128::from(rehash(upper ^ lower)) << 64 | u128::from(lower) | 1
    }
}

/// Digits of the golden ratio and of the square root of 3.
const STEPS: [u64; 2] = [0x9e37_79b9_7f4a_7c15, 0xbb67_ae85_84ca_a73b];

/// The reason when all shingles of a document are common.
pub(crate) const ALL_COMMON: &str =
    "all of its shingles are common: more documents share each than the limit";

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn records_come_back_as_they_were() {
        for &state in State::VARIANTS {
            let document = Document {
                raw: 7 << 100,
                canonical: 8,
                sketched: u128::MAX,
                date: -5,
                name_at: 1 << 40,
                sketch_at: 3,
                size: Size::from_bits(3 << 62 | 9),
                state,
            };
            assert_eq!(Document::unpack(&document.pack()), Some(document));
            let size = Size::from_bits(2 << 62 | 0x1f_f0ff << 32 | 0xffff_ffff);
            let short = Document { size, ..document };
            assert_eq!(Document::unpack(&short.pack()), Some(short));
        }
        let mut bytes = Document::SKIPPED.pack();
        bytes[76] = 200;
        assert_eq!(Document::unpack(&bytes), None);
    }

    #[test]
    fn a_sequence_tells_order_and_length_and_may_come_in_pieces() {
        let of = |values: &[u64]| {
            let mut sequence = Sequence::default();
            for piece in values.chunks(2) {
                sequence.feed(piece);
            }
            let mut whole = Sequence::default();
            whole.feed(values);
            assert_eq!(sequence.end(), whole.end());
            whole.end()
        };
        let all = [of(&[]), of(&[0]), of(&[0, 0]), of(&[1, 2]), of(&[2, 1])];
        for (at, one) in all.iter().enumerate() {
            assert!(!all[at + 1..].contains(one));
        }
    }
}
