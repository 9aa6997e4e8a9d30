//! A sorted run on disk. Each entry has a 64-bit key and a 32-bit value, and keys are stored as differences in as few
//! bytes as they need.
//!
//! Layout: the entries, range by range; then the start of each range and the end of the last one (u64, little endian),
//! the number of entries, and a closing mark. A file without the mark is not a run.

use std::fs::File;
use std::io::{BufWriter, Write as _};
use std::os::unix::fs::FileExt as _;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use crate::error::{Error, Result, reading, writing};

const MARK: &[u8; 8] = b"cfrun\0\0\x02";

/// Number of ranges of keys that are merged separately.
pub(crate) const RANGES: usize = 64;

/// Bytes after the entries of a run.
const END: usize = (RANGES + 2) * 8 + MARK.len();

/// Most bytes an entry takes: one byte with the lengths of key and value (four bits each), then the key and the value.
const MAX_ENTRY_BYTES: usize = 1 + 8 + 4;

/// How keys are divided into ranges. Ranges are in the order of keys.
#[derive(Debug, Clone, Copy)]
pub(crate) enum Ranges {
    /// Hashes, which are uniform over all 64 bits.
    Hashes,
    /// Keys with a document in the upper half; see [`Ranges::documents`].
    Documents {
        /// The first document.
        first: u32,
        /// Buckets per document, in units of 2^-32.
        scale: u64,
    },
}

/// Number of buckets. All entries of a bucket come before those of the next one, and each bucket is sorted on its own.
pub(super) const BUCKETS: usize = 8 * RANGES;

impl Ranges {
    /// Divides keys that have a document of this range in the upper half.
    pub(crate) fn documents(range: std::ops::Range<u32>) -> Self {
        let all = u64::from(range.end.saturating_sub(range.start)).max(1);
        Self::Documents { first: range.start, scale: ((BUCKETS as u64) << 32) / all }
    }

    #[inline]
    pub(super) fn bucket(self, key: u64) -> usize {
        match self {
            Self::Hashes => (key >> (64 - BUCKETS.ilog2())) as usize,
            Self::Documents { first, scale } => {
                let at = (key >> 32).saturating_sub(first.into());
                ((at.saturating_mul(scale) >> 32) as usize).min(BUCKETS - 1)
            }
        }
    }

    pub(crate) fn of(self, key: u64) -> usize {
        self.bucket(key) / (BUCKETS / RANGES)
    }
}

/// Position of an entry in a run.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Place {
    /// The key of the entry before it in its range; 0 for the first entry.
    pub(crate) key: u64,
    /// Position of its first byte.
    pub(crate) at: u64,
}

/// A complete run.
#[derive(Debug, Clone)]
pub(crate) struct Run {
    pub(crate) path: Arc<Path>,
    file: Arc<File>,
    starts: Arc<[u64]>,
    pub(crate) entries: u64,
}

impl Run {
    pub(crate) fn open(path: &Path) -> Result<Self> {
        let damaged = || Error::Damaged { path: path.to_owned(), what: "a sorted run has no end" };
        let file = File::open(path).map_err(reading(path))?;
        let length = file.metadata().map_err(reading(path))?.len();
        let mut end = [0; END];
        let at = length.checked_sub(END as u64).ok_or_else(damaged)?;
        file.read_exact_at(&mut end, at).map_err(reading(path))?;
        let (numbers, mark) = end.split_at(END - MARK.len());
        let numbers: Vec<u64> =
            numbers.as_chunks::<8>().0.iter().map(|eight| u64::from_le_bytes(*eight)).collect();
        let (entries, starts) = numbers.split_last().expect("there are two at least");
        if mark != MARK || !starts.is_sorted() || starts.last() != Some(&at) {
            return Err(damaged());
        }
        Ok(Self { path: path.into(), file: file.into(), starts: starts.into(), entries: *entries })
    }

    /// Reads the entries of one range, in order.
    pub(crate) fn range(&self, range: usize, buffer: usize) -> RangeReader {
        self.range_from(range, Place { key: 0, at: self.starts[range] }, buffer)
    }

    /// Reads the entries of one range from a place on.
    pub(crate) fn range_from(&self, range: usize, Place { key, at }: Place, buffer: usize) -> RangeReader {
        let end = self.starts[range + 1];
        let next = at.clamp(self.starts[range], end);
        let buffer = buffer.max(4 * MAX_ENTRY_BYTES).min((end - next) as usize);
        RangeReader {
            run: self.clone(),
            next,
            end,
            // Every entry is read as if it had the largest size, so the last one needs spare bytes after it.
            bytes: vec![0; buffer + MAX_ENTRY_BYTES],
            at: 0,
            filled: 0,
            key,
        }
    }

    /// Returns the size of the file in bytes.
    pub(crate) fn bytes(&self) -> u64 {
        self.starts[RANGES] + END as u64
    }

    /// Returns the name of the file.
    pub(crate) fn name(&self) -> String {
        self.path.file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default()
    }

    /// Removes the file.
    pub(crate) fn remove(self) -> Result<()> {
        std::fs::remove_file(&self.path).map_err(writing(&self.path))
    }
}

/// Writes a run. Entries must come in ascending order.
pub(crate) struct RunWriter {
    path: PathBuf,
    out: BufWriter<File>,
    ranges: Ranges,
    starts: Vec<u64>,
    written: u64,
    entries: u64,
    key: u64,
}

impl RunWriter {
    pub(crate) fn create(path: &Path, ranges: Ranges) -> Result<Self> {
        let file = File::create(path).map_err(writing(path))?;
        Ok(Self {
            path: path.to_owned(),
            out: BufWriter::with_capacity(1 << 18, file),
            ranges,
            starts: vec![0],
            written: 0,
            entries: 0,
            key: 0,
        })
    }

    #[inline]
    pub(crate) fn push(&mut self, key: u64, value: u32) -> Result<()> {
        let range = self.ranges.of(key);
        while self.starts.len() <= range {
            self.starts.push(self.written);
            self.key = 0;
        }
        let mut bytes = [0; MAX_ENTRY_BYTES];
        let length = put(&mut bytes, key - self.key, value);
        self.key = key;
        self.written += length as u64;
        self.entries += 1;
        self.out.write_all(&bytes[..length]).map_err(writing(&self.path))
    }

    /// Completes the file.
    pub(crate) fn finish(mut self) -> Result<Run> {
        self.starts.resize(RANGES + 1, self.written);
        let numbers: Vec<u8> =
            self.starts.iter().chain([&self.entries]).flat_map(|number| number.to_le_bytes()).collect();
        let path = &self.path;
        self.out
            .write_all(&numbers)
            .and_then(|()| self.out.write_all(MARK))
            .and_then(|()| self.out.flush())
            .map_err(writing(path))?;
        drop(self.out);
        Run::open(&self.path)
    }
}

/// Writes a byte with the lengths of key and value, then both in as few bytes as they need, the lowest byte first.
/// Returns the number of bytes written.
#[inline]
fn put(bytes: &mut [u8; MAX_ENTRY_BYTES], key: u64, value: u32) -> usize {
    let keys = 8 - key.leading_zeros() as usize / 8;
    let values = 4 - value.leading_zeros() as usize / 8;
    bytes[0] = (keys | values << 4) as u8;
    bytes[1..9].copy_from_slice(&key.to_le_bytes());
    bytes[1 + keys..5 + keys].copy_from_slice(&value.to_le_bytes());
    1 + keys + values
}

/// Returns the key, the value and the length of the entry at the beginning of these bytes; `None` if there is no entry.
#[inline]
fn get(bytes: &[u8; MAX_ENTRY_BYTES]) -> Option<(u64, u32, usize)> {
    let (keys, values) = (usize::from(bytes[0] & 15), usize::from(bytes[0] >> 4));
    if keys > 8 || values > 4 {
        return None;
    }
    let key = u64::from_le_bytes(*bytes[1..].first_chunk()?) & (u64::MAX.unbounded_shr(64 - 8 * keys as u32));
    let value = u32::from_le_bytes(*bytes[1 + keys..].first_chunk()?);
    Some((key, value & u32::MAX.unbounded_shr(32 - 8 * values as u32), 1 + keys + values))
}

/// Reads a range of a run.
pub(crate) struct RangeReader {
    run: Run,
    next: u64,
    end: u64,
    bytes: Vec<u8>,
    at: usize,
    filled: usize,
    key: u64,
}

impl RangeReader {
    /// Returns the position of the next entry.
    pub(crate) fn place(&self) -> Place {
        Place { key: self.key, at: self.next - (self.filled - self.at) as u64 }
    }

    #[inline]
    pub(crate) fn entry(&mut self) -> Result<Option<(u64, u32)>> {
        if self.filled - self.at < MAX_ENTRY_BYTES && !self.fill()? {
            return Ok(None);
        }
        let entry = self.bytes[self.at..].first_chunk().and_then(get);
        match entry {
            Some((key, value, length)) if length <= self.filled - self.at => {
                self.at += length;
                self.key = self.key.wrapping_add(key);
                Ok(Some((self.key, value)))
            }
            _ => Err(Error::Damaged {
                path: self.run.path.to_path_buf(),
                what: "it contains something that is not an entry",
            }),
        }
    }

    /// Reads more bytes. Returns whether any are left.
    #[cold]
    fn fill(&mut self) -> Result<bool> {
        self.bytes.copy_within(self.at..self.filled, 0);
        self.filled -= self.at;
        self.at = 0;
        let room = self.bytes.len() - MAX_ENTRY_BYTES;
        let wanted = (room - self.filled).min((self.end - self.next) as usize);
        if wanted > 0 {
            let into = &mut self.bytes[self.filled..self.filled + wanted];
            self.run.file.read_exact_at(into, self.next).map_err(reading(&self.run.path))?;
            self.next += wanted as u64;
            self.filled += wanted;
        }
        Ok(self.filled > 0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn entries_of_any_size_come_back_and_others_are_no_entries() {
        let edges = (0..64).flat_map(|bit| [(1_u64 << bit) - 1, 1 << bit]);
        for (key, value) in edges.clone().flat_map(|key| edges.clone().map(move |value| (key, value as u32)))
        {
            let mut bytes = [0xff; MAX_ENTRY_BYTES];
            let length = put(&mut bytes, key, value);
            bytes[length..].fill(0xff);
            assert_eq!(get(&bytes), Some((key, value, length)));
        }
        assert_eq!(get(&[9; MAX_ENTRY_BYTES]), None);
        assert_eq!(get(&[0x50; MAX_ENTRY_BYTES]), None);
    }
}
