//! A buffer that becomes a sorted run whenever it is full.
//!
//! Entries are dealt into buckets by their leading bits as they come, in small pieces, so that none is moved while the
//! buffer grows. Then one bucket after the other is sorted, where the processor's cache holds it.

use std::path::{Path, PathBuf};

use chaffinch_fingerprint::BucketSorter;

use super::run::{BUCKETS, Ranges, Run, RunWriter};
use crate::error::Result;

/// What is sorted.
pub(crate) trait Entry: Copy + Ord + Default {
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

/// A key alone.
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

/// Entries of a piece.
const PIECE: usize = 128;

/// Pieces that are asked of the system at once.
const TOGETHER: usize = 256;

/// Sorts what it is given into runs named `PREFIX-0`, `PREFIX-1` and so on. Equal entries become one.
pub(crate) struct Sorter<T> {
    folder: PathBuf,
    prefix: String,
    ranges: Ranges,
    /// All pieces, many in each: a piece is known by its number.
    slabs: Vec<Vec<T>>,
    buckets: Vec<Bucket>,
    /// Pieces in buckets; their numbers are the lowest.
    taken: usize,
    /// Of the bucket that has most: it is copied, and copied again, while it is sorted.
    largest: usize,
    /// How many pieces there may be.
    most: usize,
    runs: Vec<Run>,
}

/// What lies in one bucket.
#[derive(Debug, Clone, Default)]
struct Bucket {
    /// Numbers of its pieces; all but the last are full.
    pieces: Vec<u32>,
    /// Entries of the last one.
    filled: usize,
}

impl<T: Entry> Sorter<T> {
    /// One that holds at most `memory` bytes, or a piece for each bucket.
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

    /// Begins a piece.
    #[cold]
    fn start_piece(&mut self, at: usize) -> Result<u32> {
        if self.most <= self.taken + 3 * self.largest {
            self.spill()?;
        }
        if self.slabs.len() * TOGETHER == self.taken {
            // Little work takes little memory: what is not written to takes none.
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

    /// All runs.
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
