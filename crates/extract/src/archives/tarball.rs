//! Reads tar archives, plain or compressed, as a stream, and single compressed files (`main.c.gz`), which may be a tar
//! whose name does not say so.

use std::cell::Cell;
use std::io::Read;

use tar::{Archive, EntryType};

use crate::archives::{A_LINK, ArchiveSource, NOT_REGULAR, OpenArchive, decompress};
use crate::input::tree::{Folder, Node};
use crate::limits::{Fenced, Flaw, Metered, Trouble};
use crate::names::without_ending;

/// Largest size of the headers of one entry, including long names, in bytes.
const HEADER_BYTES: u64 = 1 << 20;
const BLOCK: u64 = 512;
/// Position of the mark `ustar` in a tar.
const TAR_MARK: std::ops::Range<usize> = 257..262;

/// Reads all entries.
pub(crate) fn read(source: &mut dyn ArchiveSource, open: &mut OpenArchive<'_>) -> Result<(), Trouble> {
    let (sink, archive) = (open.sink, open.archive);
    let (stream, compressed) = decompress::plain(source).map_err(|error| Trouble::new(error, archive))?;
    entries(Metered::new(stream, sink.budget(), archive), compressed, open)
}

/// Reads the entries from plain bytes, which are counted. `known` says that the stream is known to be a tar by more
/// than its name.
fn entries(stream: impl Read, known: bool, open: &mut OpenArchive<'_>) -> Result<(), Trouble> {
    let (sink, name) = (open.sink, open.archive);
    let trouble = |error| Trouble::new(error, name);
    let fence = Cell::new(HEADER_BYTES);
    let mut archive = Archive::new(Fenced { inner: stream, position: 0, fence: &fence });
    let mut met = known;
    for entry in archive.entries().map_err(trouble)? {
        let mut entry = match entry {
            Ok(entry) => entry,
            Err(error) => {
                return Err(match trouble(error) {
                    Trouble::Flawed(Flaw::Damaged { .. }) if !met => {
                        Flaw::NotAnArchive { kind: "tar".into() }.into()
                    }
                    trouble => trouble,
                });
            }
        };
        met = true;
        sink.budget().count_entries(1, name)?;
        let kind = entry.header().entry_type();
        // Attack: a long name of gigabytes, which the library collects in memory. The next entry must begin soon after
        // the content of an entry. (A sparse file takes less space than its size says.)
        let stored =
            if kind.is_gnu_sparse() { entry.header().entry_size().map_err(trouble)? } else { entry.size() };
        let end = entry.raw_file_position().saturating_add(stored);
        fence.set(end.saturating_add(BLOCK).saturating_add(HEADER_BYTES));

        let raw = entry.path_bytes().into_owned();
        if kind.is_pax_global_extensions() {
            continue;
        }
        let Some(path) = sink.admit(&raw, open)? else { continue };
        let node = match kind {
            _ if raw.ends_with(b"/") => Node::Folder(Folder::default()),
            EntryType::Directory => Node::Folder(Folder::default()),
            EntryType::Regular | EntryType::Continuous => {
                let declared = entry.size();
                sink.entry(&mut entry, declared, &open.at(&path))?
            }
            // Attack: links out of the archive, or to a file that a later entry overwrites.
            EntryType::Symlink | EntryType::Link => Node::Other(A_LINK.to_owned()),
            // Attack: a few bytes that stand for terabytes of zeros.
            EntryType::GNUSparse => Node::Other("a sparse file".to_owned()),
            _ => Node::Other(NOT_REGULAR.to_owned()),
        };
        sink.place(&path, node, open)?;
    }
    Ok(())
}

/// Reads the one file, or all entries of the tar.
pub(crate) fn read_packed(source: &mut dyn ArchiveSource, open: &mut OpenArchive<'_>) -> Result<(), Trouble> {
    let (sink, archive) = (open.sink, open.archive);
    let trouble = |error| Trouble::new(error, archive);
    let (stream, compressed) = decompress::plain(source).map_err(trouble)?;
    if !compressed {
        return Err(Flaw::NotAnArchive { kind: "compressed".into() }.into());
    }
    let mut start = Vec::new();
    let mut stream = Metered::new(stream, sink.budget(), archive);
    (&mut stream).take(512).read_to_end(&mut start).map_err(trouble)?;
    let is_tar = start.get(TAR_MARK) == Some(b"ustar");
    let whole = start.as_slice().chain(stream);
    if is_tar {
        return entries(whole, true, open);
    }
    let last = archive.rsplit('/').next().unwrap_or(archive);
    let path = [without_ending(last).to_owned()];
    sink.budget().count_entries(1, archive)?;
    let node = sink.entry(&mut { whole }, 0, &open.at(&path))?;
    sink.place(&path, node, open)
}
