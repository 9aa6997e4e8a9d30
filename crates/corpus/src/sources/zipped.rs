//! Zip archives: their entries, in the order of the archive; each piece of work opens the archive for itself.

use std::fs::File;
use std::io::{self, Read, Seek, SeekFrom};
use std::os::unix::fs::FileExt as _;
use std::path::Path;
use std::sync::Arc;

use zip::ZipArchive;

use super::Work;
use crate::error::{Error, Result, reading};

/// Entries of one piece of work.
const TOGETHER: usize = 128;

/// A file that many threads read, each from a place of its own.
#[derive(Debug, Clone)]
pub(crate) struct Shared {
    file: Arc<File>,
    length: u64,
    at: u64,
}

impl Read for Shared {
    fn read(&mut self, into: &mut [u8]) -> io::Result<usize> {
        let read = self.file.read_at(into, self.at)?;
        self.at += read as u64;
        Ok(read)
    }
}

impl Seek for Shared {
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

/// An archive whose list of contents was read.
pub(crate) type Archive = ZipArchive<Shared>;

/// Bytes of a local header without its variable fields.
const LOCAL_HEADER: u64 = 30;

/// Attack: many entries that point at the same compressed bytes, each of which inflates to as much as a document may have
/// (Fifield 2019, "A better zip bomb"). Real archives give every entry its own bytes.
fn refuse_overlaps(archive: &Archive, path: &Path) -> Result<()> {
    let mut archive = archive.clone();
    let mut extents = Vec::with_capacity(archive.len());
    for at in 0..archive.len() {
        // One that cannot be found is listed when it is read.
        let Ok(entry) = archive.by_index_raw(at) else { continue };
        let start = entry.header_start();
        extents.push((start, start.saturating_add(LOCAL_HEADER).saturating_add(entry.compressed_size())));
    }
    extents.sort_unstable();
    if extents.windows(2).any(|pair| pair[0].1 > pair[1].0) {
        return Err(Error::Overlap { path: path.to_owned() });
    }
    Ok(())
}

pub(super) fn cut(path: &Path, give: &mut dyn FnMut(Work) -> Result<()>) -> Result<()> {
    let file = File::open(path).map_err(reading(path))?;
    let length = file.metadata().map_err(reading(path))?.len();
    let shared = Shared { file: file.into(), length, at: 0 };
    let archive = ZipArchive::new(shared).map_err(|source| Error::Zip { path: path.to_owned(), source })?;
    refuse_overlaps(&archive, path)?;
    let archive = Arc::new(archive);
    for first in (0..archive.len()).step_by(TOGETHER) {
        let entries = first..archive.len().min(first + TOGETHER);
        give(Work::Entries { path: path.into(), archive: Arc::clone(&archive), entries })?;
    }
    Ok(())
}
