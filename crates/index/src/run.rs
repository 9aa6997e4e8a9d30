//! Makes the sorted blocks of a run from documents' fingerprints. Pure; sorts on all cores.

use std::ops::Range;

use chaffinch_storage::{Block, Run};
use rayon::slice::ParallelSliceMut;

use crate::{
    Fingerprint,
    block::{Posting, encode},
};

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
