//! A sorted run on disk: entries of a 64-bit key and a 32-bit value, differences in as few bytes as they need.
//!
//! Layout: the entries, range by range; then where each range begins and the last one ends (u64, little endian), the
//! number of entries, and a closing mark, without which the file is no run.

use std::fs::File;
use std::io::{BufWriter, Write as _};
use std::os::unix::fs::FileExt as _;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use super::RANGES;
use crate::error::{Error, Result, reading, writing};

const MARK: &[u8; 8] = b"cfrun\0\0\x01";

/// Bytes of the end of a run.
const END: usize = (RANGES + 2) * 8 + MARK.len();

/// Bytes an entry takes at most.
const LONGEST: usize = 10 + 5;

/// How keys are divided among ranges, in their order.
#[derive(Debug, Clone, Copy)]
pub(crate) enum Ranges {
    /// Hashes: uniform over all 64 bits.
    Hashes,
    /// Pairs of documents, the first in the upper half, of this many.
    Pairs {
        /// How many documents there are.
        documents: u32,
    },
}

impl Ranges {
    pub(crate) fn of(self, key: u64) -> usize {
        match self {
            Self::Hashes => (key >> (64 - RANGES.ilog2())) as usize,
            Self::Pairs { documents } => {
                (((key >> 32) * RANGES as u64 / u64::from(documents.max(1))) as usize).min(RANGES - 1)
            }
        }
    }
}

/// Where an entry of a run begins.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Place {
    /// The key of the entry before it in its range; 0 where it is the first.
    pub(crate) key: u64,
    /// Its first byte.
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
        let damaged = || Error::Damaged { path: path.to_owned(), what: "a sorted run without its end" };
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

    /// The entries of one range, in order.
    pub(crate) fn range(&self, range: usize, buffer: usize) -> RangeReader {
        self.range_from(range, Place { key: 0, at: self.starts[range] }, buffer)
    }

    /// The entries of one range from one of its places on.
    pub(crate) fn range_from(&self, range: usize, Place { key, at }: Place, buffer: usize) -> RangeReader {
        let end = self.starts[range + 1];
        RangeReader {
            run: self.clone(),
            next: at.clamp(self.starts[range], end),
            end,
            bytes: vec![0; buffer.max(4 * LONGEST)],
            at: 0,
            filled: 0,
            key,
        }
    }

    /// Size of the file.
    pub(crate) fn bytes(&self) -> u64 {
        self.starts[RANGES] + END as u64
    }

    /// Name of the file.
    pub(crate) fn name(&self) -> String {
        self.path.file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default()
    }

    /// Removes the file.
    pub(crate) fn remove(self) -> Result<()> {
        std::fs::remove_file(&self.path).map_err(writing(&self.path))
    }
}

/// Writes a run; entries come in ascending order.
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
        let mut bytes = [0; LONGEST];
        let length = put(&mut bytes, 0, key - self.key);
        let length = put(&mut bytes, length, u64::from(value));
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

/// Seven bits a byte, the lowest first; the highest bit says that more follow.
#[inline]
fn put(bytes: &mut [u8; LONGEST], mut at: usize, mut number: u64) -> usize {
    while number >= 0x80 {
        bytes[at] = number as u8 | 0x80;
        number >>= 7;
        at += 1;
    }
    bytes[at] = number as u8;
    at + 1
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
    /// Where the next entry begins.
    pub(crate) fn place(&self) -> Place {
        Place { key: self.key, at: self.next - (self.filled - self.at) as u64 }
    }

    #[inline]
    pub(crate) fn entry(&mut self) -> Result<Option<(u64, u32)>> {
        if self.filled - self.at < LONGEST && !self.fill()? {
            return Ok(None);
        }
        let key = self.number()?;
        self.key = self.key.wrapping_add(key);
        Ok(Some((self.key, self.number()? as u32)))
    }

    /// Whether there is anything left.
    #[cold]
    fn fill(&mut self) -> Result<bool> {
        self.bytes.copy_within(self.at..self.filled, 0);
        self.filled -= self.at;
        self.at = 0;
        let wanted = (self.bytes.len() - self.filled).min((self.end - self.next) as usize);
        if wanted > 0 {
            let into = &mut self.bytes[self.filled..self.filled + wanted];
            self.run.file.read_exact_at(into, self.next).map_err(reading(&self.run.path))?;
            self.next += wanted as u64;
            self.filled += wanted;
        }
        Ok(self.filled > 0)
    }

    #[inline]
    fn number(&mut self) -> Result<u64> {
        let mut number = 0;
        for (at, &byte) in self.bytes[self.at..self.filled].iter().take(10).enumerate() {
            number |= u64::from(byte & 0x7f) << (7 * at);
            if byte < 0x80 {
                self.at += at + 1;
                return Ok(number);
            }
        }
        Err(Error::Damaged { path: self.run.path.to_path_buf(), what: "an entry without its end" })
    }
}
