//! The data held about a person who handed something in, and its erasure.
//!
//! A person is identified by names of submissions and of their authors. The caller decides which names are meant
//! ([`NameMatcher`]). A backend searches its data and removes what is meant. An erasure has two halves. The first is one
//! transaction ([`Persons::erase`]): it removes work, postings and names in rows, makes running analyses start again,
//! and records every report as one to examine. The second ([`Persons::to_rewrite`], [`Persons::rewrite`]) handles one
//! report after the other. Any process may do it, several at the same time, and again after a crash. Reports that are
//! done stay done.

mod personal_columns;

use async_trait::async_trait;
use chrono::{DateTime, Utc};
use serde::{Deserialize, Serialize};
use uuid::Uuid;

use crate::{BatchId, By, CourseId, ErasureId, JobId, Owner, Packed, Result};

pub use personal_columns::{Column, Holds, Home, PERSONAL_COLUMNS, columns};

/// Recognises the names of one person and finds them in texts.
pub trait NameMatcher: Send + Sync {
    /// Returns whether the whole text is a name of the person.
    fn is_name(&self, name: &str) -> bool;

    /// Returns the text with every name of the person replaced by the pseudonym, or `None` if it contains none.
    fn without(&self, text: &str) -> Option<String>;

    /// Returns what an erasure leaves of a text: the pseudonym if the whole text is a name of the person, and otherwise the
    /// text without the names. `None` if it contains none.
    fn renamed(&self, text: &str, pseudonym: &str) -> Option<String> {
        if self.is_name(text) { Some(pseudonym.to_owned()) } else { self.without(text) }
    }
}

/// Where to search.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub struct PersonScope {
    /// Search only in this course.
    pub course: Option<CourseId>,
    /// Search only in this batch.
    pub batch: Option<BatchId>,
}

/// A submission, as shown in a search for a person.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct HeldSubmission {
    /// The batch or archive that has it.
    pub owner: Owner,
    /// The course.
    pub course: CourseId,
    /// Name of its batch or archive.
    pub owner_name: String,
    /// Its number there.
    pub number: u32,
    /// Name of the submission.
    pub name: String,
    /// Its author, if known.
    pub author: Option<String>,
    /// Number of its files.
    pub documents: u64,
}

/// A text that names a person.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct Mention {
    /// The table of the text.
    pub table: &'static str,
    /// The column of the text.
    pub column: &'static str,
    /// Id of the object that it belongs to: a batch, a job, a case, ...
    pub of: Uuid,
    /// The text.
    pub text: String,
}

/// An erasure to begin.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NewErasure {
    /// Id of the erasure.
    pub id: ErasureId,
    /// Number of the pseudonym that replaces the name. Each erasure has its own number.
    pub number: u32,
    /// Where the person is erased.
    pub scope: PersonScope,
    /// Key of the hashes.
    pub key: [u8; 32],
    /// Keyed hashes of the names.
    pub hashes: Vec<[u8; 32]>,
    /// Whether legal holds are ignored.
    pub despite_hold: bool,
}

/// What an erasure removed.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub struct Erased {
    /// Number of submissions.
    pub submissions: u64,
    /// Number of their files.
    pub documents: u64,
    /// Number of revisions of reports that contained them.
    pub reports: u64,
    /// Number of other texts that named the person.
    pub texts: u64,
}

/// The record of an erasure. It holds no name, only hashes by which a given name can be recognised. Its serialized form is
/// that of the file of erasure records.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Erasure {
    /// Id of the erasure.
    pub id: ErasureId,
    /// See [`NewErasure::number`].
    pub number: u32,
    /// Who began it, and when.
    #[serde(flatten)]
    pub by: By,
    /// Where the person is erased.
    pub scope: PersonScope,
    /// See [`NewErasure::key`]. In hexadecimal.
    #[serde(with = "hex")]
    pub key: [u8; 32],
    /// See [`NewErasure::hashes`]. In hexadecimal.
    #[serde(with = "hexes")]
    pub hashes: Vec<[u8; 32]>,
    /// See [`NewErasure::despite_hold`].
    pub despite_hold: bool,
    /// What was removed.
    pub erased: Erased,
    /// Time when it was complete. `None`: there are reports left to examine.
    #[serde(skip)]
    pub ended: Option<DateTime<Utc>>,
}

impl Erasure {
    /// Returns the pseudonym that replaces the person's name.
    pub fn pseudonym(&self) -> String {
        pseudonym(self.number)
    }
}

/// Returns the pseudonym of the erasure with this number.
pub fn pseudonym(number: u32) -> String {
    format!("removed-{number}")
}

/// A report that an erasure has to examine.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ToRewrite {
    /// The batch.
    pub batch: BatchId,
    /// Number of the revision.
    pub revision: u32,
    /// Number of times that it was rewritten before.
    pub rewritten: u32,
    /// Numbers in the report of submissions whose work was removed, including earlier submissions of archives.
    pub submissions: Vec<u32>,
}

/// A report from which a person was removed.
#[derive(Debug, Clone, PartialEq)]
pub struct Rewritten {
    /// See [`crate::NewRevision::settings`].
    pub settings: serde_json::Value,
    /// See [`crate::NewRevision::head`].
    pub head: Packed,
    /// See [`crate::NewRevision::body`].
    pub body: Packed,
    /// The pairs that have changed, ordered by rank.
    pub pairs: Vec<(u32, Packed)>,
}

/// A function that tells whether a text names the person, for look-ups of [`Persons`].
pub type IsMeant<'a> = &'a (dyn Fn(&str) -> bool + Send + Sync);

/// Access to the data held about persons.
#[async_trait]
pub trait Persons {
    /// Returns the submissions and reference answers whose name, author or source is meant, ordered by owner and number. All
    /// rows are examined one by one.
    async fn held(&self, scope: PersonScope, is_meant: IsMeant<'_>) -> Result<Vec<HeldSubmission>>;

    /// Returns the texts outside of reports that are meant, from the columns that may name persons according to
    /// [`PERSONAL_COLUMNS`].
    async fn mentions(&self, scope: PersonScope, is_meant: IsMeant<'_>) -> Result<Vec<Mention>>;

    /// Returns every revision of every report in a scope, ordered by batch and number.
    async fn all_reports(&self, scope: PersonScope) -> Result<Vec<(BatchId, u32)>>;

    /// Returns the size in bytes of uploads that remain after their job ended without a result. Their content is
    /// unknown, and an erasure deletes them.
    async fn unread_uploads(&self, scope: PersonScope) -> Result<u64>;

    /// Does the first half of an erasure in one step. It removes files, tokens and postings of the submissions that
    /// `words` names, their names, and names in texts. Uploads that may contain the person are deleted unless a job
    /// will still read them. Running analyses are returned to the queue, so that none commits what it has read before.
    /// Every report is recorded for [`Persons::to_rewrite`], and no job of its batch begins before the report is
    /// rewritten. The record contains nothing of the person.
    ///
    /// # Errors
    /// [`crate::StorageError::Held`]; [`crate::StorageError::Busy`]: the number is taken;
    /// [`crate::StorageError::Missing`]: there is no such account.
    async fn erase(&self, new: &NewErasure, words: &dyn NameMatcher, by: &By) -> Result<Erasure>;

    /// Returns all records, oldest first.
    async fn erasures(&self) -> Result<Vec<Erasure>>;

    /// Returns the erasures that are not complete, oldest first.
    async fn open_erasures(&self) -> Result<Vec<Erasure>>;

    /// Returns the erasures that began after a job was requested and concern it. What the job reads must be used
    /// without these persons.
    async fn erasures_for(&self, job: JobId) -> Result<Vec<Erasure>>;

    /// Returns at most `limit` of the reports that an erasure has to examine next.
    async fn to_rewrite(&self, erasure: ErasureId, limit: u32) -> Result<Vec<ToRewrite>>;

    /// Replaces a report by one without the person, or records that it never contained the person. Returns `false` and
    /// changes nothing if another process has done it, or has rewritten the report since.
    async fn rewrite(&self, erasure: ErasureId, read: &ToRewrite, now: Option<Rewritten>) -> Result<bool>;

    /// Ends an erasure that has no report left to examine, and removes the freed content from the database files.
    /// Returns `false` if a report is left, or another process has ended it.
    async fn end_erasure(&self, erasure: ErasureId, at: DateTime<Utc>) -> Result<bool>;

    /// Writes the files of a restored database anew, after people were erased in it again: a copy made by another program
    /// may keep their data in unused parts of its pages, where nothing finds it.
    async fn rewrite_database(&self) -> Result<()>;

    /// Logs that the data held about a person was exported. The log does not contain the data or the person.
    async fn note_export(&self, by: &By) -> Result<()>;
}

/// Serializes 32 bytes as 64 hexadecimal digits.
mod hex {
    use blake3::Hash;
    use serde::{Deserialize as _, Deserializer, Serializer, de::Error};

    pub(super) fn serialize<S: Serializer>(value: &[u8; 32], serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(&Hash::from_bytes(*value).to_hex())
    }

    pub(super) fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<[u8; 32], D::Error> {
        Hash::from_hex(String::deserialize(deserializer)?).map(Into::into).map_err(D::Error::custom)
    }
}

/// Serializes a list of such values.
mod hexes {
    use serde::{Deserialize, Deserializer, Serialize, Serializer};

    #[derive(Serialize, Deserialize)]
    struct Hex(#[serde(with = "super::hex")] [u8; 32]);

    pub(super) fn serialize<S: Serializer>(values: &[[u8; 32]], serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(values.iter().copied().map(Hex))
    }

    pub(super) fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Vec<[u8; 32]>, D::Error> {
        Ok(Vec::<Hex>::deserialize(deserializer)?.into_iter().map(|hex| hex.0).collect())
    }
}
