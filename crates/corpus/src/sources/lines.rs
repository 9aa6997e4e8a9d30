//! Cuts JSON Lines into pieces of whole lines. The extension says whether the file is plain, gzip or zstd.

use std::fs::File;
use std::io::{self, Read};
use std::path::Path;
use std::sync::Arc;

use flate2::read::MultiGzDecoder;

use super::buffer_pool::Pool;
use super::names::changed_at;
use super::piece::Piece;
use crate::error::{Error, Result, reading};

/// Most bytes of one line. A longer line is skipped. Longer documents must be files, which are streamed.
pub const MAX_LINE_LENGTH: usize = 64 << 20;

/// Bytes of a piece, unless a line is longer.
const TOGETHER: usize = 512 << 10;

/// Returns a reader of the decompressed file. The extension says how it is compressed.
pub(super) fn decompressed<'a>(path: &Path, file: impl Read + 'a) -> io::Result<Box<dyn Read + 'a>> {
    let ending = path.extension().map(|ending| ending.to_string_lossy().to_ascii_lowercase());
    Ok(match ending.as_deref() {
        Some("gz") => Box::new(MultiGzDecoder::new(io::BufReader::with_capacity(1 << 17, file))),
        Some("zst") => Box::new(zstd::Decoder::new(file)?),
        _ => Box::new(file),
    })
}

pub(super) fn cut(path: &Path, input: bool, give: &mut dyn FnMut(Piece) -> Result<()>) -> Result<()> {
    let source: Arc<Path> = path.into();
    if input {
        return pieces(&mut io::stdin().lock(), &source, MAX_LINE_LENGTH, give);
    }
    let file = File::open(path).map_err(reading(path))?;
    let before = file.metadata().map_err(reading(path))?;
    let mut text = decompressed(path, &file).map_err(reading(path))?;
    pieces(&mut text, &source, MAX_LINE_LENGTH, give)?;
    let after = file.metadata().map_err(reading(path))?;
    if (before.len(), changed_at(&before)) != (after.len(), changed_at(&after)) {
        return Err(Error::Changed { path: path.to_owned() });
    }
    Ok(())
}

fn pieces(
    from: &mut dyn Read,
    source: &Arc<Path>,
    longest: usize,
    give: &mut dyn FnMut(Piece) -> Result<()>,
) -> Result<()> {
    let mut line = 1;
    let mut held: Vec<u8> = Vec::new();
    let pool = Pool::default();
    loop {
        let mut bytes = pool.buffer();
        bytes.reserve(held.len() + TOGETHER);
        bytes.append(&mut held);
        let wanted = TOGETHER as u64;
        let read = from.take(wanted).read_to_end(&mut bytes).map_err(reading(source))?;
        let is_end = read == 0;
        let whole = if is_end { bytes.len() } else { memchr::memrchr(b'\n', &bytes).map_or(0, |at| at + 1) };
        held.extend_from_slice(&bytes[whole..]);
        bytes.truncate(whole);
        if !bytes.is_empty() {
            let lines = memchr::memchr_iter(b'\n', &bytes).count() as u64;
            give(Piece::Lines { source: Arc::clone(source), line, bytes: pool.lend(bytes) })?;
            line += lines;
        }
        if held.len() > longest {
            give(Piece::LongLine { source: Arc::clone(source), line })?;
            line += 1;
            held = rest_after_line(from).map_err(reading(source))?;
        }
        if is_end {
            return Ok(());
        }
    }
}

/// Skips to the next line, and returns the part of it that was already read.
fn rest_after_line(from: &mut dyn Read) -> io::Result<Vec<u8>> {
    let mut block = vec![0; 1 << 16];
    loop {
        match from.read(&mut block) {
            Ok(0) => return Ok(Vec::new()),
            Ok(read) => {
                if let Some(at) = memchr::memchr(b'\n', &block[..read]) {
                    return Ok(block[at + 1..read].to_vec());
                }
            }
            Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
            Err(error) => return Err(error),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const MAX_LENGTH: usize = 2 * TOGETHER;

    fn cut(text: &[u8]) -> Vec<(u64, Option<String>)> {
        let mut found = Vec::new();
        pieces(&mut &text[..], &Arc::from(Path::new("x")), MAX_LENGTH, &mut |work| {
            match work {
                Piece::Lines { line, bytes, .. } => {
                    for (at, one) in bytes.split_inclusive(|&byte| byte == b'\n').enumerate() {
                        found.push((
                            line + at as u64,
                            Some(String::from_utf8_lossy(one).trim_end().to_owned()),
                        ));
                    }
                }
                Piece::LongLine { line, .. } => found.push((line, None)),
                _ => panic!("lines only"),
            }
            Ok(())
        })
        .unwrap();
        found
    }

    #[test]
    fn lines_are_numbered_and_the_last_needs_no_end() {
        let line = |at: u64, text: &str| (at, Some(text.to_owned()));
        assert_eq!(cut(b"a\n\nb"), [line(1, "a"), line(2, ""), line(3, "b")]);
        assert_eq!(cut(b""), []);
        let long = "x".repeat(TOGETHER - 1);
        let text = format!("{long}\n{long}y\nz\n");
        assert_eq!(cut(text.as_bytes()), [line(1, &long), line(2, &(long.clone() + "y")), line(3, "z")]);
    }

    #[test]
    fn a_line_beyond_the_limit_costs_itself_only() {
        let mut text = vec![b'x'; MAX_LENGTH + 2 * TOGETHER];
        text.extend_from_slice(b"\nnext\n");
        text.splice(0..0, *b"first\n");
        assert_eq!(cut(&text), [(1, Some("first".to_owned())), (2, None), (3, Some("next".to_owned()))]);
    }
}
