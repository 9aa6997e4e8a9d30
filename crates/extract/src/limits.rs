//! Limits on the size of an upload, and the counters of what has been read so far. This module has no effect outside
//! itself.

use std::cell::{Cell, RefCell};
use std::io::{self, Read};

use serde::{Deserialize, Serialize};

use crate::refusal::Refusal;

/// Limits on one request. The defaults fit a class of 2,000 submissions of five files with room to spare. An inner
/// archive (found in a folder or in another archive) may hold a part ([`SHARE`]) of the totals.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Limits {
    /// Entries of all folders and archives together, including junk, and the folders that occur only in paths of
    /// archives. Default 100,000.
    pub entries: u64,
    /// Bytes read from files and unpacked from archives, all together. Default 1 GiB.
    pub total_bytes: u64,
    /// Bytes of one file. Larger files are listed as skipped. Default 16 MiB.
    pub file_bytes: u64,
    /// Bytes of an archive inside an archive, which is held in memory while it is open. Larger archives are listed as
    /// skipped. At most its share of `total_bytes`. Default 64 MiB.
    pub nested_bytes: u64,
    /// Largest ratio of unpacked to packed size of an archive, once it has unpacked to more than [`RATIO_FLOOR`].
    /// Default 200. A deflate stream reaches at most about 1,030, program text 3 to 10.
    pub ratio: u64,
    /// Bytes of one path. Default 1,024.
    pub path_bytes: usize,
    /// Components of one path. Default 64.
    pub path_depth: usize,
    /// Submissions of one request, including earlier ones. Default 10,000.
    pub submissions: usize,
    /// Files of one submission. Further files, in the order of paths, are listed as skipped. Default 1,000.
    pub submission_files: usize,
    /// Archives that are open at the same time, one inside the other. Deeper archives are listed as skipped. Default 3.
    pub nesting: usize,
}

/// Unpacked bytes up to which the ratio of an archive is ignored. A small file of zeros is no attack.
pub const RATIO_FLOOR: u64 = 16 << 20;

/// Divisor for inner archives: one inner archive may hold half of the entries, unpacked bytes and paths of a request.
/// If it has more, it is listed as skipped, and the others in the request are read.
pub const SHARE: u64 = 2;

/// Largest number of bytes that an inner archive adds to the ratio of the archive around it, for packed and unpacked
/// bytes each. One bomb therefore does not cause the whole class to be refused. Bombs in layers, none of which is a
/// bomb by itself, do.
const WEIGHT: u64 = RATIO_FLOOR / 8;

/// Largest dictionary that a compressed stream may ask for, in bytes: that of `xz -9`. The memory used grows with what
/// is really unpacked, up to this size.
pub const DICTIONARY: u64 = 64 << 20;

/// Largest list of contents of a 7z archive, in bytes. Its reader holds several copies of the list in memory. It
/// suffices for about 10,000 files.
pub const LISTING: u64 = 1 << 20;

/// Largest total length of all paths in archives as they are shown, in bytes. Each path is held several times, and
/// listed.
pub const PATHS: u64 = 16 << 20;

impl Default for Limits {
    fn default() -> Self {
        Self {
            entries: 100_000,
            total_bytes: 1 << 30,
            file_bytes: 16 << 20,
            nested_bytes: 64 << 20,
            ratio: 200,
            path_bytes: 1_024,
            path_depth: 64,
            submissions: 10_000,
            submission_files: 1_000,
            nesting: 3,
        }
    }
}

/// Counts what has been read so far. All readers of one request share it. An inner archive has its own budget, which is
/// added to the one around it when the archive is closed. Whether an archive is read therefore does not depend on other
/// students' uploads or on their order.
pub(crate) struct Budget<'a> {
    limits: &'a Limits,
    /// Divisor of the totals: 1, or [`SHARE`] for an inner archive.
    share: u64,
    /// Number of archives that are open around this one.
    around: usize,
    entries: Cell<u64>,
    bytes: Cell<u64>,
    paths: Cell<u64>,
    /// The archive that is open in this budget.
    open: RefCell<Option<OpenArchive>>,
}

struct OpenArchive {
    name: String,
    size: u64,
    inflated: u64,
}

impl<'a> Budget<'a> {
    pub(crate) fn new(limits: &'a Limits) -> Self {
        Self {
            limits,
            share: 1,
            around: 0,
            entries: Cell::new(0),
            bytes: Cell::new(0),
            paths: Cell::new(0),
            open: RefCell::default(),
        }
    }

    /// Creates a new budget for an archive inside what is being read.
    pub(crate) fn inner(&self) -> Self {
        Self { share: SHARE, around: self.nesting(), ..Self::new(self.limits) }
    }

    /// Adds the counters of an inner archive.
    pub(crate) fn add(&self, inner: &Self, at: &str) -> Result<(), Refusal> {
        self.add_work(inner, at)?;
        self.count_entries(inner.entries.get(), at)?;
        self.count_paths(inner.paths.get(), at)?;
        self.count_inflated(inner.bytes.get().min(WEIGHT), at)
    }

    /// Adds the bytes read from an inner archive that is only listed: nothing of it is kept, but reading it took work.
    /// How far it was read beyond its share depends on the archives inside it, so the excess is not counted.
    pub(crate) fn add_work(&self, inner: &Self, at: &str) -> Result<(), Refusal> {
        self.count_total(inner.bytes.get().min(self.limits.total_bytes / SHARE), at)
    }

    /// Counts a path in an archive.
    pub(crate) fn count_path(&self, path: &[String], at: &str) -> Result<(), Refusal> {
        self.count_paths(path.iter().map(|part| part.len() as u64 + 1).sum(), at)
    }

    fn count_paths(&self, n: u64, at: &str) -> Result<(), Refusal> {
        // Attack: entries without content, whose names alone fill memory and lists.
        let (bytes, limit) = (self.paths.get().saturating_add(n), PATHS / self.share);
        self.paths.set(bytes);
        if bytes > limit {
            return Err(Refusal::LongPaths { limit, at: at.to_owned() });
        }
        Ok(())
    }

    /// Counts entries.
    pub(crate) fn count_entries(&self, n: u64, at: &str) -> Result<(), Refusal> {
        // Attack: millions of empty entries cost memory and time although they have no bytes.
        let (entries, limit) = (self.entries.get().saturating_add(n), self.limits.entries / self.share);
        self.entries.set(entries);
        if entries > limit {
            return Err(Refusal::TooManyEntries { limit, at: at.to_owned() });
        }
        Ok(())
    }

    /// Runs `read` with an archive of `size` bytes counted as open.
    pub(crate) fn within<T>(&self, name: &str, size: u64, read: impl FnOnce() -> T) -> T {
        *self.open.borrow_mut() = Some(OpenArchive { name: name.to_owned(), size, inflated: 0 });
        let result = read();
        *self.open.borrow_mut() = None;
        result
    }

    /// Runs `read`, which reads the packed bytes of an inner archive.
    pub(crate) fn packed<T>(
        &self,
        at: &str,
        read: impl FnOnce() -> Result<T, Refusal>,
    ) -> Result<T, Refusal> {
        // Attack: one student's zip of uncompressed zeros, which the zip of the class compresses to almost nothing.
        let open = self.open.take();
        let before = self.bytes.get();
        let result = read();
        *self.open.borrow_mut() = open;
        let value = result?;
        self.count_inflated((self.bytes.get() - before).min(WEIGHT), at)?;
        Ok(value)
    }

    /// Returns the number of archives that are open now.
    pub(crate) fn nesting(&self) -> usize {
        self.around + usize::from(self.open.borrow().is_some())
    }

    fn count_bytes(&self, n: u64, at: &str) -> Result<(), Refusal> {
        self.count_total(n, at)?;
        self.count_inflated(n, at)
    }

    fn count_total(&self, n: u64, at: &str) -> Result<(), Refusal> {
        // Attack: an archive that declares small sizes and unpacks without end. Only bytes that were really unpacked
        // are counted.
        let (bytes, limit) = (self.bytes.get().saturating_add(n), self.limits.total_bytes / self.share);
        self.bytes.set(bytes);
        if bytes > limit {
            return Err(Refusal::TotalSize { limit, at: at.to_owned() });
        }
        Ok(())
    }

    fn count_inflated(&self, n: u64, at: &str) -> Result<(), Refusal> {
        let mut open = self.open.borrow_mut();
        let Some(archive) = open.as_mut() else { return Ok(()) };
        // Attack: a small bomb that stays under the total but causes work for a thousand times its size.
        archive.inflated = archive.inflated.saturating_add(n);
        let allowed = archive.size.saturating_mul(self.limits.ratio).max(RATIO_FLOOR);
        if archive.inflated > allowed {
            return Err(Refusal::Ratio {
                limit: self.limits.ratio,
                archive: archive.name.clone(),
                bytes: archive.size,
                at: at.to_owned(),
            });
        }
        Ok(())
    }
}

/// A reader that counts every byte. Beyond a limit it fails, and the error contains the [`Refusal`].
pub(crate) struct Metered<'a, R> {
    inner: R,
    budget: &'a Budget<'a>,
    /// The place that a refusal names.
    at: &'a str,
}

impl<'a, R: Read> Metered<'a, R> {
    pub(crate) fn new(inner: R, budget: &'a Budget<'a>, at: &'a str) -> Self {
        Self { inner, budget, at }
    }
}

impl<R: Read> Read for Metered<'_, R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let n = self.inner.read(buffer)?;
        self.budget.count_bytes(n as u64, self.at).map_err(io::Error::other)?;
        Ok(n)
    }
}

/// A reader that fails beyond a position, which its owner can move.
pub(crate) struct Fenced<'a, R> {
    pub(crate) inner: R,
    pub(crate) position: u64,
    pub(crate) fence: &'a Cell<u64>,
}

impl<R: Read> Read for Fenced<'_, R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let n = self.inner.read(buffer)?;
        self.position += n as u64;
        if self.position > self.fence.get() {
            return Err(io::Error::new(io::ErrorKind::InvalidData, "a header without an end"));
        }
        Ok(n)
    }
}
