//! A buffer that becomes a sorted run whenever it is full.

use std::path::{Path, PathBuf};

use super::run::{Ranges, Run, RunWriter};
use crate::error::Result;

/// What is sorted.
pub(crate) trait Entry: Copy + Ord {
    fn key(self) -> u64;
    fn value(self) -> u32;
}

/// A feature in the upper 64 of 96 bits, a document in the lower 32.
impl Entry for u128 {
    #[inline]
    fn key(self) -> u64 {
        (self >> 32) as u64
    }

    #[inline]
    fn value(self) -> u32 {
        self as u32
    }
}

/// A pair of documents, counted once.
impl Entry for u64 {
    #[inline]
    fn key(self) -> u64 {
        self
    }

    #[inline]
    fn value(self) -> u32 {
        1
    }
}

/// Sorts what it is given into runs named `PREFIX-0`, `PREFIX-1` and so on. Equal entries become one, which counts
/// them where their values are counts.
pub(crate) struct Sorter<T> {
    folder: PathBuf,
    prefix: String,
    ranges: Ranges,
    buffer: Vec<T>,
    full: usize,
    runs: Vec<Run>,
}

impl<T: Entry> Sorter<T> {
    /// One that holds at most `memory` bytes.
    pub(crate) fn new(folder: &Path, prefix: String, ranges: Ranges, memory: usize) -> Self {
        let full = (memory / size_of::<T>()).max(1024);
        Self { folder: folder.to_owned(), prefix, ranges, buffer: Vec::new(), full, runs: Vec::new() }
    }

    #[inline]
    pub(crate) fn push(&mut self, entry: T) -> Result<()> {
        if self.buffer.len() == self.buffer.capacity() {
            self.grow()?;
        }
        self.buffer.push(entry);
        Ok(())
    }

    /// By doubling, so that little work takes little memory. It ends where twice as much would be above the bound: while
    /// a buffer grows, old and new one are there together.
    #[cold]
    fn grow(&mut self) -> Result<()> {
        let wanted = (2 * self.buffer.len()).max(1024);
        if self.full < wanted {
            return self.spill();
        }
        self.buffer.reserve_exact(wanted - self.buffer.len());
        Ok(())
    }

    fn spill(&mut self) -> Result<()> {
        self.buffer.sort_unstable();
        let path = self.folder.join(format!("{}-{}", self.prefix, self.runs.len()));
        let mut run = RunWriter::create(&path, self.ranges)?;
        for equal in self.buffer.chunk_by(|left, right| left == right) {
            let (entry, times) = (equal[0], equal.len() as u32);
            run.push(entry.key(), if size_of::<T>() == 8 { times } else { entry.value() })?;
        }
        self.runs.push(run.finish()?);
        self.buffer.clear();
        Ok(())
    }

    /// All runs.
    pub(crate) fn finish(mut self) -> Result<Vec<Run>> {
        if !self.buffer.is_empty() {
            self.spill()?;
        }
        Ok(self.runs)
    }
}
