//! A zip archive that several threads can read.

use std::fs::File;
use std::io::{self, Read, Seek, SeekFrom};
use std::os::unix::fs::FileExt as _;
use std::sync::Arc;

use zip::ZipArchive;

/// A file that several threads read, each at its own position.
#[derive(Debug, Clone)]
pub(crate) struct SharedFile {
    pub(super) file: Arc<File>,
    pub(super) length: u64,
    pub(super) at: u64,
}

impl Read for SharedFile {
    fn read(&mut self, into: &mut [u8]) -> io::Result<usize> {
        let read = self.file.read_at(into, self.at)?;
        self.at += read as u64;
        Ok(read)
    }
}

impl Seek for SharedFile {
    fn seek(&mut self, to: SeekFrom) -> io::Result<u64> {
        let at = match to {
            SeekFrom::Start(at) => Some(at),
            SeekFrom::End(by) => self.length.checked_add_signed(by),
            SeekFrom::Current(by) => self.at.checked_add_signed(by),
        };
        self.at = at.ok_or_else(|| io::Error::from(io::ErrorKind::InvalidInput))?;
        Ok(self.at)
    }
}

/// An archive with its list of contents.
pub(crate) type Archive = ZipArchive<SharedFile>;
