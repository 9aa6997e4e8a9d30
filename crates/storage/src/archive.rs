//! Archives: named sets of earlier submissions that batches are compared against. They outlive the batches they came
//! from.

use async_trait::async_trait;
use chrono::{DateTime, Utc};

use crate::{
    AccountId, AnalysisOptions, ArchiveId, BatchId, By, CaseId, CourseId, DocumentId, JobId, Lease,
    NewIngest, NewPart, Packed, Result, Status, StoredDocument,
};

/// What is kept of an archive's submissions.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, serde::Serialize, serde::Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Keeping {
    /// Texts too: matches are shown side by side.
    Sources,
    /// No text, names or literals: token streams and where their lines begin.
    Reduced,
}

impl Keeping {
    /// The name stored and shown.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Sources => "sources",
            Self::Reduced => "reduced",
        }
    }

    /// The kind of that name.
    pub fn from_name(name: &str) -> Option<Self> {
        [Self::Sources, Self::Reduced].into_iter().find(|keeping| keeping.name() == name)
    }
}

/// A named set of earlier submissions.
#[derive(Debug, Clone, PartialEq)]
pub struct Archive {
    /// Id; later archives have larger ones.
    pub id: ArchiveId,
    /// Decides who may see it and whose batches are compared against it.
    pub course: CourseId,
    /// Unique in its course.
    pub name: String,
    /// When its submissions were handed in, where known.
    pub year: Option<i32>,
    /// What is kept.
    pub keeping: Keeping,
    /// Set for a corpus: how its documents are sketched, in the words of whoever sketches. Only equal ones compare.
    pub sketch: Option<String>,
    /// Who made it.
    pub creator: AccountId,
    /// When it was made.
    pub created: DateTime<Utc>,
    /// Deleted by the service from then on.
    pub keep_until: Option<DateTime<Utc>>,
    /// Grows with every change of its content: what a report says it was compared against.
    pub state: u32,
    /// Submissions it has.
    pub submissions: u64,
    /// Source files it has.
    pub documents: u64,
    /// Of the latest job that adds to or takes from it; done where there was none. A corpus is running as long as an
    /// addition to it was begun and not finished, by whoever lives or died.
    pub status: Status,
    /// Cases whose legal hold keeps it from being deleted or reduced, oldest first.
    pub held_by: Vec<CaseId>,
}

/// An archive to make; empty at first.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NewArchive {
    /// Id.
    pub id: ArchiveId,
    /// Course.
    pub course: CourseId,
    /// Unique in its course.
    pub name: String,
    /// Year.
    pub year: Option<i32>,
    /// What will be kept of what is added.
    pub keeping: Keeping,
    /// As [`Archive::sketch`].
    pub sketch: Option<String>,
    /// Who makes it.
    pub creator: AccountId,
    /// Delete from then on.
    pub keep_until: Option<DateTime<Utc>>,
}

/// What to add to an archive.
#[derive(Debug)]
pub enum NewAddition {
    /// An upload, read as a batch's would be.
    Upload {
        /// How to read it.
        options: AnalysisOptions,
        /// Its files.
        parts: Vec<NewPart>,
    },
    /// The submissions of a finished batch.
    Batch(BatchId),
}

/// A piece of what is added to a corpus, whose fingerprints are sketches.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct NewSketches {
    /// One document a submission, with runs.
    pub ingest: NewIngest,
    /// Fingerprints of the run's scheme that are in too many of them, with the number of documents: from now on they count
    /// as frequent. The runs need not have their postings.
    pub frequent: Vec<(u64, u32)>,
    /// Whether more will come; until the last piece the corpus is not whole.
    pub more: bool,
}

/// Archives.
#[async_trait]
pub trait Archives {
    /// Makes an empty one.
    ///
    /// # Errors
    /// [`crate::StorageError::NameTaken`]; [`crate::StorageError::Missing`]: no such account or course.
    async fn create_archive(&self, new: &NewArchive, by: &By) -> Result<Archive>;

    /// Makes an archive, and keeps what is to be added to it first together with the job that will add it: all or nothing.
    ///
    /// # Errors
    /// As [`Archives::create_archive`] and [`Archives::add`].
    async fn create_filled_archive(
        &self,
        new: &NewArchive,
        first: NewAddition,
        job: JobId,
        by: &By,
    ) -> Result<()>;

    /// One archive, whoever asks: ask [`crate::may`] before showing it.
    async fn archive(&self, id: ArchiveId) -> Result<Option<Archive>>;

    /// Those in these courses, by name.
    async fn archives(&self, courses: &[CourseId]) -> Result<Vec<Archive>>;

    /// Corpora in these courses, with [`Archive::sketch`], ascending: nothing is counted for it.
    async fn corpora(&self, courses: &[CourseId]) -> Result<Vec<(ArchiveId, String)>>;

    /// Keeps what is to be added, and the job that will add it.
    ///
    /// # Errors
    /// [`crate::StorageError::Missing`]: no such archive or batch; [`crate::StorageError::Upload`].
    async fn add(&self, archive: ArchiveId, addition: NewAddition, job: JobId, by: &By) -> Result<()>;

    /// Commits documents, of which the caller has left out what a reduced archive may not keep, drops the upload they
    /// came from and marks the job done. Names that the archive has already get a number. Where the archive has been
    /// reduced since the caller looked, the job that takes the texts away is queued, too.
    ///
    /// # Errors
    /// [`crate::StorageError::LeaseLost`]: nothing was kept.
    async fn finish_addition(&self, lease: &Lease, ingest: NewIngest, at: DateTime<Utc>) -> Result<()>;

    /// Commits documents of a corpus, one a submission, under the names they come with. Numbers count on from those that it
    /// ever had.
    ///
    /// # Errors
    /// [`crate::StorageError::Missing`]: no such corpus.
    async fn add_sketches(&self, archive: ArchiveId, new: NewSketches, by: &By) -> Result<()>;

    /// Queues the job that takes away texts, names and literals.
    ///
    /// # Errors
    /// [`crate::StorageError::Missing`]; [`crate::StorageError::Held`].
    async fn reduce(&self, archive: ArchiveId, job: JobId, by: &By) -> Result<()>;

    /// Files of an archive that still have more than a reduced one may keep, at most `limit`; for the reducing job.
    async fn unreduced(&self, archive: ArchiveId, limit: u32) -> Result<Vec<StoredDocument>>;

    /// Replaces streams by what may be kept of them and takes the texts away.
    ///
    /// # Errors
    /// [`crate::StorageError::LeaseLost`].
    async fn reduce_documents(&self, lease: &Lease, streams: Vec<(DocumentId, Packed)>) -> Result<()>;

    /// Sets or takes away the retention. False: no such archive.
    async fn set_archive_keep_until(
        &self,
        id: ArchiveId,
        keep_until: Option<DateTime<Utc>>,
        by: &By,
    ) -> Result<bool>;

    /// Deletes an archive with everything in it; whoever works on it can commit nothing. False: no such archive.
    ///
    /// # Errors
    /// [`crate::StorageError::Held`].
    async fn delete_archive(&self, id: ArchiveId, by: &By) -> Result<bool>;
}
