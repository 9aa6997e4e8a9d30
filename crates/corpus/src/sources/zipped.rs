//! Zip archives: their entries, in the order of the archive.

use std::fs::File;
use std::path::Path;
use std::sync::Arc;

use zip::ZipArchive;

use super::archive::{Archive, SharedFile};
use super::piece::Piece;
use crate::error::{Error, Result, reading};

/// Number of entries in a piece.
const TOGETHER: usize = 128;

/// Bytes of a local header without its variable fields.
const LOCAL_HEADER: u64 = 30;

/// Rejects zip bombs whose entries share compressed bytes, each of which inflates to as much as a document may have
/// (Fifield 2019, "A better zip bomb"). In real archives, every entry has its own bytes.
fn refuse_overlaps(archive: &Archive, path: &Path) -> Result<()> {
    let mut archive = archive.clone();
    let mut extents = Vec::with_capacity(archive.len());
    for at in 0..archive.len() {
        // An entry that cannot be found is reported when it is read.
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

pub(super) fn cut(path: &Path, give: &mut dyn FnMut(Piece) -> Result<()>) -> Result<()> {
    let file = File::open(path).map_err(reading(path))?;
    let length = file.metadata().map_err(reading(path))?.len();
    let shared = SharedFile { file: file.into(), length, at: 0 };
    let archive = ZipArchive::new(shared).map_err(|source| Error::Zip { path: path.to_owned(), source })?;
    refuse_overlaps(&archive, path)?;
    let archive = Arc::new(archive);
    for first in (0..archive.len()).step_by(TOGETHER) {
        let entries = first..archive.len().min(first + TOGETHER);
        give(Piece::Entries { path: path.into(), archive: Arc::clone(&archive), entries })?;
    }
    Ok(())
}
