//! A buffer that is written as a sorted run whenever it is full.
//!
//! Entries are put into buckets by their leading bits as they arrive. A bucket consists of small pieces, so no entry is
//! moved while the buffer grows. Then each bucket is sorted on its own, within the processor's cache.

use std::path::{Path, PathBuf};

use chaffinch_sketch::BucketSorter;

use super::run::{BUCKETS, Ranges, Run, RunWriter};
use crate::error::Result;

/// An entry that can be sorted.
pub(crate) trait Entry: Copy + Ord + Default {
    fn key(self) -> u64;
    fn value(self) -> u32;
}

/// The key is a feature in the upper 64 of 96 bits, the value a document in the lower 32.
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

/// A key without a value.
impl Entry for u64 {
    #[inline]
    fn key(self) -> u64 {
        self
    }

    #[inline]
    fn value(self) -> u32 {
        0
    }
}

/// Number of entries in a piece.
const PIECE: usize = 128;

/// Number of pieces that are allocated at once.
const TOGETHER: usize = 256;

/// Sorts entries into runs named `PREFIX-0`, `PREFIX-1` and so on. Equal entries in a run become one.
pub(crate) struct Sorter<T> {
    folder: PathBuf,
    prefix: String,
    ranges: Ranges,
    /// All pieces, [`TOGETHER`] in each slab. A piece is identified by its number.
    slabs: Vec<Vec<T>>,
    buckets: Vec<Bucket>,
    /// Number of pieces that are in buckets. These have the lowest numbers.
    taken: usize,
    /// Number of pieces in the largest bucket, which sorting copies twice.
    largest: usize,
    /// The largest number of pieces.
    most: usize,
    runs: Vec<Run>,
}

/// The entries of one bucket.
#[derive(Debug, Clone, Default)]
struct Bucket {
    /// Numbers of its pieces. All pieces but the last are full.
    pieces: Vec<u32>,
    /// Number of entries in the last piece.
    filled: usize,
}

impl<T: Entry> Sorter<T> {
    /// Creates a sorter that holds at most `memory` bytes, but at least a piece for each bucket.
    pub(crate) fn new(folder: &Path, prefix: String, ranges: Ranges, memory: usize) -> Self {
        let most = (memory / (PIECE * size_of::<T>())).max(BUCKETS);
        Self {
            folder: folder.to_owned(),
            prefix,
            ranges,
            slabs: Vec::new(),
            buckets: vec![Bucket::default(); BUCKETS],
            taken: 0,
            largest: 0,
            most: most.min(u32::MAX as usize),
            runs: Vec::new(),
        }
    }

    #[inline]
    pub(crate) fn push(&mut self, entry: T) -> Result<()> {
        let at = self.ranges.bucket(entry.key());
        let bucket = &mut self.buckets[at];
        let piece = match bucket.pieces.last() {
            Some(&piece) if bucket.filled < PIECE => piece,
            _ => self.start_piece(at)?,
        };
        let bucket = &mut self.buckets[at];
        piece_of(&mut self.slabs, piece)[bucket.filled] = entry;
        bucket.filled += 1;
        Ok(())
    }

    /// Starts a piece in bucket `at`, and returns its number.
    #[cold]
    fn start_piece(&mut self, at: usize) -> Result<u32> {
        if self.most <= self.taken + 3 * self.largest {
            self.spill()?;
        }
        if self.slabs.len() * TOGETHER == self.taken {
            // Pages that are not written to take no memory, so small jobs need little.
            self.slabs.push(vec![T::default(); TOGETHER * PIECE]);
        }
        let (piece, bucket) = (self.taken as u32, &mut self.buckets[at]);
        bucket.pieces.push(piece);
        bucket.filled = 0;
        self.taken += 1;
        self.largest = self.largest.max(bucket.pieces.len());
        Ok(piece)
    }

    fn spill(&mut self) -> Result<()> {
        let path = self.folder.join(format!("{}-{}", self.prefix, self.runs.len()));
        let mut run = RunWriter::create(&path, self.ranges)?;
        let (mut together, mut sorter) = (Vec::new(), BucketSorter::default());
        for bucket in &mut self.buckets {
            let Some((&last, full)) = bucket.pieces.split_last() else { continue };
            together.clear();
            for &piece in full {
                together.extend_from_slice(piece_of(&mut self.slabs, piece));
            }
            together.extend_from_slice(&piece_of(&mut self.slabs, last)[..bucket.filled]);
            sorter.sort(&mut together, T::key);
            together.dedup();
            for entry in &together {
                run.push(entry.key(), entry.value())?;
            }
            bucket.pieces.clear();
        }
        self.runs.push(run.finish()?);
        (self.taken, self.largest) = (0, 0);
        Ok(())
    }

    /// Writes what is left, and returns all runs.
    pub(crate) fn finish(mut self) -> Result<Vec<Run>> {
        if self.taken > 0 {
            self.spill()?;
        }
        Ok(self.runs)
    }
}

#[inline]
fn piece_of<T>(slabs: &mut [Vec<T>], piece: u32) -> &mut [T] {
    let (slab, at) = (piece as usize / TOGETHER, piece as usize % TOGETHER);
    &mut slabs[slab][at * PIECE..(at + 1) * PIECE]
}
