//! Lists of documents in memory, identified by 32-bit numbers. Many threads write, each to a shelf of its own;
//! afterwards all read.
//!
//! A list is stored in a chunk as its length, the size of its smallest document, and its documents. A list that does
//! not fit into the rest of a chunk becomes two, so the memory beside the documents is at most a chunk for each thread.

use std::sync::{Mutex, PoisonError};

use crate::error::Result;

/// Number of entries in a chunk, as a power of two: 1 MiB.
const CHUNK_BITS: u32 = 18;

/// Bytes that 32-bit list numbers can address.
pub(super) const MAX_BYTES: u64 = 4 << 32;

/// Number of entries before the documents of a list.
const HEAD: usize = 2;

/// If no more entries than this are left in a chunk, no list begins there.
const LEAST_LEFT: usize = 16;

/// All chunks by number. A chunk that a thread still writes to is empty here.
#[derive(Debug, Default)]
pub(super) struct Lists(Mutex<Vec<Vec<u32>>>);

/// The chunk that one thread writes to.
#[derive(Debug)]
pub(super) struct Shelf<'a> {
    lists: &'a Lists,
    chunk: Vec<u32>,
    number: u32,
}

impl Lists {
    pub(super) fn shelf(&self) -> Shelf<'_> {
        Shelf { lists: self, chunk: Vec::new(), number: 0 }
    }

    /// Ends writing, and returns the chunks. `size` returns the least number of values of a document.
    pub(super) fn chunks(self, threads: usize, size: impl Fn(u32) -> u32 + Sync) -> Chunks {
        let mut chunks = self.0.into_inner().unwrap_or_else(PoisonError::into_inner);
        let share = chunks.len().div_ceil(threads).max(1);
        std::thread::scope(|scope| {
            for chunks in chunks.chunks_mut(share) {
                scope.spawn(|| chunks.iter_mut().for_each(|chunk| note_smallest(chunk, &size)));
            }
        });
        Chunks(chunks)
    }
}

/// Stores the size of the smallest document before every list.
fn note_smallest(chunk: &mut [u32], size: &impl Fn(u32) -> u32) {
    let mut at = 0;
    while let Some(&[length, _]) = chunk.get(at..at + HEAD) {
        let end = at + HEAD + length as usize;
        let smallest = chunk[at + HEAD..end].iter().map(|&document| size(document)).min();
        chunk[at + 1] = smallest.unwrap_or(0);
        at = end;
    }
}

impl Shelf<'_> {
    /// Writes a list, in several pieces if necessary. Calls `written` with the number of each piece and its first
    /// document.
    #[inline]
    pub(super) fn add(
        &mut self,
        mut documents: &[u32],
        mut written: impl FnMut(u32, u32) -> Result<()>,
    ) -> Result<()> {
        while let Some(&first) = documents.first() {
            let left = self.chunk.capacity() - self.chunk.len();
            if left <= LEAST_LEFT {
                self.start_chunk();
                continue;
            }
            let (here, others) = documents.split_at(documents.len().min(left - HEAD));
            written(self.number << CHUNK_BITS | self.chunk.len() as u32, first)?;
            self.chunk.extend([here.len() as u32, 0]);
            self.chunk.extend_from_slice(here);
            documents = others;
        }
        Ok(())
    }

    /// Starts an empty chunk.
    #[cold]
    fn start_chunk(&mut self) {
        self.put();
        let mut chunks = self.lists.0.lock().unwrap_or_else(PoisonError::into_inner);
        self.number = chunks.len() as u32;
        chunks.push(Vec::new());
        // Not `vec![0; n]`: memory that is not written to takes no space.
        self.chunk = Vec::with_capacity(1 << CHUNK_BITS);
    }

    fn put(&mut self) {
        let chunk = std::mem::take(&mut self.chunk);
        if !chunk.is_empty() {
            let mut chunks = self.lists.0.lock().unwrap_or_else(PoisonError::into_inner);
            chunks[self.number as usize] = chunk;
        }
    }
}

impl Drop for Shelf<'_> {
    fn drop(&mut self) {
        self.put();
    }
}

/// Complete lists.
#[derive(Debug)]
pub(super) struct Chunks(Vec<Vec<u32>>);

/// A list of documents.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct List<'a> {
    /// Number of values of the document that has the fewest.
    pub(super) smallest: u32,
    /// Documents in ascending order.
    pub(super) documents: &'a [u32],
}

impl Chunks {
    /// Returns the list with this number.
    #[inline]
    pub(super) fn list(&self, number: u32) -> List<'_> {
        let from = &self.0[(number >> CHUNK_BITS) as usize][(number & ((1 << CHUNK_BITS) - 1)) as usize..];
        List { smallest: from[1], documents: &from[HEAD..HEAD + from[0] as usize] }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lists_come_back_from_all_threads_and_long_ones_in_pieces() {
        let lists = Lists::default();
        let of = |thread: u32, at: u32| (0..=at % 50_000).map(|n| thread + 7 * at + n).collect::<Vec<_>>();
        let numbers: Vec<Vec<(u32, u32)>> = std::thread::scope(|scope| {
            let write = |thread: u32| {
                let lists = &lists;
                scope.spawn(move || {
                    let (mut shelf, mut numbers) = (lists.shelf(), Vec::new());
                    for at in (0..60_000).step_by(1009) {
                        let written = |number, _| {
                            numbers.push((at, number));
                            Ok(())
                        };
                        shelf.add(&of(thread, at), written).unwrap();
                    }
                    numbers
                })
            };
            let threads: Vec<_> = (0..3).map(write).collect();
            threads.into_iter().map(|thread| thread.join().unwrap()).collect()
        });
        let size = |document: u32| document / 3;
        let chunks = lists.chunks(2, size);
        assert!(numbers.iter().any(|of| of.windows(2).any(|two| two[0].0 == two[1].0)), "one is in pieces");
        for (thread, numbers) in numbers.iter().enumerate() {
            for same in numbers.chunk_by(|left, right| left.0 == right.0) {
                let pieces: Vec<List> = same.iter().map(|(_, number)| chunks.list(*number)).collect();
                assert!(pieces.iter().all(|list| list.smallest == size(list.documents[0])));
                let whole = pieces.iter().flat_map(|list| list.documents).copied().collect::<Vec<_>>();
                assert_eq!(whole, of(thread as u32, same[0].0));
            }
        }
    }
}
