//! Opens compressed streams (gzip, xz, bzip2, zstd), recognised by their first bytes, and limits the work of any decoder
//! with a reader on each side of it. The compressed bytes that it reads must be justified by the plain bytes that it
//! produces. After an error it is not called again. [`crate::limits`] counts the total of plain bytes.

use std::cell::Cell;
use std::io;
use std::io::{BufRead, BufReader, ErrorKind, Read, Seek, SeekFrom};
use std::rc::Rc;

use bzip2::bufread::MultiBzDecoder;
use flate2::bufread::MultiGzDecoder;
use lzma_rust2::XzReader;
use zstd::stream::read::Decoder as ZstdDecoder;

use crate::limits::{DICTIONARY, LISTING};

/// Memory limit for the xz reader in KiB. The reader adds its own tables to the dictionary of the stream.
const XZ_KIBIBYTES: u32 = (DICTIONARY >> 10) as u32 + 1024;
/// Largest window of a zstd stream, as a power of two.
const ZSTD_WINDOW: u32 = DICTIONARY.ilog2();

/// Returns the plain bytes of a source, and whether they were compressed. The bytes decide, not the name: a `.tar` is
/// often gzipped, and a `.tar.gz` often is not.
pub(crate) fn plain<'a>(source: impl Read + 'a) -> io::Result<(Box<dyn BufRead + 'a>, bool)> {
    let given = Given::default();
    let mut source = BufReader::new(Owing::new(source, &given));
    let start = source.fill_buf()?;
    // Attack: a dictionary of gigabytes, announced in a few bytes. gzip and bzip2 have no dictionary of relevant size.
    let stream: Box<dyn Read + 'a> = if start.starts_with(b"\x1f\x8b") {
        Box::new(MultiGzDecoder::new(source))
    } else if start.starts_with(b"\xfd7zXZ\0") {
        Box::new(XzReader::new_mem_limit(source, true, XZ_KIBIBYTES))
    } else if start.starts_with(b"BZh") {
        Box::new(MultiBzDecoder::new(source))
    } else if start.starts_with(b"\x28\xb5\x2f\xfd") {
        let mut decoder = ZstdDecoder::with_buffer(source)?;
        decoder.window_log_max(ZSTD_WINDOW)?;
        Box::new(decoder)
    } else {
        return Ok((Box::new(BufReader::new(Paying::new(source, &given))), false));
    };
    Ok((Box::new(BufReader::new(Paying::new(stream, &given))), true))
}

/// Returns whether a reader stopped because it would exceed its memory limit.
pub(crate) fn wants_memory(error: &io::Error) -> bool {
    error.kind() == ErrorKind::OutOfMemory || error.to_string().contains("requires too much memory")
}

/// Number of compressed bytes that may be read in excess of the plain bytes: headers, padding, empty blocks.
const UNPAID: u64 = LISTING + (1 << 20);

/// Reads compressed bytes, and fails if too few plain bytes come of them.
///
/// Attack: an endless sequence of streams and blocks that unpack to nothing.
pub(crate) struct Owing<R> {
    inner: R,
    read: u64,
    given: Given,
}

/// Number of plain bytes produced, shared by the readers on both sides.
pub(crate) type Given = Rc<Cell<u64>>;

impl<R> Owing<R> {
    pub(crate) fn new(inner: R, given: &Given) -> Self {
        Self { inner, read: 0, given: given.clone() }
    }
}

impl<R: Read> Read for Owing<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        if self.read > self.given.get() + UNPAID {
            return Err(io::Error::new(ErrorKind::InvalidData, "too much compressed data for its content"));
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

/// Reads plain bytes from the decoder and counts them for the [`Owing`] on the other side. After an error it returns no
/// more bytes, because some decoders then never return.
pub(crate) struct Paying<R> {
    inner: R,
    given: Given,
    /// Number of plain bytes read here.
    pub(crate) bytes: u64,
    /// The error, if one occurred.
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
            return Err(io::Error::new(ErrorKind::InvalidData, failed.clone()));
        }
        let n = self.inner.read(buffer).inspect_err(|error| {
            if error.kind() != ErrorKind::Interrupted {
                self.failed = Some(error.to_string());
            }
        })?;
        self.bytes += n as u64;
        self.given.set(self.given.get() + n as u64);
        Ok(n)
    }
}
