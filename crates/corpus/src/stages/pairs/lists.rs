//! Lists of documents in memory, found by numbers of 32 bits. Many threads write, each on a shelf of its own; then all
//! read. Pure.
//!
//! A list lies in a chunk as its length, the size of its smallest document, and its documents. One that does not fit into what is left of a chunk becomes
//! two, so that memory is that of the documents and no more than a chunk for each thread beside it.

use std::sync::{Mutex, PoisonError};

use crate::error::Result;

/// Entries of a chunk, as a power of two: 1 MiB.
const CHUNK_BITS: u32 = 18;

/// Bytes that numbers of 32 bits reach.
pub(super) const MAX_BYTES: u64 = 4 << 32;

/// Entries before the documents of a list.
const HEAD: usize = 2;

/// Less than this is not worth a list of its own.
const LEAST_LEFT: usize = 16;

/// Chunks by number; those on a shelf are still empty here.
#[derive(Debug, Default)]
pub(super) struct Lists(Mutex<Vec<Vec<u32>>>);

/// Where one thread writes.
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

    /// What was written. `size` says how many values a document has at the least.
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

/// Notes the size of its smallest document before every list.
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
    /// Writes a list and says under which number, or which, each with the first document there.
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

    /// Goes on with an empty chunk.
    #[cold]
    fn start_chunk(&mut self) {
        self.put();
        let mut chunks = self.lists.0.lock().unwrap_or_else(PoisonError::into_inner);
        self.number = chunks.len() as u32;
        chunks.push(Vec::new());
        // Not `vec![0; n]`: what is not written to takes no memory.
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

/// Lists that are complete.
#[derive(Debug)]
pub(super) struct Chunks(Vec<Vec<u32>>);

/// One of them.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct List<'a> {
    /// Values of the document here that has fewest.
    pub(super) smallest: u32,
    /// Ascending.
    pub(super) documents: &'a [u32],
}

impl Chunks {
    /// The list of a number.
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
