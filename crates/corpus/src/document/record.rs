//! What is kept of a document: a record of fixed size, beside its name and its sketch. Pure.

use super::sizes::Size;

/// No date is known.
pub const NO_DATE: i64 = i64::MIN;

/// What became of a document.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[repr(u8)]
pub enum State {
    /// It has a sketch.
    Sketched,
    /// It has no words.
    Empty,
    /// It has fewer words than a shingle.
    Short,
    /// It has shingles, none of which is in the sample: nothing can be said about it.
    Unsampled,
    /// It holds NUL bytes. Compared as a whole only.
    NotText,
    /// It is larger than [`crate::MAX_DOCUMENT_BYTES`] or [`crate::MAX_LINE_LENGTH`].
    TooLarge,
    /// The system, or the archive it lies in, refused to give it.
    Unreadable,
    /// A line that is no JSON object with `text`, `features` or `sketch`.
    NoRecord,
}

impl State {
    const ALL: [Self; 8] = [
        Self::Sketched,
        Self::Empty,
        Self::Short,
        Self::Unsampled,
        Self::NotText,
        Self::TooLarge,
        Self::Unreadable,
        Self::NoRecord,
    ];

    /// Why it is compared as a whole only, or not at all.
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

    /// Whether nothing was read of it, so that it is not even compared as a whole.
    pub const fn is_skipped(self) -> bool {
        matches!(self, Self::TooLarge | Self::Unreadable | Self::NoRecord)
    }

    /// Whether its canonical form is known.
    pub const fn has_words(self) -> bool {
        matches!(self, Self::Sketched | Self::Empty | Self::Short | Self::Unsampled)
    }

    /// Of a document of so many words, and so many values of its sketch.
    pub(crate) const fn of_sketch(words: u64, shingle: u64, values: usize) -> Self {
        match (words, values) {
            (0, _) => Self::Empty,
            (few, _) if few < shingle => Self::Short,
            (_, 0) => Self::Unsampled,
            _ => Self::Sketched,
        }
    }

    pub(crate) fn from_number(number: u8) -> Option<Self> {
        Self::ALL.get(usize::from(number)).copied()
    }
}

/// What a run keeps of a document.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Document {
    /// BLAKE3 of its bytes, cut to 128 bits.
    pub raw: u128,
    /// Fingerprint of its canonical form.
    pub canonical: u128,
    /// Fingerprint of its sketch.
    pub sketched: u128,
    /// Seconds since 1970, or [`NO_DATE`].
    pub date: i64,
    /// Where its name begins in the file of names.
    pub(crate) name_at: u64,
    /// Where its sketch begins in the file of sketches, in values.
    pub(crate) sketch_at: u64,
    /// Values in its sketch.
    pub size: Size,
    /// What became of it.
    pub state: State,
}

impl Document {
    /// Bytes of a packed record.
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
        // The level goes where no number of values is: below its own place.
        let later = (self.size.bits() >> 32) as u32;
        let later = later & LATER | later >> 30 << 21;
        bytes[77..].copy_from_slice(&later.to_le_bytes()[..3]);
        bytes
    }

    /// `None` where the bytes are no record.
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

/// Bits of the numbers of values on later levels in the upper half of a [`Size`].
const LATER: u32 = (1 << 21) - 1;

/// A fingerprint of a sequence of 64-bit values: the sum of a product for each, whose factors depend on the value and its
/// place. Equal sequences have equal ones, different ones hardly ever; it is no defence against somebody who constructs
/// documents to collide. A sum, because each step of a chain would wait for the one before it.
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

    /// How many values there were.
    pub(crate) fn length(self) -> u64 {
        self.length
    }

    /// Never 0.
    pub(crate) fn end(self) -> u128 {
        use chaffinch_fingerprint::rehash;
        let (lower, upper) = (self.sum as u64, (self.sum >> 64) as u64);
        let lower = rehash(lower ^ self.length);
        u128::from(rehash(upper ^ lower)) << 64 | u128::from(lower) | 1
    }
}

/// Digits of the golden ratio and of the square root of 3.
const STEPS: [u64; 2] = [0x9e37_79b9_7f4a_7c15, 0xbb67_ae85_84ca_a73b];

/// All shingles of a document are common.
pub(crate) const ALL_COMMON: &str =
    "all of its shingles are common: more documents share each than the limit";

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn records_come_back_as_they_were() {
        for state in State::ALL {
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
