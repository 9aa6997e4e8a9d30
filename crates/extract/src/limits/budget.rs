//! Counts what has been read so far, and refuses what exceeds a limit. It has no effect outside itself.

use std::cell::{Cell, RefCell};
use std::io;
use std::io::Read;

use crate::limits::refusal::Refusal;
use crate::limits::{Limits, PATHS, RATIO_FLOOR, SHARE};

/// Largest number of bytes that an inner archive adds to the ratio of the archive around it, for packed and unpacked
/// bytes each. One bomb therefore does not cause the whole class to be refused. Bombs in layers, none of which is a
/// bomb by itself, do.
const WEIGHT: u64 = RATIO_FLOOR / 8;

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

    /// Counts the bytes of paths in an archive.
    pub(crate) fn count_paths(&self, n: u64, at: &str) -> Result<(), Refusal> {
        // Attack: entries without content, whose names alone fill memory and lists.
        self.count(&self.paths, n, PATHS).map_err(|limit| Refusal::LongPaths { limit, at: at.to_owned() })
    }

    /// Counts entries.
    pub(crate) fn count_entries(&self, n: u64, at: &str) -> Result<(), Refusal> {
        // Attack: millions of empty entries cost memory and time although they have no bytes.
        self.count(&self.entries, n, self.limits.entries)
            .map_err(|limit| Refusal::TooManyEntries { limit, at: at.to_owned() })
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

    fn count_total(&self, n: u64, at: &str) -> Result<(), Refusal> {
        // Attack: an archive that declares small sizes and unpacks without end. Only bytes that were really unpacked
        // are counted.
        self.count(&self.bytes, n, self.limits.total_bytes)
            .map_err(|limit| Refusal::TotalSize { limit, at: at.to_owned() })
    }

    /// Adds to a counter. Returns this budget's share of a limit as an error if the counter exceeds it.
    fn count(&self, counter: &Cell<u64>, n: u64, limit: u64) -> Result<(), u64> {
        let (sum, limit) = (counter.get().saturating_add(n), limit / self.share);
        counter.set(sum);
        if sum > limit { Err(limit) } else { Ok(()) }
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
        let counted = self.budget.count_total(n as u64, self.at);
        counted.and_then(|()| self.budget.count_inflated(n as u64, self.at)).map_err(io::Error::other)?;
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
