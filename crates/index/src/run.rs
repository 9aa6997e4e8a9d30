//! Makes the sorted blocks of a run from documents' fingerprints, on all cores, and writes a run to the storage in pieces.

use std::ops::Range;

use chaffinch_storage::{Block, Building, DocumentId, Index, Lease, Published, Run};
use rayon::slice::ParallelSliceMut;

use crate::block::{Posting, encode};
use crate::{Fingerprint, IndexError};

/// Number of postings after which a block ends at the next fingerprint. A smaller block is faster to read and search;
/// in a larger one, the bytes of its row and key count less per posting. See `scripts/bench index`.
pub(crate) const POSTINGS: usize = 64;

/// Collects the fingerprints of documents and makes the blocks of a run.
///
/// Takes 16 bytes of memory per posting. The same documents give the same blocks, in any order and with any number of
/// threads.
#[derive(Debug, Clone, Default)]
pub struct RunBuilder {
    /// Fingerprint, document and position, from the highest bits to the lowest. This sorts twice as fast as a triple.
    keys: Vec<u128>,
}

impl RunBuilder {
    /// Adds a document. Its number is relative to the run's base.
    pub fn add(&mut self, document: u32, fingerprints: &[Fingerprint]) {
        self.keys.extend(fingerprints.iter().map(|fingerprint| {
            u128::from(fingerprint.value) << 64
                | u128::from(document) << 32
                | u128::from(fingerprint.position)
        }));
    }

    /// Sorts the postings and packs them into blocks.
    pub fn build(self) -> SortedBlocks {
        let mut packer = Packer::default();
        for posting in self.sorted() {
            packer.push(posting);
        }
        packer.finish()
    }

    /// Returns all postings in order, without duplicates.
    pub(crate) fn sorted(mut self) -> impl ExactSizeIterator<Item = Posting> {
        self.keys.par_sort_unstable();
        self.keys.dedup();
        self.keys.into_iter().map(|key| Posting {
            fingerprint: (key >> 64) as u64,
            document: (key >> 32) as u32,
            position: key as u32,
        })
    }
}

/// The blocks of a run, in order.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct SortedBlocks {
    /// Number of postings in all blocks.
    pub postings: u64,
    /// The blocks, by first fingerprint.
    pub blocks: Vec<Block>,
}

/// Packs sorted postings into blocks.
#[derive(Debug, Default)]
pub(crate) struct Packer {
    open: Vec<Posting>,
    done: SortedBlocks,
}

impl Packer {
    /// Adds the next posting.
    pub(crate) fn push(&mut self, posting: Posting) {
        if let Some(last) = self.open.last()
            && POSTINGS <= self.open.len()
            && last.fingerprint != posting.fingerprint
        {
            self.close();
        }
        self.open.push(posting);
    }

    /// Returns the number of finished blocks that were not taken yet.
    pub(crate) fn ready(&self) -> usize {
        self.done.blocks.len()
    }

    /// Takes the finished blocks.
    pub(crate) fn take(&mut self) -> SortedBlocks {
        std::mem::take(&mut self.done)
    }

    /// Finishes the last block, and returns all blocks that were not taken.
    pub(crate) fn finish(mut self) -> SortedBlocks {
        self.close();
        self.done
    }

    fn close(&mut self) {
        if let Some(first) = self.open.first() {
            self.done.postings += self.open.len() as u64;
            self.done.blocks.push(Block { first: first.fingerprint, bytes: encode(&self.open) });
            self.open.clear();
        }
    }
}

/// Returns the span from the first to the last document that these runs may contain.
pub(crate) fn span<'a>(runs: impl IntoIterator<Item = &'a Run>) -> Range<u64> {
    let span =
        |range: Range<u64>, run: &Run| range.start.min(run.documents.start)..range.end.max(run.documents.end);
    let (mut runs, none) = (runs.into_iter(), 0..0);
    let first = runs.next();
    first.map_or(none, |first| runs.fold(first.documents.clone(), span))
}

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
