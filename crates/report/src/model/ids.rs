//! How the ids of submissions and pairs are written: as numbers or, where names are hidden, as the codes of pseudonyms.
//!
//! A code alternates letters and digits, such as `K7` or `K7M3`, without characters that look alike. In memory, it is a
//! number with the highest bit set, and codes in ascending order are ascending numbers. So everything that is ordered by
//! id is in the order of codes where names are hidden.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Deserializer, Serialize, Serializer};
use utoipa::ToSchema;

/// Letters of codes.
const LETTERS: &[u8; 16] = b"ACDEFHJKMNPRTWXY";
/// Digits of codes.
const DIGITS: &[u8; 8] = b"23456789";
/// Shortest and longest code, in characters.
pub(crate) const CODE_LENGTHS: std::ops::RangeInclusive<u32> = 2..=8;
/// Marks the numbers that stand for codes.
const CODE: u32 = 1 << 31;

/// Id of a submission as pages, addresses and exports write it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct SubmissionId(pub u32);

/// Error: the text is neither a number nor a code.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("a submission must be a number, such as 1, or a code, such as K7")]
pub struct SubmissionIdError;

impl SubmissionId {
    /// Returns whether it is a code.
    pub const fn is_code(self) -> bool {
        self.0 & CODE != 0
    }

    /// Returns the code of a length at a place in the order of all codes of this length.
    pub(crate) const fn code(length: u32, place: u32) -> Self {
        Self(CODE | (first_of(length) + place))
    }

    /// Returns the length of a code, and its place in the order of all codes of this length; `None` for a number.
    pub(crate) fn place(self) -> Option<(u32, u32)> {
        let at = self.is_code().then_some(self.0 & !CODE)?;
        let length = CODE_LENGTHS.rev().find(|&length| first_of(length) <= at)?;
        Some((length, at - first_of(length))).filter(|(_, place)| *place < codes_of(length))
    }
}

/// Number of bits that the character at a place of a code, from 0, stands for.
const fn bits_at(at: u32) -> u32 {
    if at.is_multiple_of(2) { LETTERS.len().ilog2() } else { DIGITS.len().ilog2() }
}

/// Number of bits that the codes of a length stand for.
pub(crate) const fn bits_of(length: u32) -> u32 {
    length.div_ceil(2) * bits_at(0) + length / 2 * bits_at(1)
}

/// Number of codes of a length.
pub(crate) const fn codes_of(length: u32) -> u32 {
    1 << bits_of(length)
}

/// Number of all shorter codes.
const fn first_of(length: u32) -> u32 {
    let (mut shorter, mut first) = (*CODE_LENGTHS.start(), 0);
    while shorter < length {
        first += codes_of(shorter);
        shorter += 1;
    }
    first
}

const fn character(at: u32, value: u32) -> u8 {
    if at.is_multiple_of(2) { LETTERS[value as usize] } else { DIGITS[value as usize] }
}

impl fmt::Display for SubmissionId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Some((length, place)) = self.place() else { return write!(f, "{}", self.0) };
        let mut rest = bits_of(length);
        (0..length).try_for_each(|at| {
            rest -= bits_at(at);
            let value = place >> rest & ((1 << bits_at(at)) - 1);
            fmt::Write::write_char(f, char::from(character(at, value)))
        })
    }
}

impl FromStr for SubmissionId {
    type Err = SubmissionIdError;

    fn from_str(text: &str) -> Result<Self, SubmissionIdError> {
        let id = if let Ok(number) = text.parse() {
            Self(number)
        } else {
            let length = text.len() as u32;
            let mut place = 0;
            for (at, sign) in (0..).zip(text.bytes()).take(*CODE_LENGTHS.end() as usize) {
                let value = (0..1 << bits_at(at)).find(|&value| character(at, value) == sign);
                place = place << bits_at(at) | value.ok_or(SubmissionIdError)?;
            }
            if !CODE_LENGTHS.contains(&length) {
                return Err(SubmissionIdError);
            }
            Self::code(length, place)
        };
        // `01` and `+1` are not further names of the same submission.
        if id.to_string() == text { Ok(id) } else { Err(SubmissionIdError) }
    }
}

/// Form of an id in the JSON.
#[derive(Deserialize, ToSchema)]
#[serde(untagged)]
#[schema(as = ReportSubmissionId)]
pub enum WrittenId {
    /// Number of the submission, from 1.
    Number(#[serde(deserialize_with = "integer")] u32),
    /// Code of the submission, where names are hidden.
    Code(WrittenCode),
}

/// Code of a submission in the JSON: letters and digits that cannot be mistaken for each other, in turn. A number as text is
/// understood, too.
#[derive(Deserialize, ToSchema)]
#[schema(as = ReportSubmissionCode, pattern = "^([1-9][0-9]{0,8}|([ACDEFHJKMNPRTWXY][2-9]){1,3}([ACDEFHJKMNPRTWXY][2-9]?)?)$")]
pub struct WrittenCode(String);

/// Reads an integer as JSON Schema knows it, to which `1.0` belongs. No report has so many submissions that a number that
/// stands for a code leads to one.
fn integer<'de, D: Deserializer<'de>>(deserializer: D) -> Result<u32, D::Error> {
    let number = f64::deserialize(deserializer)?;
    if number < 0.0 || number.fract() != 0.0 {
        return Err(serde::de::Error::custom(SubmissionIdError));
    }
    Ok((number as u32).min(CODE - 1))
}

impl Serialize for SubmissionId {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        if self.is_code() { serializer.collect_str(self) } else { serializer.serialize_u32(self.0) }
    }
}

impl<'de> Deserialize<'de> for SubmissionId {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        match WrittenId::deserialize(deserializer)? {
            WrittenId::Number(number) => Ok(Self(number)),
            WrittenId::Code(code) => code.0.parse().map_err(serde::de::Error::custom),
        }
    }
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde passes a reference")]
pub(super) fn serialize<S: Serializer>(id: &u32, serializer: S) -> Result<S::Ok, S::Error> {
    SubmissionId(*id).serialize(serializer)
}

pub(super) fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<u32, D::Error> {
    Ok(SubmissionId::deserialize(deserializer)?.0)
}

/// Id of a pair, made of the ids of its submissions and written `1-2`, or `K7-M3` where names are hidden.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct PairId {
    /// Id of the left submission.
    pub left: u32,
    /// Id of the right submission.
    pub right: u32,
}

impl PairId {
    /// Returns the pair of two submissions, the one with the smaller id on the left.
    pub fn new(one: u32, other: u32) -> Self {
        Self { left: one.min(other), right: one.max(other) }
    }

    /// Returns both sides as pages write them.
    pub const fn sides(self) -> [SubmissionId; 2] {
        [SubmissionId(self.left), SubmissionId(self.right)]
    }
}

impl fmt::Display for PairId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}-{}", SubmissionId(self.left), SubmissionId(self.right))
    }
}

/// Error: the text has neither the form `1-2` nor the form `K7-M3`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("a pair must have two submission numbers, such as 1-2, or two codes, such as K7-M3")]
pub struct PairIdError;

impl FromStr for PairId {
    type Err = PairIdError;

    fn from_str(text: &str) -> Result<Self, PairIdError> {
        let (left, right) = text.split_once('-').ok_or(PairIdError)?;
        let side = |text: &str| text.parse::<SubmissionId>().map_err(|_| PairIdError);
        let (left, right) = (side(left)?, side(right)?);
        if left.is_code() == right.is_code() {
            Ok(Self { left: left.0, right: right.0 })
        } else {
            Err(PairIdError)
        }
    }
}

impl Serialize for PairId {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for PairId {
    fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        String::deserialize(deserializer)?.parse().map_err(serde::de::Error::custom)
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::{CODE_LENGTHS, SubmissionId, codes_of};

    #[test]
    fn codes_of_a_length_are_in_the_order_of_their_ids() {
        for length in 2..=4 {
            let codes: Vec<String> =
                (0..codes_of(length)).map(|place| SubmissionId::code(length, place).to_string()).collect();
            assert!(codes.is_sorted() && codes.iter().all(|code| code.len() == length as usize));
        }
        assert_eq!(SubmissionId::code(2, 0).to_string(), "A2");
        assert_eq!(SubmissionId::code(8, codes_of(8) - 1).to_string(), "Y9Y9Y9Y9");
    }

    #[test]
    fn integers_of_json_are_numbers() {
        for (json, number) in
            [("7", Some(7)), ("7.0", Some(7)), ("1e30", Some((1 << 31) - 1)), ("7.5", None), ("-1", None)]
        {
            assert_eq!(serde_json::from_str(json).ok(), number.map(SubmissionId), "{json}");
        }
    }

    #[test]
    fn nothing_else_is_an_id() {
        for text in
            ["", "01", "+1", "-1", "k7", "7K", "K", "KK", "K1", "K7M3K7M3K", "2147483648", "K7 ", "é7"]
        {
            assert!(text.parse::<SubmissionId>().is_err(), "{text}");
        }
    }

    proptest! {
        #[test]
        fn a_written_id_is_read_again(number in 0..1_u32 << 31, length in CODE_LENGTHS, place: u32) {
            let code = SubmissionId::code(length, place % codes_of(length));
            for id in [SubmissionId(number), code] {
                prop_assert_eq!(id.to_string().parse(), Ok(id));
            }
            prop_assert_eq!(code.place(), Some((length, place % codes_of(length))));
        }
    }
}
