//! Readers around a decoder, one on either side of it: what goes in is paid for by what comes out, and whoever has failed
//! is not asked again. How much may come out in all is counted in [`crate::limits`].

use std::cell::Cell;
use std::io::{self, Read, Seek, SeekFrom};
use std::rc::Rc;

use crate::limits::LISTING;

/// Compressed bytes that may be read beyond the plain ones they become: headers, padding, blocks of nothing.
const UNPAID: u64 = LISTING + (1 << 20);

/// What is read of something compressed, which must be paid for with plain bytes.
///
/// Attack: streams and blocks that become nothing, one after the other, for as long as somebody sends them.
pub(crate) struct Owing<R> {
    inner: R,
    read: u64,
    given: Given,
}

/// Plain bytes that came out, shared by both ends of a reader.
#[derive(Clone, Default)]
pub(crate) struct Given(Rc<Cell<u64>>);

impl Given {
    fn count(&self, n: usize) {
        self.0.set(self.0.get() + n as u64);
    }
}

impl<R> Owing<R> {
    pub(crate) fn new(inner: R, given: &Given) -> Self {
        Self { inner, read: 0, given: given.clone() }
    }
}

impl<R: Read> Read for Owing<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        if self.read > self.given.0.get() + UNPAID {
            return Err(io::Error::new(io::ErrorKind::InvalidData, "blocks of nothing"));
        }
        let n = self.inner.read(buffer)?;
        self.read += n as u64;
        Ok(n)
    }
}

impl<R: Seek> Seek for Owing<R> {
    fn seek(&mut self, place: SeekFrom) -> io::Result<u64> {
        self.inner.seek(place)
    }
}

/// The other end of an [`Owing`]. After an error it gives nothing more: some decoders, asked again, never answer.
pub(crate) struct Paying<R> {
    inner: R,
    given: Given,
    /// Bytes that came out here.
    pub(crate) bytes: u64,
    /// What went wrong.
    pub(crate) failed: Option<String>,
}

impl<R> Paying<R> {
    pub(crate) fn new(inner: R, given: &Given) -> Self {
        Self { inner, given: given.clone(), bytes: 0, failed: None }
    }
}

impl<R: Read> Read for Paying<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        if let Some(failed) = &self.failed {
            return Err(io::Error::new(io::ErrorKind::InvalidData, failed.clone()));
        }
        let n = self.inner.read(buffer).inspect_err(|error| {
            if error.kind() != io::ErrorKind::Interrupted {
                self.failed = Some(error.to_string());
            }
        })?;
        self.bytes += n as u64;
        self.given.count(n);
        Ok(n)
    }
}
