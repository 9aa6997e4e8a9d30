//! The id of a pair, in links and in the JSON.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};

/// Id of a pair, made of the ids of its submissions and written `1-2`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct PairId {
    /// Id of the left submission.
    pub left: u32,
    /// Id of the right submission.
    pub right: u32,
}

impl fmt::Display for PairId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}-{}", self.left, self.right)
    }
}

/// Error: the text does not have the form `1-2`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("a pair must have two submission numbers, such as 1-2")]
pub struct PairIdError;

impl FromStr for PairId {
    type Err = PairIdError;

    fn from_str(text: &str) -> Result<Self, PairIdError> {
        let (left, right) = text.split_once('-').ok_or(PairIdError)?;
        let id = Self {
            left: left.parse().map_err(|_| PairIdError)?,
            right: right.parse().map_err(|_| PairIdError)?,
        };
        // `01-2` and `+1-2` are not further names of the same pair.
        if id.to_string() == text { Ok(id) } else { Err(PairIdError) }
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
