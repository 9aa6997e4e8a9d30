//! The id of a pair, in links and in the JSON.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};

use super::submission_id::SubmissionId;

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
