//! The stored inverted index: fingerprint -> document and position, in sorted runs of packed blocks.
//!
//! What the bytes of a block mean is the business of crate `index`; here they are moved. A run is written once and
//! never changed. Documents (one a source file) have dense numbers that are never used twice; a block tells them
//! relative to its run's base, so a process without a database can make the blocks before the numbers are given out.
//! A document that is no longer there is its own tombstone: its postings are passed over, and dropped for good when
//! its run is compacted.

use std::ops::Range;

use async_trait::async_trait;

use crate::{ArchiveId, BatchId, Lease, Result, StoredDocument};

/// Number of a document.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, serde::Serialize, serde::Deserialize)]
pub struct DocumentId(pub u64);

/// Number of a run.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct RunId(pub u64);

/// Number of an index scheme in this database.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, serde::Serialize, serde::Deserialize)]
pub struct SchemeId(pub u32);

/// How the fingerprints of one language family are made. Only equal schemes ever meet.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, serde::Serialize, serde::Deserialize)]
pub struct IndexScheme {
    /// Languages that are compared with each other, and whose documents: what is frequent in batches need not be so in
    /// archives.
    pub family: String,
    /// Raised whenever the same text may give other tokens.
    pub normalizer: u16,
    /// Raised whenever the same tokens may give other fingerprints, or blocks another format.
    pub format: u16,
}

/// Packed postings of neighbouring fingerprints.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Block {
    /// The smallest fingerprint in it, below 2^48. No fingerprint has postings in two blocks of a run.
    pub first: u64,
    /// Packed.
    pub bytes: Vec<u8>,
}

/// A run to keep, made beside the documents it speaks of.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NewRun {
    /// Of its fingerprints.
    pub scheme: IndexScheme,
    /// In all blocks.
    pub postings: u64,
    /// By first fingerprint. Document numbers count from the first document of the same ingest.
    pub blocks: Vec<Block>,
}

/// A visible run.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Run {
    /// Its number.
    pub id: RunId,
    /// What its blocks count documents from.
    pub base: DocumentId,
    /// All its documents are among these.
    pub documents: Range<u64>,
    /// 0 for a run as it came from one ingest; compaction makes level n + 1 of runs of level n.
    pub level: u8,
    /// In all blocks.
    pub postings: u64,
    /// Their number.
    pub blocks: u64,
    /// Their size.
    pub bytes: u64,
    /// Documents there are now of all ingests that begin among `documents`, so of other runs too where these overlap.
    pub living: u64,
    /// Documents deleted since it was written, at least.
    pub dead: u64,
}

/// A block that was looked up.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FoundBlock {
    /// The run it is in.
    pub run: RunId,
    /// What it counts documents from.
    pub base: DocumentId,
    /// The block.
    pub block: Block,
}

/// What a look-up gives, as of one moment.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct LookedUp {
    /// By run and first fingerprint.
    pub blocks: Vec<FoundBlock>,
    /// Those asked for that are frequent, ascending. Blocks may hold postings of theirs: pass over them.
    pub frequent: Vec<u64>,
}

/// Who has a range of documents.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Owner {
    /// A batch.
    Batch(BatchId),
    /// An archive.
    Archive(ArchiveId),
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
    /// Their numbers.
    pub documents: Range<u64>,
    /// Who has them.
    pub owner: Owner,
}

/// What the index was made from.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DocumentFingerprints {
    /// The document.
    pub document: DocumentId,
    /// Its fingerprints with their positions, packed by crate `index`.
    pub fingerprints: Vec<u8>,
}

/// A run that compaction is writing; nobody else sees it before it is published.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Building {
    /// Its number.
    pub run: RunId,
}

/// How a finished compaction looks.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Published {
    /// The runs it replaces.
    pub replaces: Vec<RunId>,
    /// As [`Run::documents`].
    pub documents: Range<u64>,
    /// As [`Run::level`].
    pub level: u8,
    /// In all blocks.
    pub postings: u64,
    /// Sum of [`Run::dead`] of the replaced ones as it was when merging began: what was dropped.
    pub dead: u64,
    /// Fingerprints found in too many documents, with their number; their postings are left out.
    pub frequent: Vec<(u64, u32)>,
    /// They are all there are: those known before are forgotten.
    pub forget_frequent: bool,
}

/// The stored index.
#[async_trait]
pub trait Index {
    /// All schemes that have documents or runs.
    async fn index_schemes(&self) -> Result<Vec<(SchemeId, IndexScheme)>>;

    /// Visible runs of a scheme, oldest first.
    async fn runs(&self, scheme: SchemeId) -> Result<Vec<Run>>;

    /// For each of these fingerprints (ascending, distinct) and each visible run, the block that would hold it; each
    /// block once. Frequent fingerprints are left out. Blocks between may come along where reading them all is the
    /// quicker way. A few thousand fingerprints a call.
    async fn look_up(&self, scheme: SchemeId, fingerprints: &[u64]) -> Result<LookedUp>;

    /// Blocks of a run in order: those whose first fingerprint is larger than `after`, at most `limit`.
    async fn scan(&self, run: RunId, after: Option<u64>, limit: u32) -> Result<Vec<Block>>;

    /// Frequent fingerprints of a scheme, ascending, with the number of documents that had them.
    async fn frequent(&self, scheme: SchemeId) -> Result<Vec<(u64, u32)>>;

    /// Those of these fingerprints (ascending, distinct) that are frequent in a scheme, ascending.
    async fn frequent_among(&self, scheme: SchemeId, fingerprints: &[u64]) -> Result<Vec<u64>>;

    /// Documents whose owners exist, of those in the range: ascending, as ranges, which may touch each other.
    async fn living(&self, documents: Range<u64>) -> Result<Vec<Range<u64>>>;

    /// Documents of a scheme from `after` on, at most `limit`: what the index can be made from again. What was handed
    /// out is in no index.
    async fn fingerprints(
        &self,
        scheme: SchemeId,
        after: Option<DocumentId>,
        limit: u32,
    ) -> Result<Vec<DocumentFingerprints>>;

    /// Documents of a scheme with all that is kept of them, ascending, at most `limit`: what their fingerprints can be made
    /// from again. Without what was handed out, and without those whose tokens were not kept.
    async fn indexed(&self, scheme: SchemeId, limit: u32) -> Result<Vec<StoredDocument>>;

    /// Gives documents other packed fingerprints, of the run's scheme, and adds that run, which counts from the first of
    /// them: in one step. They are ascending; those that are gone are passed over.
    ///
    /// # Errors
    /// [`crate::StorageError::LeaseLost`]: nothing has changed.
    async fn index_anew(
        &self,
        lease: &Lease,
        documents: Vec<(DocumentId, Vec<u8>)>,
        run: NewRun,
    ) -> Result<()>;

    /// Begins to write a run that counts documents from `base`. What earlier holders of the same job began and did
    /// not publish is deleted.
    ///
    /// # Errors
    /// [`crate::StorageError::LeaseLost`].
    async fn begin_run(&self, lease: &Lease, scheme: SchemeId, base: DocumentId) -> Result<Building>;

    /// Adds blocks to it, in order.
    ///
    /// # Errors
    /// [`crate::StorageError::LeaseLost`].
    async fn append(&self, lease: &Lease, building: Building, blocks: Vec<Block>) -> Result<()>;

    /// Makes it visible in the place of those it replaces, in one step.
    ///
    /// # Errors
    /// [`crate::StorageError::LeaseLost`]: nothing has changed.
    async fn publish(&self, lease: &Lease, building: Building, published: Published) -> Result<()>;
}
