//! Records erasures and deletions in a file outside the database. Restoring a backup brings back persons who were erased
//! since, and batches and archives that were deleted since. The file identifies them. It contains no names, but anyone
//! with the file can test whether a name they know was erased.

use std::collections::HashSet;

use chaffinch_storage::{AccountId, Deletion, Erased, ErasureId, PersonScope, Storage};
use chrono::{DateTime, Utc};
use serde::{Deserialize, Serialize};
use uuid::Uuid;

use crate::error::{FORMAT, RecordsError, Result};

/// All erasure records of an installation.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Records {
    /// The format version, currently 1.
    pub format: u32,
    /// The records, oldest first.
    pub erasures: Vec<Record>,
    /// The deleted batches and archives, oldest first.
    #[serde(default)]
    pub deletions: Vec<Deletion>,
}

/// The record of one erasure.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Record {
    /// The id of the erasure.
    pub id: ErasureId,
    /// The number in the pseudonym that replaces the name: `removed-1`.
    pub number: u32,
    /// The time of the erasure.
    pub at: DateTime<Utc>,
    /// The account that requested the erasure. Null means the operator.
    pub account: Option<AccountId>,
    /// The scope of the erasure.
    pub scope: PersonScope,
    /// The key of the hashes, in hexadecimal.
    #[serde(with = "hex")]
    pub key: [u8; 32],
    /// Keyed BLAKE3 of each of the person's names, in hexadecimal.
    #[serde(with = "hexes")]
    pub hashes: Vec<[u8; 32]>,
    /// Whether legal holds were ignored.
    pub despite_hold: bool,
    /// What was erased.
    pub erased: Erased,
}

impl Records {
    /// Returns no records.
    pub const fn empty() -> Self {
        Self { format: FORMAT, erasures: Vec::new(), deletions: Vec::new() }
    }

    /// Parses the text of a file.
    pub fn parse(text: &[u8]) -> std::result::Result<Self, RecordsError> {
        let records: Self = serde_json::from_slice(text)?;
        if records.format == FORMAT {
            Ok(records)
        } else {
            Err(RecordsError::Format { found: records.format })
        }
    }

    /// Returns the text for a file.
    pub fn to_json(&self) -> Vec<u8> {
        let mut json = serde_json::to_vec_pretty(self).expect("records have string keys");
        json.push(b'\n');
        json
    }

    /// Adds the records of another file that are not among these.
    #[must_use]
    pub fn joined(mut self, other: Self) -> Self {
        let new = |record: &Record| !self.erasures.iter().any(|known| known.id == record.id);
        let new: Vec<Record> = other.erasures.into_iter().filter(new).collect();
        self.erasures.extend(new);
        self.erasures.sort_by_key(|record| (record.at, record.id));
        let known: HashSet<Uuid> = self.deletions.iter().map(|deletion| deletion.id).collect();
        self.deletions.extend(other.deletions.into_iter().filter(|deletion| !known.contains(&deletion.id)));
        self.deletions.sort_by_key(|deletion| (deletion.at, deletion.id));
        self
    }

    /// Returns whether nothing is recorded.
    pub fn is_empty(&self) -> bool {
        self.erasures.is_empty() && self.deletions.is_empty()
    }
}

/// Returns the erasure records of a database.
pub async fn records(storage: &dyn Storage) -> Result<Records> {
    let erasures = storage.erasures().await?.into_iter().map(|erasure| Record {
        id: erasure.id,
        number: erasure.number,
        at: erasure.by.at,
        account: erasure.by.account,
        scope: erasure.scope,
        key: erasure.key,
        hashes: erasure.hashes,
        despite_hold: erasure.despite_hold,
        erased: erasure.erased,
    });
    Ok(Records { format: FORMAT, erasures: erasures.collect(), deletions: storage.deletions().await? })
}

/// Serializes 32 bytes as 64 hexadecimal digits.
mod hex {
    use std::fmt::Write as _;

    use serde::{Deserialize as _, Deserializer, Serializer, de::Error};

    pub(super) fn digits(bytes: &[u8; 32]) -> String {
        bytes.iter().fold(String::new(), |mut digits, byte| {
            write!(digits, "{byte:02x}").expect("a String takes everything");
            digits
        })
    }

    pub(super) fn bytes(digits: &str) -> Option<[u8; 32]> {
        let mut bytes = [0; 32];
        if digits.len() != 64 || !digits.is_ascii() {
            return None;
        }
        for (at, byte) in bytes.iter_mut().enumerate() {
            *byte = u8::from_str_radix(&digits[2 * at..2 * at + 2], 16).ok()?;
        }
        Some(bytes)
    }

    pub(super) fn serialize<S: Serializer>(value: &[u8; 32], serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(&digits(value))
    }

    pub(super) fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<[u8; 32], D::Error> {
        bytes(&String::deserialize(deserializer)?).ok_or_else(|| D::Error::custom("not 64 digits"))
    }
}

/// Serializes a list of such values.
mod hexes {
    use serde::{Deserialize as _, Deserializer, Serializer, de::Error};

    use super::hex;

    pub(super) fn serialize<S: Serializer>(values: &[[u8; 32]], serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(values.iter().map(hex::digits))
    }

    pub(super) fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Vec<[u8; 32]>, D::Error> {
        let digits = Vec::<String>::deserialize(deserializer)?;
        let bytes: Option<Vec<_>> = digits.iter().map(|digits| hex::bytes(digits)).collect();
        bytes.ok_or_else(|| D::Error::custom("not 64 digits each"))
    }
}
