//! Compressed streams (gzip, xz, bzip2, zstd), told by their first bytes. Nothing is counted here: whoever reads the
//! plain bytes counts them.

use std::io::{self, BufRead, BufReader, ErrorKind, Read};

use bzip2::bufread::MultiBzDecoder;
use flate2::bufread::MultiGzDecoder;
use lzma_rust2::XzReader;
use zstd::stream::read::Decoder as ZstdDecoder;

use crate::limits::DICTIONARY;
use crate::paid::{Given, Owing, Paying};

/// Memory for an xz dictionary in the unit of its reader, which adds its own tables to what the stream asks for.
const XZ_KIBIBYTES: u32 = (DICTIONARY >> 10) as u32 + 1024;
/// The largest window of a zstd stream, as a power of two.
const ZSTD_WINDOW: u32 = DICTIONARY.ilog2();

/// The plain bytes of a source, and whether they were compressed. The bytes decide, not the name: `.tar` is often
/// gzipped and `.tar.gz` often not.
pub(crate) fn plain<'a>(source: impl Read + 'a) -> io::Result<(Box<dyn BufRead + 'a>, bool)> {
    let given = Given::default();
    let mut source = BufReader::new(Owing::new(source, &given));
    let start = source.fill_buf()?;
    // Attack: a dictionary of gigabytes, announced in a few bytes. gzip and bzip2 have none to speak of.
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

/// Whether a reader gave up for want of memory that it was allowed.
pub(crate) fn wants_memory(error: &io::Error) -> bool {
    error.kind() == ErrorKind::OutOfMemory || error.to_string().contains("requires too much memory")
}
