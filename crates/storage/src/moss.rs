//! What MOSS clients need in addition to a batch: numbers in place of tokens, and addresses of results that need no
//! sign-in.
//!
//! The MOSS protocol has room for a number of 31 bits and nothing else. A fast hash of such a number can be reversed in
//! seconds by anyone who reads the database, because all numbers can be tried. The hash is therefore Argon2id with a
//! salt of the installation. Each try costs memory and about a hundredth of a second, and no table of hashes helps with
//! another installation. The salt is the same for all numbers, because a number is looked up by its hash.

use std::collections::BTreeMap;
use std::fmt;
use std::str::FromStr;

use argon2::{Algorithm, Argon2, Params, Version};
use async_trait::async_trait;
use chrono::{DateTime, Utc};

use crate::{BatchId, Result, SecretHash};

/// The range of numbers: at least nine digits, like those of the original service, and within signed 32 bits, in which
/// clients store them.
const NUMBERS: std::ops::RangeInclusive<u32> = 100_000_000..=2_147_483_647;

/// Memory (KiB) and number of passes of a hash, as OWASP recommends for passwords.
const COST: (u32, u32) = (19 << 10, 2);

/// The salt in the hash of every number of an installation.
pub type MossSalt = [u8; 16];

/// A number that stands for an account. It is shown to its owner once. Only its hash is stored.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct MossNumber(u32);

impl MossNumber {
    /// Returns a new random number.
    ///
    /// # Errors
    /// Fails if the operating system gives no random bytes.
    pub fn random() -> Result<Self, getrandom::Error> {
        loop {
            // Numbers outside the range are drawn again, so that all numbers inside are equally likely.
            let number = getrandom::u32()? >> 1;
            if NUMBERS.contains(&number) {
                return Ok(Self(number));
            }
        }
    }

    /// Returns a number that a client presents, whether it exists or not.
    pub fn presented(number: u32) -> Self {
        Self(number)
    }

    /// Returns the hash that is stored. This takes some hundredths of a second and 19 MiB, so do not call it on a
    /// thread that serves other requests.
    ///
    /// # Errors
    /// Fails if there is not enough memory.
    pub fn hash(self, salt: &MossSalt) -> Result<SecretHash, argon2::Error> {
        let params = Params::new(COST.0, COST.1, 1, Some(32))?;
        let mut hash = [0; 32];
        Argon2::new(Algorithm::Argon2id, Version::V0x13, params).hash_password_into(
            self.0.to_string().as_bytes(),
            salt,
            &mut hash,
        )?;
        Ok(SecretHash(hash))
    }
}

impl fmt::Display for MossNumber {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

impl fmt::Debug for MossNumber {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("MossNumber(..)")
    }
}

/// Path of results below the address of the service: `results/N/ID`. It is unguessable: it has 19 random digits. The ID
/// is short enough for clients that read it as a number.
#[derive(Clone, PartialEq, Eq)]
pub struct MossAddress {
    shelf: u8,
    number: u64,
}

impl MossAddress {
    const NUMBERS: std::ops::Range<u64> = 100_000_000_000_000_000..1_000_000_000_000_000_000;

    /// Returns a new random address.
    ///
    /// # Errors
    /// Fails if the operating system gives no random bytes.
    pub fn random() -> Result<Self, getrandom::Error> {
        loop {
            let bits = getrandom::u64()?;
            let (number, shelf) = (bits >> 4, bits & 0xF);
            if Self::NUMBERS.contains(&number) && shelf < 10 {
                return Ok(Self { shelf: shelf as u8, number });
            }
        }
    }

    /// Returns the hash that is stored. The address has too many bits to try all of them.
    pub fn hash(&self) -> SecretHash {
        SecretHash::new(&format!("moss-result/{self}"))
    }
}

/// Writes the address as `N/ID`.
impl fmt::Display for MossAddress {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}/{}", self.shelf, self.number)
    }
}

impl fmt::Debug for MossAddress {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("MossAddress(..)")
    }
}

/// Error: the text is not an address of results.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("not a URL of results")]
pub struct NoMossAddress;

impl FromStr for MossAddress {
    type Err = NoMossAddress;

    fn from_str(text: &str) -> Result<Self, NoMossAddress> {
        let (shelf, number) = text.split_once('/').ok_or(NoMossAddress)?;
        let address = Self {
            shelf: shelf.parse().map_err(|_| NoMossAddress)?,
            number: number.parse().map_err(|_| NoMossAddress)?,
        };
        // Each address has only one valid spelling.
        let is_valid = address.shelf < 10 && Self::NUMBERS.contains(&address.number);
        if is_valid && address.to_string() == text { Ok(address) } else { Err(NoMossAddress) }
    }
}

/// The request of a MOSS client, as far as the result pages show it or depend on it. It contains no names; those of
/// submissions are in the batch.
#[derive(Debug, Clone, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub struct MossJob {
    /// The client's name of the language.
    pub language: String,
    /// Whether each directory is a submission.
    pub directory: bool,
    /// A passage in more submissions than this is ignored.
    pub max_matches: u32,
    /// Largest number of rows.
    pub show: u32,
    /// The comment as sent; may be empty.
    pub comment: String,
    /// The order in which files arrived, if it differs from the order of their paths: positions among the sorted paths,
    /// for each submission by its [`MossJob::key`].
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub order: BTreeMap<String, Vec<u32>>,
}

impl MossJob {
    /// Returns the key of a submission in [`MossJob::order`].
    pub fn key(submission: &str) -> String {
        blake3::hash(submission.as_bytes()).to_hex()[..16].to_owned()
    }
}

/// Results to store.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NewMossResult {
    /// Hash of their address.
    pub hash: SecretHash,
    /// The request of the client.
    pub job: MossJob,
    /// Time of the request.
    pub created: DateTime<Utc>,
    /// Time from which they are no longer shown.
    pub expires: DateTime<Utc>,
}

/// Stored results.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct MossResult {
    /// The batch whose report they show.
    pub batch: BatchId,
    /// The request of the client.
    pub job: MossJob,
    /// Time of the request.
    pub created: DateTime<Utc>,
}

/// Returns the lines of the reason of a failed job that mean something to a MOSS client. The service stores each
/// submission as a tar archive, which the client did not make.
pub fn failure_lines(reason: &str) -> Vec<String> {
    reason.lines().filter(|line| !line.ends_with(".tar (archive)")).map(str::to_owned).collect()
}

/// Access to what MOSS clients need.
#[async_trait]
pub trait Moss {
    /// Returns the salt of this installation. If there is none yet, `fresh` becomes the salt.
    async fn moss_salt(&self, fresh: &MossSalt) -> Result<MossSalt>;

    /// Returns the results at an address, or `None` if the address is unknown, expired, or deleted with its batch.
    async fn moss_result(&self, address: &SecretHash, at: DateTime<Utc>) -> Result<Option<MossResult>>;
}

#[cfg(test)]
mod tests {
    use super::{MossAddress, MossNumber, NUMBERS};

    #[test]
    fn numbers_fit_where_clients_keep_them_and_do_not_print() {
        for _ in 0..100 {
            let number = MossNumber::random().unwrap();
            assert!(NUMBERS.contains(&number.to_string().parse().unwrap()));
            assert!(number.to_string().parse::<i32>().is_ok());
        }
        assert_eq!(format!("{:?}", MossNumber::presented(1)), "MossNumber(..)");
    }

    #[test]
    fn a_hash_is_of_the_number_and_the_installation() {
        let hash = |number, salt| MossNumber::presented(number).hash(&[salt; 16]).unwrap();
        assert_eq!(hash(987_654_321, 1), hash(987_654_321, 1));
        assert_ne!(hash(987_654_321, 1), hash(987_654_322, 1));
        assert_ne!(hash(987_654_321, 1), hash(987_654_321, 2));
    }

    #[test]
    fn addresses_come_back() {
        for _ in 0..100 {
            let address = MossAddress::random().unwrap();
            let text = address.to_string();
            assert_eq!(text.len(), 2 + 18, "{text}");
            assert!(text.split('/').nth(1).unwrap().parse::<i64>().is_ok());
            assert_eq!(text.parse(), Ok(address.clone()));
            assert_ne!(address.hash(), MossAddress::random().unwrap().hash());
        }
        let wrong = [
            "",
            "1",
            "1/",
            "/1",
            "1/2",
            "11/123456789012345678",
            "1/+12345678901234567",
            "1/0123456789012345678",
        ];
        for text in wrong {
            assert!(text.parse::<MossAddress>().is_err(), "{text}");
        }
    }
}
