//! Folders: every regular file in them and their subfolders, in the order of paths, without recursion.

use std::fs;
use std::path::{Path, PathBuf};

use super::piece::Piece;
use crate::error::{Error, Result, reading};

/// Most entries of one folder, whose names are sorted in memory.
const MAX_ENTRIES: usize = 4_000_000;

/// Number of files in a piece.
const TOGETHER: usize = 128;

/// Calls `each` with the path of every regular file.
pub(super) fn walk(folder: &Path, each: &mut dyn FnMut(&Path) -> Result<()>) -> Result<()> {
    let mut open = vec![(folder.to_owned(), entries(folder)?.into_iter())];
    while let Some((at, entries_left)) = open.last_mut() {
        let Some((name, is_folder)) = entries_left.next() else {
            open.pop();
            continue;
        };
        let path = at.join(name);
        if is_folder {
            let inside = entries(&path)?.into_iter();
            open.push((path, inside));
        } else {
            each(&path)?;
        }
    }
    Ok(())
}

/// Returns the files and folders in a folder, sorted by name, and whether each is a folder.
fn entries(folder: &Path) -> Result<Vec<(PathBuf, bool)>> {
    let mut entries = Vec::new();
    for entry in fs::read_dir(folder).map_err(reading(folder))? {
        let entry = entry.map_err(reading(folder))?;
        let kind = entry.file_type().map_err(reading(folder))?;
        if kind.is_file() || kind.is_dir() {
            entries.push((PathBuf::from(entry.file_name()), kind.is_dir()));
        }
        if entries.len() > MAX_ENTRIES {
            return Err(Error::Folder { path: folder.to_owned(), limit: MAX_ENTRIES });
        }
    }
    entries.sort_unstable();
    Ok(entries)
}

pub(super) fn cut(folder: &Path, give: &mut dyn FnMut(Piece) -> Result<()>) -> Result<()> {
    let mut files = Vec::new();
    walk(folder, &mut |path| {
        files.push(path.to_owned());
        if files.len() == TOGETHER {
            give(Piece::Files(std::mem::take(&mut files)))?;
        }
        Ok(())
    })?;
    if files.is_empty() { Ok(()) } else { give(Piece::Files(files)) }
}
