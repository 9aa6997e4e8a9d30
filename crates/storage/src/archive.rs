//! Archives: named sets of earlier submissions with which batches are compared. They outlive the batches from which
//! they were made.

use async_trait::async_trait;
use chrono::{DateTime, Utc};
use serde::{Deserialize, Serialize};
use strum::{IntoStaticStr, VariantArray};
use utoipa::ToSchema;

use crate::{
    AccountId, AnalysisOptions, ArchiveId, BatchId, By, CaseId, CourseId, DocumentId, JobId, Lease,
    NewIngest, NewPart, Packed, ReferenceLabel, Result, Status,
};

/// What an archive keeps.
#[derive(
    Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, IntoStaticStr, ToSchema, VariantArray,
)]
#[serde(rename_all = "lowercase")]
#[strum(serialize_all = "lowercase")]
pub enum Keeping {
    /// Everything including texts, so that matches can be shown side by side.
    Sources,
    /// Token streams and the positions of lines, without texts, names and literals.
    Reduced,
}

/// A named set of earlier submissions.
#[derive(Debug, Clone, PartialEq)]
pub struct Archive {
    /// Id. Later archives have larger ids.
    pub id: ArchiveId,
    /// The course. It determines who may see the archive and which batches are compared with it.
    pub course: CourseId,
    /// Name, unique in its course.
    pub name: String,
    /// Year in which its submissions were handed in, if known.
    pub year: Option<i32>,
    /// Where its submissions are from, if they are reference answers: a library of its course. Every comparison of the
    /// course has them as references, whichever archives it names. `None`: they are earlier submissions.
    pub reference: Option<ReferenceLabel>,
    /// What is kept of its submissions.
    pub keeping: Keeping,
    /// The account that created it.
    pub creator: AccountId,
    /// Time of creation.
    pub created: DateTime<Utc>,
    /// Time from which the service deletes it.
    pub keep_until: Option<DateTime<Utc>>,
    /// State number, which grows with every change of the content. A report names the state that it was compared with.
    pub state: u32,
    /// Number of submissions.
    pub submissions: u64,
    /// Number of source files.
    pub documents: u64,
    /// Status of the latest job that adds to it or removes from it; done if there was none.
    pub status: Status,
    /// Cases whose legal hold prevents deleting or reducing it, oldest first.
    pub held_by: Vec<CaseId>,
}

/// An archive to create. It is empty at first.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NewArchive {
    /// Id of the archive.
    pub id: ArchiveId,
    /// The course of the archive.
    pub course: CourseId,
    /// Name, unique in its course.
    pub name: String,
    /// Year in which its submissions were handed in.
    pub year: Option<i32>,
    /// See [`Archive::reference`].
    pub reference: Option<ReferenceLabel>,
    /// What is kept of the submissions that are added.
    pub keeping: Keeping,
    /// The account that creates it.
    pub creator: AccountId,
    /// Time from which it is deleted.
    pub keep_until: Option<DateTime<Utc>>,
}

/// An addition to an archive.
#[derive(Debug)]
pub enum NewAddition {
    /// An upload, which is read like that of a batch.
    Upload {
        /// Options by which the upload is read.
        options: Box<AnalysisOptions>,
        /// The files of the upload.
        parts: Vec<NewPart>,
    },
    /// The submissions of a finished batch.
    Batch(BatchId),
}

/// Access to archives.
#[async_trait]
pub trait Archives {
    /// Creates an empty archive.
    ///
    /// # Errors
    /// [`crate::StorageError::NameTaken`]; [`crate::StorageError::Missing`]: there is no such account or course.
    async fn create_archive(&self, new: &NewArchive, by: &By) -> Result<Archive>;

    /// Creates an archive and stores its first addition together with the job that will add it, or does nothing at all.
    ///
    /// # Errors
    /// See [`Archives::create_archive`] and [`Archives::add`].
    async fn create_filled_archive(
        &self,
        new: &NewArchive,
        first: NewAddition,
        job: JobId,
        by: &By,
    ) -> Result<()>;

    /// Returns an archive without checking access. Call [`crate::may`] before showing it.
    async fn archive(&self, id: ArchiveId) -> Result<Option<Archive>>;

    /// Returns the archives of these courses, ordered by name.
    async fn archives(&self, courses: &[CourseId]) -> Result<Vec<Archive>>;

    /// Stores an addition and the job that will add it.
    ///
    /// # Errors
    /// [`crate::StorageError::Missing`]: there is no such archive or batch; [`crate::StorageError::Upload`].
    async fn add(&self, archive: ArchiveId, addition: NewAddition, job: JobId, by: &By) -> Result<()>;

    /// Commits documents, deletes the upload they came from and marks the job as done. The caller has left out what a
    /// reduced archive may not keep. Names that the archive has already get a number. If the archive was reduced since
    /// the caller checked, the job that removes the texts is queued as well.
    ///
    /// # Errors
    /// [`crate::StorageError::LeaseLost`]: nothing was stored.
    async fn finish_addition(&self, lease: &Lease, ingest: NewIngest, at: DateTime<Utc>) -> Result<()>;

    /// Queues the job that removes texts, names and literals.
    ///
    /// # Errors
    /// [`crate::StorageError::Missing`]; [`crate::StorageError::Held`].
    async fn reduce(&self, archive: ArchiveId, job: JobId, by: &By) -> Result<()>;

    /// Returns the token streams of at most `limit` files of an archive that still have more than a reduced archive may
    /// keep, for the reducing job.
    async fn unreduced(&self, archive: ArchiveId, limit: u32) -> Result<Vec<(DocumentId, Packed)>>;

    /// Replaces token streams by their reduced form and removes the texts.
    ///
    /// # Errors
    /// [`crate::StorageError::LeaseLost`].
    async fn reduce_documents(&self, lease: &Lease, streams: Vec<(DocumentId, Packed)>) -> Result<()>;

    /// Sets or removes the retention. Returns `false` if there is no such archive.
    async fn set_archive_keep_until(
        &self,
        id: ArchiveId,
        keep_until: Option<DateTime<Utc>>,
        by: &By,
    ) -> Result<bool>;

    /// Deletes an archive with everything in it. Jobs that work on it can commit nothing. Returns `false` if there is
    /// no such archive.
    ///
    /// # Errors
    /// [`crate::StorageError::Held`].
    async fn delete_archive(&self, id: ArchiveId, by: &By) -> Result<bool>;
}
