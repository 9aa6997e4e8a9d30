//! How much an upload may be, and the running count of what it has been so far. Touches nothing outside.

use std::cell::{Cell, RefCell};
use std::io::{self, Read};

use serde::{Deserialize, Serialize};

use crate::refusal::Refusal;

/// What one request may hold. Every limit is passed in; the defaults fit a class of 2,000 submissions of
/// five files, with room to spare.
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
    /// listed as skipped. Default 64 MiB.
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

/// What has been read so far, shared by every reader of one request.
pub(crate) struct Budget<'a> {
    limits: &'a Limits,
    entries: Cell<u64>,
    bytes: Cell<u64>,
    paths: Cell<u64>,
    /// The archives now open, outermost first. What an inner one gives counts for the outer ones too, or
    /// a bomb in layers would pass.
    open: RefCell<Vec<OpenArchive>>,
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
            entries: Cell::new(0),
            bytes: Cell::new(0),
            paths: Cell::new(0),
            open: RefCell::default(),
        }
    }

    /// Counts a path in an archive.
    pub(crate) fn count_path(&self, path: &[String], at: &str) -> Result<(), Refusal> {
        // Attack: entries without a content, whose names are all there is to hold and to list.
        let bytes = self.paths.get() + path.iter().map(|part| part.len() as u64 + 1).sum::<u64>();
        self.paths.set(bytes);
        if bytes > PATHS {
            return Err(Refusal::LongPaths { limit: PATHS, at: at.to_owned() });
        }
        Ok(())
    }

    /// Counts entries met.
    pub(crate) fn count_entries(&self, n: u64, at: &str) -> Result<(), Refusal> {
        // Attack: millions of empty entries cost memory and time while their bytes weigh nothing.
        let entries = self.entries.get().saturating_add(n);
        self.entries.set(entries);
        if entries > self.limits.entries {
            return Err(Refusal::TooManyEntries { limit: self.limits.entries, at: at.to_owned() });
        }
        Ok(())
    }

    /// Runs `read` with an archive of `size` bytes counted as open.
    pub(crate) fn within<T>(&self, name: &str, size: u64, read: impl FnOnce() -> T) -> T {
        self.open.borrow_mut().push(OpenArchive { name: name.to_owned(), size, inflated: 0 });
        let result = read();
        self.open.borrow_mut().pop();
        result
    }

    /// Archives open now.
    pub(crate) fn nesting(&self) -> usize {
        self.open.borrow().len()
    }

    fn count_bytes(&self, n: u64, at: &str) -> Result<(), Refusal> {
        // Attack: an archive that declares small sizes and inflates without end. Only bytes that really
        // came out are counted.
        let bytes = self.bytes.get().saturating_add(n);
        self.bytes.set(bytes);
        if bytes > self.limits.total_bytes {
            return Err(Refusal::TotalSize { limit: self.limits.total_bytes, at: at.to_owned() });
        }
        // Attack: a small bomb that stays under the total but makes us work a thousand times its size.
        for archive in self.open.borrow_mut().iter_mut() {
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
