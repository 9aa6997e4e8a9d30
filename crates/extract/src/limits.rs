//! How much an upload may be, and the running count of what it has been so far. Touches nothing outside.

use std::cell::{Cell, RefCell};
use std::io::{self, Read};

use serde::{Deserialize, Serialize};

use crate::refusal::Refusal;

/// What one request may hold. Every limit is passed in; the defaults fit a class of 2,000 submissions of
/// five files, with room to spare. An inner archive, one that was found in a folder or in another archive, may hold a
/// part ([`SHARE`]) of the totals.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Limits {
    /// Entries of all folders and archives together, junk included, and the folders that paths in archives
    /// speak of. Default 100,000.
    pub entries: u64,
    /// Bytes read out of files and inflated out of archives, all together. Default 1 GiB.
    pub total_bytes: u64,
    /// Bytes of one file; larger ones are listed as skipped. Default 16 MiB.
    pub file_bytes: u64,
    /// Bytes of an archive inside an archive, which is held in memory while it is open; larger ones are
    /// listed as skipped. At most its share of `total_bytes`. Default 64 MiB.
    pub nested_bytes: u64,
    /// How many times its own size an archive may inflate to, once past [`RATIO_FLOOR`]. Default 200; the
    /// most a deflate stream can do is about 1,030, program text does 3 to 10.
    pub ratio: u64,
    /// Bytes of one path. Default 1,024.
    pub path_bytes: usize,
    /// Parts of one path. Default 64.
    pub path_depth: usize,
    /// Submissions of one request, earlier ones counted. Default 10,000.
    pub submissions: usize,
    /// Files of one submission; those beyond, by path, are listed as skipped. Default 1,000.
    pub submission_files: usize,
    /// Archives that are open at once, one inside the other; deeper ones are listed as skipped. Default 3.
    pub nesting: usize,
}

/// The ratio of an archive counts only beyond this many inflated bytes: a small file of zeros is no attack.
pub const RATIO_FLOOR: u64 = 16 << 20;

/// One inner archive may hold this part of the entries, unpacked bytes and paths of a request: a half. Beyond it, the
/// archive is listed as skipped, and the others in the request are read.
pub const SHARE: u64 = 2;

/// Bytes that an inner archive adds at most to the ratio of the archive around it, packed and unpacked each. One bomb
/// does not refuse the class that it was handed in with; bombs in layers, none of which is one by itself, do.
const WEIGHT: u64 = RATIO_FLOOR / 8;

/// What a compressed stream may ask for as its dictionary, in bytes: as much as `xz -9` does. Memory follows what is
/// really unpacked, up to this.
pub const DICTIONARY: u64 = 64 << 20;

/// Bytes of the list of contents of a 7z archive, which its reader holds in memory many times over: some 10,000 files.
pub const LISTING: u64 = 1 << 20;

/// Bytes of all paths in archives together, as they are shown: each is held several times, and listed.
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

/// What has been read so far, shared by every reader of one request. An inner archive has a budget of its own, which is
/// added to the one around it when the archive is closed: what others handed in, and in which order, does not decide
/// whether the archive is read.
pub(crate) struct Budget<'a> {
    limits: &'a Limits,
    /// What the totals are divided by: 1, or [`SHARE`] for an inner archive.
    share: u64,
    /// Archives that are open around this one.
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

    /// A fresh budget for an archive that lies in what is read now.
    pub(crate) fn inner(&self) -> Self {
        Self { share: SHARE, around: self.nesting(), ..Self::new(self.limits) }
    }

    /// Adds what an inner archive held.
    pub(crate) fn add(&self, inner: &Self, at: &str) -> Result<(), Refusal> {
        self.add_work(inner, at)?;
        self.count_entries(inner.entries.get(), at)?;
        self.count_paths(inner.paths.get(), at)?;
        self.count_inflated(inner.bytes.get().min(WEIGHT), at)
    }

    /// Adds what was read of an inner archive that is listed: nothing of it is kept, but reading it took work. How far
    /// beyond its share it was read depends on the archives inside it, so that is left out.
    pub(crate) fn add_work(&self, inner: &Self, at: &str) -> Result<(), Refusal> {
        self.count_total(inner.bytes.get().min(self.limits.total_bytes / SHARE), at)
    }

    /// Counts a path in an archive.
    pub(crate) fn count_path(&self, path: &[String], at: &str) -> Result<(), Refusal> {
        self.count_paths(path.iter().map(|part| part.len() as u64 + 1).sum(), at)
    }

    fn count_paths(&self, n: u64, at: &str) -> Result<(), Refusal> {
        // Attack: entries without a content, whose names are all there is to hold and to list.
        let (bytes, limit) = (self.paths.get().saturating_add(n), PATHS / self.share);
        self.paths.set(bytes);
        if bytes > limit {
            return Err(Refusal::LongPaths { limit, at: at.to_owned() });
        }
        Ok(())
    }

    /// Counts entries met.
    pub(crate) fn count_entries(&self, n: u64, at: &str) -> Result<(), Refusal> {
        // Attack: millions of empty entries cost memory and time while their bytes weigh nothing.
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

    /// Runs `read`, which reads an inner archive as it is packed.
    pub(crate) fn packed<T>(
        &self,
        at: &str,
        read: impl FnOnce() -> Result<T, Refusal>,
    ) -> Result<T, Refusal> {
        // Attack: one student's zip of stored zeros, of which the zip of the class leaves next to nothing.
        let open = self.open.take();
        let before = self.bytes.get();
        let result = read();
        *self.open.borrow_mut() = open;
        let value = result?;
        self.count_inflated((self.bytes.get() - before).min(WEIGHT), at)?;
        Ok(value)
    }

    /// Archives open now.
    pub(crate) fn nesting(&self) -> usize {
        self.around + usize::from(self.open.borrow().is_some())
    }

    fn count_bytes(&self, n: u64, at: &str) -> Result<(), Refusal> {
        self.count_total(n, at)?;
        self.count_inflated(n, at)
    }

    fn count_total(&self, n: u64, at: &str) -> Result<(), Refusal> {
        // Attack: an archive that declares small sizes and inflates without end. Only bytes that really
        // came out are counted.
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
        // Attack: a small bomb that stays under the total but makes us work a thousand times its size.
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

/// A reader whose every byte is counted; past a limit it fails with the [`Refusal`] inside the error.
pub(crate) struct Metered<'a, R> {
    inner: R,
    budget: &'a Budget<'a>,
    /// Named in the refusal.
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

/// A reader that fails past a position which its owner moves.
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
            return Err(io::Error::new(io::ErrorKind::InvalidData, "a header without end"));
        }
        Ok(n)
    }
}
