//! Opens compressed streams (gzip, xz, bzip2, zstd), recognised by their first bytes. The plain bytes are counted by
//! the caller.

use std::io::{self, BufRead, BufReader, ErrorKind, Read};

use bzip2::bufread::MultiBzDecoder;
use flate2::bufread::MultiGzDecoder;
use lzma_rust2::XzReader;
use zstd::stream::read::Decoder as ZstdDecoder;

use super::paid::{Given, Owing, Paying};
use crate::limits::DICTIONARY;

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
