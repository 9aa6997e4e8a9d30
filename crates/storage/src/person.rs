//! What is held about a person who handed something in, and erasing it.
//!
//! A person is called by names: of submissions and of their authors. Which names are meant is decided by whoever asks
//! ([`Words`]); a backend looks through what it holds and takes away what is meant. An erasure has two halves. The first
//! is one transaction ([`Persons::erase`]): work, postings and names in rows go, whoever analyses begins again, and
//! every report is noted down to be looked through. The second ([`Persons::to_rewrite`], [`Persons::rewrite`]) goes
//! report by report and may be done by any process, in several, again after a crash: what is done stays done.

mod held;

use async_trait::async_trait;
use chrono::{DateTime, Utc};
use uuid::Uuid;

use crate::{BatchId, By, CourseId, ErasureId, JobId, Owner, Packed, Result};

pub use held::{Column, HELD, Holds, Home, columns};

/// Tells the names of one person from all others, and finds them in what people wrote.
pub trait Words: Send + Sync {
    /// The whole of it is a name that is meant.
    fn is_name(&self, name: &str) -> bool;

    /// A text with what stands for the person in the place of every name that is meant; `None`: there is none in it.
    fn without(&self, text: &str) -> Option<String>;
}

/// Where to look.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub struct PersonScope {
    /// Only in this course.
    pub course: Option<CourseId>,
    /// Only in this batch.
    pub batch: Option<BatchId>,
}

/// A submission, as somebody who looks for a person sees it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct HeldSubmission {
    /// Who has it.
    pub owner: Owner,
    /// In which course.
    pub course: CourseId,
    /// What its batch or archive is called.
    pub owner_name: String,
    /// Its number there.
    pub number: u32,
    /// Its name.
    pub name: String,
    /// Its author, where known.
    pub author: Option<String>,
    /// Its files.
    pub documents: u64,
}

/// A text in which a person is named.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct Mention {
    /// The table it is in.
    pub table: &'static str,
    /// The column.
    pub column: &'static str,
    /// What it belongs to: a batch, a job, a case, ...
    pub of: Uuid,
    /// The text.
    pub text: String,
}

/// An erasure to begin.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NewErasure {
    /// Id.
    pub id: ErasureId,
    /// Stands in the place of the name; no other erasure has it.
    pub number: u32,
    /// Where.
    pub scope: PersonScope,
    /// Key of the hashes.
    pub key: [u8; 32],
    /// Keyed hashes of the names.
    pub hashes: Vec<[u8; 32]>,
    /// A legal hold does not stop it.
    pub despite_hold: bool,
}

/// What an erasure took away.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub struct Erased {
    /// Submissions.
    pub submissions: u64,
    /// Files of them.
    pub documents: u64,
    /// Reports that spoke of them, revision by revision.
    pub reports: u64,
    /// Other texts that named the person.
    pub texts: u64,
}

/// The record of an erasure. It has no name, only what tells whether a given name is meant.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Erasure {
    /// Id.
    pub id: ErasureId,
    /// As [`NewErasure::number`].
    pub number: u32,
    /// Who, and when.
    pub by: By,
    /// Where.
    pub scope: PersonScope,
    /// As [`NewErasure::key`].
    pub key: [u8; 32],
    /// As [`NewErasure::hashes`].
    pub hashes: Vec<[u8; 32]>,
    /// As [`NewErasure::despite_hold`].
    pub despite_hold: bool,
    /// What went.
    pub erased: Erased,
    /// When nothing was left to do; `None`: reports are still to be looked through.
    pub ended: Option<DateTime<Utc>>,
}

impl Erasure {
    /// What stands in the place of the person's name.
    pub fn pseudonym(&self) -> String {
        pseudonym(self.number)
    }
}

/// What stands in the place of the name of whom the erasure of this number was about.
pub fn pseudonym(number: u32) -> String {
    format!("removed-{number}")
}

/// A report that an erasure has to look through.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ToRewrite {
    /// Of this batch.
    pub batch: BatchId,
    /// The revision.
    pub revision: u32,
    /// How often it was rewritten before.
    pub rewritten: u32,
    /// Submissions whose work is gone, as the report numbers them; earlier ones of archives too.
    pub submissions: Vec<u32>,
}

/// A report without a person.
#[derive(Debug, Clone, PartialEq)]
pub struct Rewritten {
    /// As [`crate::NewRevision::settings`].
    pub settings: serde_json::Value,
    /// As [`crate::NewRevision::head`].
    pub head: Packed,
    /// As [`crate::NewRevision::body`].
    pub body: Packed,
    /// Pairs that have changed, by rank.
    pub pairs: Vec<(u32, Packed)>,
}

/// What a [`Persons`] look-up decides by.
pub type IsMeant<'a> = &'a (dyn Fn(&str) -> bool + Send + Sync);

/// Persons.
#[async_trait]
pub trait Persons {
    /// Submissions of which the name or the author is meant, by owner and number. Everything is looked through, a row
    /// at a time.
    async fn held(&self, scope: PersonScope, is_meant: IsMeant<'_>) -> Result<Vec<HeldSubmission>>;

    /// Texts outside of reports that are meant, among the columns that [`HELD`] says may name persons.
    async fn mentions(&self, scope: PersonScope, is_meant: IsMeant<'_>) -> Result<Vec<Mention>>;

    /// Every revision of every report in a scope, by batch and number.
    async fn all_reports(&self, scope: PersonScope) -> Result<Vec<(BatchId, u32)>>;

    /// Uploads that lie there after their job has ended without a result, in bytes: nobody has looked into them, and an
    /// erasure deletes them.
    async fn unread_uploads(&self, scope: PersonScope) -> Result<u64>;

    /// The first half of an erasure, in one step: files, tokens and postings of submissions that `words` names, their
    /// names, and names in texts; uploads that may hold the person go unless a job will still read them. Running
    /// analyses are given back to the queue, so that none brings back what it has read before. Every report is noted down
    /// for [`Persons::to_rewrite`], and until it is rewritten no job of its batch begins. Nothing of the person is in the
    /// record.
    ///
    /// # Errors
    /// [`crate::StorageError::Held`]; [`crate::StorageError::Busy`]: the number is taken;
    /// [`crate::StorageError::Missing`]: no such account.
    async fn erase(&self, new: &NewErasure, words: &dyn Words, by: &By) -> Result<Erasure>;

    /// All records, oldest first.
    async fn erasures(&self) -> Result<Vec<Erasure>>;

    /// Erasures that are not at their end, oldest first.
    async fn open_erasures(&self) -> Result<Vec<Erasure>>;

    /// Erasures that were begun after a job was asked for, and reach it: what it reads is to be taken without them.
    async fn erasures_for(&self, job: JobId) -> Result<Vec<Erasure>>;

    /// The next reports that an erasure has to look through, at most `limit`.
    async fn to_rewrite(&self, erasure: ErasureId, limit: u32) -> Result<Vec<ToRewrite>>;

    /// Puts a report without the person in the place of the one with them, or notes that it never spoke of them. False:
    /// somebody else has done it, or has rewritten it since; nothing has changed.
    async fn rewrite(&self, erasure: ErasureId, read: &ToRewrite, now: Option<Rewritten>) -> Result<bool>;

    /// Ends an erasure that has no report left to look through, and takes the freed content out of the files. False: it
    /// has one left, or somebody else has ended it.
    async fn end_erasure(&self, erasure: ErasureId, at: DateTime<Utc>) -> Result<bool>;

    /// Notes that somebody was handed what is held about a person. The log tells neither.
    async fn note_export(&self, by: &By) -> Result<()>;
}
