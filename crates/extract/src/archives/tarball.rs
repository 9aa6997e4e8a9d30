//! Reads tar archives, plain or compressed, as a stream.

use std::cell::Cell;
use std::io::Read;

use tar::{Archive, EntryType};

use super::decompress;
use super::entries::{A_LINK, ArchiveSource, EntrySink, NOT_REGULAR, OpenArchive};
use crate::input::tree::{Folder, Node};
use crate::limits::{Fenced, Metered};
use crate::limits::{Flaw, Trouble};

/// Largest size of the headers of one entry, including long names, in bytes.
const HEADER_BYTES: u64 = 1 << 20;
const BLOCK: u64 = 512;

/// Reads all entries into a folder.
pub(crate) fn read(
    sink: &dyn EntrySink,
    source: &mut dyn ArchiveSource,
    within: OpenArchive<'_>,
    into: &mut Folder,
) -> Result<(), Trouble> {
    let (stream, compressed) =
        decompress::plain(source).map_err(|error| Trouble::new(error, within.archive))?;
    entries(sink, Metered::new(stream, sink.budget(), within.archive), compressed, within, into)
}

/// Reads the entries from plain bytes, which are counted. `known` says that the stream is known to be a tar by more
/// than its name.
pub(crate) fn entries(
    sink: &dyn EntrySink,
    stream: impl Read,
    known: bool,
    within: OpenArchive<'_>,
    into: &mut Folder,
) -> Result<(), Trouble> {
    let trouble = |error| Trouble::new(error, within.archive);
    let fence = Cell::new(HEADER_BYTES);
    let mut archive = Archive::new(Fenced { inner: stream, position: 0, fence: &fence });
    let mut met = known;
    for entry in archive.entries().map_err(trouble)? {
        let mut entry = match entry {
            Ok(entry) => entry,
            Err(error) => {
                return Err(match Trouble::new(error, within.archive) {
                    Trouble::Flawed(Flaw::Damaged { .. }) if !met => {
                        Flaw::NotAnArchive { kind: "tar".into() }.into()
                    }
                    trouble => trouble,
                });
            }
        };
        met = true;
        sink.budget().count_entries(1, within.archive)?;
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
        let Some(path) = sink.admit(&raw, within, into)? else { continue };
        let node = match kind {
            _ if raw.ends_with(b"/") => Node::Folder(Folder::default()),
            EntryType::Directory => Node::Folder(Folder::default()),
            EntryType::Regular | EntryType::Continuous => {
                let declared = entry.size();
                sink.entry(&mut entry, declared, &within.at(&path))?
            }
            // Attack: links out of the archive, or to a file that a later entry overwrites.
            EntryType::Symlink | EntryType::Link => Node::Other(A_LINK.to_owned()),
            // Attack: a few bytes that stand for terabytes of zeros.
            EntryType::GNUSparse => Node::Other("a sparse file".to_owned()),
            _ => Node::Other(NOT_REGULAR.to_owned()),
        };
        sink.place(&path, node, within, into)?;
    }
    Ok(())
}
