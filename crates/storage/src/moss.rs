//! What MOSS's clients need beside a batch: numbers in place of tokens, and addresses of results without a sign-in.
//!
//! Their protocol has room for a number of 31 bits and nothing else. A fast hash of one is undone in seconds by whoever
//! reads the database: all numbers can be tried. So the hash is Argon2id, with a salt of the installation's own, which
//! makes each try cost memory and some hundredth of a second, and no table help with the next installation. The salt is the
//! same for all numbers, because a number is looked up by its hash.

use std::collections::BTreeMap;
use std::fmt;
use std::str::FromStr;

use argon2::{Algorithm, Argon2, Params, Version};
use async_trait::async_trait;
use chrono::{DateTime, Utc};

use crate::{BatchId, Result, SecretHash};

/// The numbers there are: of nine digits at least, as those of old, and in the reach of signed 32 bits, which is what
/// clients keep them in.
const NUMBERS: std::ops::RangeInclusive<u32> = 100_000_000..=2_147_483_647;

/// Memory (KiB) and passes of a hash: what OWASP recommends for passwords.
const COST: (u32, u32) = (19 << 10, 2);

/// What goes into the hash of every number of an installation.
pub type MossSalt = [u8; 16];

/// A number that stands for an account. Shown to its owner once; only its hash is kept.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct MossNumber(u32);

impl MossNumber {
    /// A fresh one.
    ///
    /// # Errors
    /// The operating system gives no randomness.
    pub fn random() -> std::result::Result<Self, getrandom::Error> {
        loop {
            // Numbers outside are drawn again, so that all inside are equally likely.
            let number = getrandom::u32()? >> 1;
            if NUMBERS.contains(&number) {
                return Ok(Self(number));
            }
        }
    }

    /// The number as somebody presents it, whether there is such a one or not.
    pub fn presented(number: u32) -> Self {
        Self(number)
    }

    /// What is kept. Takes some hundredths of a second and 19 MiB: not on a thread that answers others.
    ///
    /// # Errors
    /// There is no memory for it.
    pub fn hash(self, salt: &MossSalt) -> std::result::Result<SecretHash, argon2::Error> {
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

/// Where results are, below the address of the service: `results/N/ID`. Nobody can guess one: 19 digits at random, the ID
/// no longer than what readers can take for a number.
#[derive(Clone, PartialEq, Eq)]
pub struct MossAddress {
    shelf: u8,
    number: u64,
}

impl MossAddress {
    const NUMBERS: std::ops::Range<u64> = 100_000_000_000_000_000..1_000_000_000_000_000_000;

    /// A fresh one.
    ///
    /// # Errors
    /// The operating system gives no randomness.
    pub fn random() -> std::result::Result<Self, getrandom::Error> {
        loop {
            let bits = getrandom::u64()?;
            let (number, shelf) = (bits >> 4, bits & 0xF);
            if Self::NUMBERS.contains(&number) && shelf < 10 {
                return Ok(Self { shelf: shelf as u8, number });
            }
        }
    }

    /// What is kept: as many bits cannot be tried.
    pub fn hash(&self) -> SecretHash {
        SecretHash::of(&format!("moss-result/{self}"))
    }
}

/// `N/ID`.
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

/// A text that is no address.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("no address of results")]
pub struct NoMossAddress;

impl FromStr for MossAddress {
    type Err = NoMossAddress;

    fn from_str(text: &str) -> std::result::Result<Self, NoMossAddress> {
        let (shelf, number) = text.split_once('/').ok_or(NoMossAddress)?;
        let digits = |text: &str| text.bytes().all(|byte| byte.is_ascii_digit());
        if shelf.len() != 1 || !digits(shelf) || !digits(number) {
            return Err(NoMossAddress);
        }
        let address = Self {
            shelf: shelf.parse().map_err(|_| NoMossAddress)?,
            number: number.parse().map_err(|_| NoMossAddress)?,
        };
        // One way to write each.
        if Self::NUMBERS.contains(&address.number) && address.to_string() == text {
            Ok(address)
        } else {
            Err(NoMossAddress)
        }
    }
}

/// What a client asked for, as far as the pages of results say it or depend on it. Names are not in it: those of
/// submissions are, in the batch.
#[derive(Debug, Clone, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub struct MossJob {
    /// The client's word for the language.
    pub language: String,
    /// Directories were submissions.
    pub directory: bool,
    /// A passage in more submissions than this counts nothing.
    pub max_matches: u32,
    /// Rows, at most.
    pub show: u32,
    /// As sent; may be empty.
    pub comment: String,
    /// The order in which files arrived, where that is not the order of their paths: positions among the sorted paths, by
    /// [`MossJob::key`] of the submission.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub order: BTreeMap<String, Vec<u32>>,
}

impl MossJob {
    /// What stands for a submission in [`MossJob::order`].
    pub fn key(submission: &str) -> String {
        blake3::hash(submission.as_bytes()).to_hex()[..16].to_owned()
    }
}

/// Results to keep.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NewMossResult {
    /// Of their address.
    pub hash: SecretHash,
    /// What was asked for.
    pub job: MossJob,
    /// Time of the job.
    pub created: DateTime<Utc>,
    /// Nobody sees them from then on.
    pub expires: DateTime<Utc>,
}

/// Kept results.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct MossResult {
    /// Whose report they show.
    pub batch: BatchId,
    /// What was asked for.
    pub job: MossJob,
    /// Time of the job.
    pub created: DateTime<Utc>,
}

/// What serves MOSS's clients.
#[async_trait]
pub trait Moss {
    /// The salt of this installation; where there is none yet, it is this one from now on.
    async fn moss_salt(&self, fresh: &MossSalt) -> Result<MossSalt>;

    /// The results of an address. `None`: unknown, past their time, or deleted with the batch.
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
