//! The stored inverted index in the database.

use std::ops::Range;

use async_trait::async_trait;

use crate::{
    Block, Building, DocumentFingerprints, DocumentId, IndexScheme, Lease, LookedUp, NewRun, Packed,
    Published, Result, Run, RunId, SchemeId,
};

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
