//! The key from which the codes of a report's pseudonyms are computed.
//!
//! Numbers of submissions follow the alphabet, so a number tells a reader with a class list who it is. A code is a
//! secret permutation of the numbers. It depends on the key and the number alone, so it is the same in all revisions, and
//! late work changes no code. Nobody can compute it without the key.

use std::fmt;

use crate::model::{CODE_LENGTHS, SubmissionId, bits_of, codes_of};

/// A code is so long that at least this many codes exist for each submission of the first report. So there is room for
/// late work.
const ROOM: u32 = 2;
/// Rounds of the permutation. Four suffice against an attacker who sees few codes; codes of seven bits get more.
const ROUNDS: u8 = 12;

/// The key of a report, a share link or an evidence file. It is secret: its `Debug` form does not show it.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct PseudonymKey {
    key: [u8; 32],
    /// Length of the codes of the first report.
    length: u32,
}

impl fmt::Debug for PseudonymKey {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("PseudonymKey")
    }
}

impl PseudonymKey {
    /// Derives the key from a secret. `submissions` is the number of submissions of the first report, on which the
    /// length of the codes depends.
    pub fn new(secret: &[u8], submissions: u32) -> Self {
        let enough = |length: &u32| submissions.saturating_mul(ROOM) <= codes_of(*length);
        Self {
            key: blake3::derive_key("chaffinch 2026-11-26 codes of pseudonyms", secret),
            length: CODE_LENGTHS.into_iter().find(enough).unwrap_or(*CODE_LENGTHS.end()),
        }
    }

    /// Returns the key of something with readers of its own, such as a share link or an evidence file. Readers of two of them
    /// cannot compare their codes.
    #[must_use]
    pub fn derived(&self, name: &str) -> Self {
        Self { key: *blake3::keyed_hash(&self.key, name.as_bytes()).as_bytes(), ..*self }
    }

    /// Returns the id of the submission with this number where names are hidden. An id that is a code stays.
    pub fn code(&self, number: u32) -> u32 {
        if SubmissionId(number).is_code() {
            return number;
        }
        let mut left = number;
        for length in self.length..=*CODE_LENGTHS.end() {
            if left < codes_of(length) {
                return SubmissionId::code(length, self.permuted(length, left, false)).0;
            }
            left -= codes_of(length);
        }
        // No report has that many submissions.
        SubmissionId::code(*CODE_LENGTHS.end(), left % codes_of(*CODE_LENGTHS.end())).0
    }

    /// Returns the number of the submission with this code; `None` if it is not a code of this report.
    pub fn number(&self, code: SubmissionId) -> Option<u32> {
        let (length, place) = code.place().filter(|(length, _)| self.length <= *length)?;
        let shorter: u32 = (self.length..length).map(codes_of).sum();
        Some(shorter + self.permuted(length, place, true))
    }

    /// Returns a code for somebody who has no number, such as a person of whose files none was analysed. It is longer than
    /// the codes of submissions. `is_taken` says which ids others have.
    pub fn code_of_name(&self, name: &str, is_taken: impl Fn(u32) -> bool) -> u32 {
        let length = (self.length + 1).min(*CODE_LENGTHS.end());
        let start = self.word(b'n', length, name.as_bytes());
        let codes = (0..codes_of(length)).map(|more| start.wrapping_add(more) % codes_of(length));
        let mut ids = codes.map(|place| SubmissionId::code(length, place).0);
        ids.find(|&id| !is_taken(id)).unwrap_or_default()
    }

    /// Returns what replaces the digest of a file. With the digest, a reader could try which name completes a text.
    pub(super) fn digest(&self, digest: &str) -> String {
        if digest.is_empty() {
            return String::new();
        }
        let hash = blake3::Hasher::new_keyed(&self.key).update(b"d").update(digest.as_bytes()).finalize();
        hash.to_hex().to_string()
    }

    /// A Feistel network over the two halves of a place, which is a permutation for any round function. The halves may
    /// have different sizes.
    fn permuted(&self, length: u32, place: u32, inverse: bool) -> u32 {
        let low_bits = bits_of(length) / 2;
        let (low_mask, high_mask) = ((1 << low_bits) - 1, (1 << (bits_of(length) - low_bits)) - 1);
        let (mut low, mut high) = (place & low_mask, place >> low_bits);
        for at in 0..ROUNDS {
            let round = if inverse { ROUNDS - 1 - at } else { at };
            let word = |half: u32| self.word(round, length, &half.to_le_bytes());
            if round.is_multiple_of(2) {
                low ^= word(high) & low_mask;
            } else {
                high ^= word(low) & high_mask;
            }
        }
        high << low_bits | low
    }

    fn word(&self, purpose: u8, length: u32, of: &[u8]) -> u32 {
        let hash =
            blake3::Hasher::new_keyed(&self.key).update(&[purpose, length as u8]).update(of).finalize();
        let [a, b, c, d, ..] = *hash.as_bytes();
        u32::from_le_bytes([a, b, c, d])
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use proptest::prelude::*;

    use super::PseudonymKey;
    use crate::model::SubmissionId;

    fn codes(key: &PseudonymKey, numbers: u32) -> Vec<String> {
        (1..=numbers).map(|number| SubmissionId(key.code(number)).to_string()).collect()
    }

    #[test]
    fn codes_are_short_and_late_work_changes_none() {
        let key = PseudonymKey::new(b"secret", 30);
        assert!(codes(&key, 60).iter().all(|code| code.len() == 2), "the class can double");
        assert!(codes(&key, 900)[200..].iter().all(|code| code.len() == 3));
        for (submissions, length) in [(0, 2), (64, 2), (65, 3), (1000, 3), (5000, 4), (100_000, 5)] {
            assert_eq!(codes(&PseudonymKey::new(b"secret", submissions), 1)[0].len(), length);
        }
    }

    #[test]
    fn the_key_is_not_shown() {
        assert_eq!(format!("{:?}", PseudonymKey::new(b"secret", 3)), "PseudonymKey");
    }

    #[test]
    fn the_order_of_codes_does_not_follow_the_numbers() {
        // Of 200 keys, about half put the first of two numbers first.
        let first = (0..200_u32).filter(|at| {
            let key = PseudonymKey::new(&at.to_le_bytes(), 30);
            key.code(1) < key.code(2)
        });
        assert!((70..=130).contains(&first.count()));
    }

    proptest! {
        #[test]
        fn codes_are_unique_and_lead_back(secret: [u8; 4], submissions in 0..3000_u32, name in "[a-c]?") {
            let key = PseudonymKey::new(&secret, submissions).derived(&name);
            let codes = codes(&key, 3000);
            prop_assert_eq!(codes.iter().collect::<BTreeSet<_>>().len(), 3000);
            for (number, code) in (1..).zip(&codes) {
                prop_assert_eq!(key.number(code.parse().unwrap()), Some(number));
            }
            prop_assert_eq!(key.number(SubmissionId(7)), None);
        }
    }
}
