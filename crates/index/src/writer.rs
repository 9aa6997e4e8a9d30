//! Writes a run to the storage in pieces. Compaction and rebuilding use it.

use chaffinch_storage::{Building, DocumentId, Index, Lease, Published};

use crate::{
    IndexError,
    block::Posting,
    run::{Packer, SortedBlocks},
};

/// Number of blocks that are sent to the storage at once: about 200 kB.
const PIECE: usize = 512;

/// A run that is being written.
pub(crate) struct Writer<'a, S: ?Sized> {
    storage: &'a S,
    lease: &'a Lease,
    building: Building,
    base: u64,
    limit: u32,
    packer: Packer,
    /// Number of postings that were sent.
    postings: u64,
    frequent: Vec<(u64, u32)>,
}

impl<'a, S: Index + Sync + ?Sized> Writer<'a, S> {
    /// Creates a writer. A fingerprint in more than `limit` documents is frequent.
    pub(crate) fn new(
        storage: &'a S,
        lease: &'a Lease,
        building: Building,
        base: DocumentId,
        limit: u32,
    ) -> Self {
        let (packer, frequent) = (Packer::default(), Vec::new());
        Self { storage, lease, building, base: base.0, limit, packer, postings: 0, frequent }
    }

    /// Adds the postings of the next fingerprint: documents and positions, ascending, distinct. `known` is the number
    /// of documents that had it when it was found to be frequent; 0 if it was not.
    pub(crate) fn list(&mut self, fingerprint: u64, postings: &[(u64, u32)], known: u32) {
        let documents = postings.chunk_by(|left, right| left.0 == right.0).count() as u32;
        if known > 0 || self.limit < documents {
            self.frequent.push((fingerprint, known.saturating_add(documents)));
            return;
        }
        for &(document, position) in postings {
            // Runs that are planned together span less than 2^32 documents.
            let document = (document - self.base) as u32;
            self.packer.push(Posting { fingerprint, document, position });
        }
    }

    /// Sends the finished blocks if there are enough for a call.
    pub(crate) async fn flush(&mut self) -> Result<(), IndexError> {
        if PIECE <= self.packer.ready() {
            let piece = self.packer.take();
            self.append(piece).await?;
        }
        Ok(())
    }

    async fn append(&mut self, piece: SortedBlocks) -> Result<(), IndexError> {
        self.postings += piece.postings;
        Ok(self.storage.append(self.lease, self.building, piece.blocks).await?)
    }

    /// Sends the rest and makes the run visible. `published` says which runs it replaces.
    pub(crate) async fn publish(mut self, published: Published) -> Result<Written, IndexError> {
        let rest = std::mem::take(&mut self.packer).finish();
        if !rest.blocks.is_empty() {
            self.append(rest).await?;
        }
        let written = Written { postings: self.postings, frequent: self.frequent.len() as u64 };
        let published = Published { postings: self.postings, frequent: self.frequent, ..published };
        self.storage.publish(self.lease, self.building, published).await?;
        Ok(written)
    }
}

/// The content of a written run.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Written {
    /// Number of postings in all blocks.
    pub postings: u64,
    /// Number of fingerprints in too many documents, whose postings were left out.
    pub frequent: u64,
}
