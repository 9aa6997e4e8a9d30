//! A piece of a source, which one thread reads.

use std::ops::Range;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use super::archive::Archive;
use super::buffer_pool::PooledBuffer;

/// A piece of a source.
pub(crate) enum Piece {
    /// One document from standard input.
    Input,
    /// Files on disk.
    Files(Vec<PathBuf>),
    /// Entries of a zip archive.
    Entries { path: Arc<Path>, archive: Arc<Archive>, entries: Range<usize> },
    /// Whole lines; `line` is the number of the first one.
    Lines { source: Arc<Path>, line: u64, bytes: PooledBuffer },
    /// A line longer than [`MAX_LINE_LENGTH`](crate::MAX_LINE_LENGTH).
    LongLine { source: Arc<Path>, line: u64 },
}
