//! Builds a submission's tar archive while it is read. The content of the files stays in the spool file.

use std::fs::File;
use std::io::{self, Cursor, Read};
use std::os::unix::fs::FileExt as _;
use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll};

use tokio::io::{AsyncRead, ReadBuf};

/// The block size of the tar format in bytes.
const BLOCK: u64 = 512;

/// The position of a file's bytes in the spool file.
#[derive(Debug, Clone)]
pub(crate) struct Piece {
    pub(crate) spool: Arc<File>,
    pub(crate) at: u64,
    pub(crate) bytes: u64,
}

impl Read for Piece {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let most = usize::try_from(self.bytes).unwrap_or(usize::MAX).min(buffer.len());
        let n = self.spool.read_at(&mut buffer[..most], self.at)?;
        self.at += n as u64;
        self.bytes -= n as u64;
        Ok(n)
    }
}

/// An archive of files, with a path for each.
pub(crate) struct Tarball {
    files: std::vec::IntoIter<(String, Piece)>,
    /// Header, content and padding of the current file.
    current: Option<Box<dyn Read + Send + Sync>>,
    ended: bool,
}

impl Tarball {
    pub(crate) fn new(files: Vec<(String, Piece)>) -> Self {
        Self { files: files.into_iter(), current: None, ended: false }
    }
}

fn entry(path: &str, piece: Piece) -> io::Result<Box<dyn Read + Send + Sync>> {
    let mut header = tar::Header::new_gnu();
    header.set_size(piece.bytes);
    header.set_mode(0o600);
    // Only the header is in memory (two headers for a long path), not the content.
    let mut headers = tar::Builder::new(Vec::new());
    headers.append_data(&mut header, path, io::empty())?;
    let mut headers = headers.into_inner()?;
    // Removes the end-of-archive blocks that the builder appends.
    headers.truncate(headers.len() - 2 * BLOCK as usize);
    let padding = piece.bytes.next_multiple_of(BLOCK) - piece.bytes;
    Ok(Box::new(Cursor::new(headers).chain(piece).chain(io::repeat(0).take(padding))))
}

impl Read for Tarball {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        if buffer.is_empty() {
            return Ok(0);
        }
        loop {
            if let Some(current) = &mut self.current {
                match current.read(buffer)? {
                    0 => self.current = None,
                    n => return Ok(n),
                }
            }
            self.current = Some(match self.files.next() {
                Some((path, piece)) => entry(&path, piece)?,
                None if self.ended => return Ok(0),
                None => {
                    self.ended = true;
                    Box::new(io::repeat(0).take(2 * BLOCK))
                }
            });
        }
    }
}

/// Wraps a local file as [`AsyncRead`]. Reads block for a short time only, because the file is local.
pub(crate) struct Local<R>(pub(crate) R);

impl<R: Read + Unpin> AsyncRead for Local<R> {
    fn poll_read(
        mut self: Pin<&mut Self>,
        _: &mut Context<'_>,
        into: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        let n = self.0.read(into.initialize_unfilled())?;
        into.advance(n);
        Poll::Ready(Ok(()))
    }
}

#[cfg(test)]
mod tests {
    use std::io::Write as _;

    use super::*;

    #[test]
    fn what_is_read_is_an_archive_of_the_files() {
        let files = [
            ("a.c".to_owned(), vec![b'a'; 511]),
            ("é".repeat(150), vec![b'b'; 512]),
            ("c".to_owned(), vec![]),
        ];
        let mut spool = tempfile::tempfile().unwrap();
        let mut at = 0;
        let mut places = Vec::new();
        for (_, content) in &files {
            spool.write_all(content).unwrap();
            places.push((at, content.len() as u64));
            at += content.len() as u64;
        }
        let spool = Arc::new(spool);
        let pieces = files
            .iter()
            .zip(places)
            .map(|((path, _), (at, bytes))| (path.clone(), Piece { spool: Arc::clone(&spool), at, bytes }));
        let mut bytes = Vec::new();
        Tarball::new(pieces.collect()).read_to_end(&mut bytes).unwrap();
        let mut archive = tar::Archive::new(&bytes[..]);
        let mut found = Vec::new();
        for entry in archive.entries().unwrap() {
            let mut entry = entry.unwrap();
            let path = entry.path().unwrap().to_str().unwrap().to_owned();
            let mut content = Vec::new();
            entry.read_to_end(&mut content).unwrap();
            found.push((path, content));
        }
        assert_eq!(found, files);
    }
}
