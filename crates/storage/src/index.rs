//! The stored inverted index: maps fingerprints to documents and positions, in sorted runs of packed blocks.
//!
//! This module only moves blocks. Their format is defined in the `index` crate. A run is written once and never
//! changed. Documents (one per source file) have dense numbers that are never reused. A block stores them relative to
//! the base of its run, so a process without a database can make blocks before the numbers are assigned. A document
//! that was deleted is its own tombstone: its postings are ignored, and dropped for good when its run is compacted.

use std::ops::Range;

use async_trait::async_trait;
use uuid::Uuid;

use crate::{ArchiveId, BatchId, Lease, Packed, Result};

/// Number of a document.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, serde::Serialize, serde::Deserialize)]
pub struct DocumentId(pub u64);

/// Number of a run.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct RunId(pub u64);

/// Number of an index scheme in this database.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, serde::Serialize, serde::Deserialize)]
pub struct SchemeId(pub u32);

/// How the fingerprints of one language family are made. Only fingerprints of equal schemes can match.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, serde::Serialize, serde::Deserialize)]
pub struct IndexScheme {
    /// The languages that are compared with each other, and whether the documents are in archives: what is frequent in
    /// batches need not be frequent in archives.
    pub family: String,
    /// Increased whenever the same text may give other tokens.
    pub normalizer: u16,
    /// Increased whenever the same tokens may give other fingerprints, or blocks have another format.
    pub format: u16,
}

/// Packed postings of neighbouring fingerprints.
#[derive(Debug, Clone, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub struct Block {
    /// The smallest fingerprint in the block, below 2^48. No fingerprint has postings in two blocks of a run.
    pub first: u64,
    /// The packed postings.
    #[serde(with = "crate::packed::base64")]
    pub bytes: Vec<u8>,
}

/// A run to store, made together with its documents.
#[derive(Debug, Clone, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub struct NewRun {
    /// Scheme of its fingerprints.
    pub scheme: IndexScheme,
    /// Number of postings in all blocks.
    pub postings: u64,
    /// Blocks, ordered by first fingerprint. Document numbers count from the first document of the same ingest.
    pub blocks: Vec<Block>,
}

/// A visible run.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Run {
    /// Number of the run.
    pub id: RunId,
    /// The document from which its blocks count.
    pub base: DocumentId,
    /// Range that contains all its documents.
    pub documents: Range<u64>,
    /// 0 for a run from one ingest. Compaction makes a run of level n + 1 from runs of level n.
    pub level: u8,
    /// Number of postings in all blocks.
    pub postings: u64,
    /// Number of blocks.
    pub blocks: u64,
    /// Total size of the blocks in bytes.
    pub bytes: u64,
    /// Number of existing documents of all ingests that begin in `documents`. Where runs overlap, this includes
    /// documents of other runs.
    pub living: u64,
    /// Smallest possible number of documents deleted since it was written.
    pub dead: u64,
}

/// A block found by a look-up.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FoundBlock {
    /// The run of the block.
    pub run: RunId,
    /// The document from which the block counts.
    pub base: DocumentId,
    /// The block.
    pub block: Block,
}

/// Result of a look-up, in one consistent state of the index.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct LookedUp {
    /// Blocks, ordered by run and first fingerprint.
    pub blocks: Vec<FoundBlock>,
    /// The requested fingerprints that are frequent, ascending. Blocks may hold postings of them, which must be
    /// ignored.
    pub frequent: Vec<u64>,
}

/// The owner of a range of documents.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, serde::Serialize, serde::Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Owner {
    /// A batch.
    Batch(BatchId),
    /// An archive.
    Archive(ArchiveId),
}

impl Owner {
    /// Returns the id of the batch or archive.
    pub const fn id(self) -> Uuid {
        match self {
            Self::Batch(id) => id.0,
            Self::Archive(id) => id.0,
        }
    }
}

impl std::fmt::Display for Owner {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        self.id().fmt(f)
    }
}

impl From<BatchId> for Owner {
    fn from(id: BatchId) -> Self {
        Self::Batch(id)
    }
}

impl From<ArchiveId> for Owner {
    fn from(id: ArchiveId) -> Self {
        Self::Archive(id)
    }
}

/// Documents that came in together.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Ingest {
    /// Range of their numbers.
    pub documents: Range<u64>,
    /// The batch or archive that has them.
    pub owner: Owner,
}

/// The fingerprints of a document, from which the index was made.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DocumentFingerprints {
    /// The document.
    pub document: DocumentId,
    /// Its fingerprints with their positions, packed by the `index` crate.
    pub fingerprints: Vec<u8>,
}

/// A run that a compaction is writing. It is invisible until it is published.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Building {
    /// Number of the run.
    pub run: RunId,
}

/// Data of a finished compaction.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Published {
    /// The runs that it replaces.
    pub replaces: Vec<RunId>,
    /// See [`Run::documents`].
    pub documents: Range<u64>,
    /// See [`Run::level`].
    pub level: u8,
    /// Number of postings in all blocks.
    pub postings: u64,
    /// Sum of [`Run::dead`] of the replaced runs at the beginning of the merge: the documents that were dropped.
    pub dead: u64,
    /// Fingerprints found in too many documents, with the number of documents. Their postings are left out.
    pub frequent: Vec<(u64, u32)>,
    /// Whether the list of frequent fingerprints is complete, so that those known before are forgotten.
    pub forget_frequent: bool,
}

/// Access to the stored index.
#[async_trait]
pub trait Index {
    /// Returns all schemes that have documents or runs.
    async fn index_schemes(&self) -> Result<Vec<(SchemeId, IndexScheme)>>;

    /// Returns the visible runs of a scheme, oldest first.
    async fn runs(&self, scheme: SchemeId) -> Result<Vec<Run>>;

    /// Returns a visible run of a scheme that has lost blocks, if there is one. It counts all blocks of the scheme, but
    /// reads none.
    async fn incomplete_run(&self, scheme: SchemeId) -> Result<Option<RunId>>;

    /// Returns, for each of these fingerprints (ascending, distinct) and each visible run, the block that would hold
    /// it, each block once. Frequent fingerprints are left out. The result may contain blocks in between if reading all
    /// of them is faster. Pass at most a few thousand fingerprints per call.
    async fn look_up(&self, scheme: SchemeId, fingerprints: &[u64]) -> Result<LookedUp>;

    /// Returns at most `limit` blocks of a run, in order, whose first fingerprint is larger than `after`.
    async fn scan(&self, run: RunId, after: Option<u64>, limit: u32) -> Result<Vec<Block>>;

    /// Returns the frequent fingerprints of a scheme, ascending, with the number of documents that had them.
    async fn frequent(&self, scheme: SchemeId) -> Result<Vec<(u64, u32)>>;

    /// Returns the documents of the range whose owners exist, as ascending ranges, which may touch each other.
    async fn living(&self, documents: Range<u64>) -> Result<Vec<Range<u64>>>;

    /// Returns at most `limit` documents of a scheme from `after` on, from which the index can be made again. Starter
    /// code is in no index.
    async fn fingerprints(
        &self,
        scheme: SchemeId,
        after: Option<DocumentId>,
        limit: u32,
    ) -> Result<Vec<DocumentFingerprints>>;

    /// Returns the token streams of at most `limit` documents of a scheme, ascending, so that their fingerprints can be
    /// made again. Starter code is left out.
    async fn indexed(&self, scheme: SchemeId, limit: u32) -> Result<Vec<(DocumentId, Packed)>>;

    /// Replaces the packed fingerprints of documents by others of the run's scheme and adds that run, in one step. The
    /// run counts from the first of these documents. They are in ascending order; deleted documents are skipped.
    ///
    /// # Errors
    /// [`crate::StorageError::LeaseLost`]: nothing has changed.
    async fn index_anew(
        &self,
        lease: &Lease,
        documents: Vec<(DocumentId, Vec<u8>)>,
        run: NewRun,
    ) -> Result<()>;

    /// Begins to write a run that counts documents from `base`. Runs that earlier holders of the same job began and did
    /// not publish are deleted.
    ///
    /// # Errors
    /// [`crate::StorageError::LeaseLost`].
    async fn begin_run(&self, lease: &Lease, scheme: SchemeId, base: DocumentId) -> Result<Building>;

    /// Appends blocks to a run that is being written, in order.
    ///
    /// # Errors
    /// [`crate::StorageError::LeaseLost`].
    async fn append(&self, lease: &Lease, building: Building, blocks: Vec<Block>) -> Result<()>;

    /// Makes a run visible in place of those that it replaces, in one step.
    ///
    /// # Errors
    /// [`crate::StorageError::LeaseLost`]: nothing has changed.
    async fn publish(&self, lease: &Lease, building: Building, published: Published) -> Result<()>;
}
