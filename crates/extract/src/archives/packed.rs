//! Reads a single compressed file (`main.c.gz`), or a tar whose name does not say so.

use std::io::Read;

use super::decompress;
use super::entries::{ArchiveSource, EntrySink, OpenArchive};
use super::tarball;
use crate::input::tree::Folder;
use crate::limits::Metered;
use crate::limits::{Flaw, Trouble};
use crate::names::without_ending;

/// Position of the mark `ustar` in a tar.
const TAR_MARK: std::ops::Range<usize> = 257..262;

/// Reads the one file, or all entries of the tar, into a folder.
pub(crate) fn read(
    sink: &dyn EntrySink,
    source: &mut dyn ArchiveSource,
    within: OpenArchive<'_>,
    into: &mut Folder,
) -> Result<(), Trouble> {
    let trouble = |error| Trouble::new(error, within.archive);
    let (stream, compressed) = decompress::plain(source).map_err(trouble)?;
    if !compressed {
        return Err(Flaw::NotAnArchive { kind: "compressed".into() }.into());
    }
    let mut start = Vec::new();
    let mut stream = Metered::new(stream, sink.budget(), within.archive);
    (&mut stream).take(512).read_to_end(&mut start).map_err(trouble)?;
    let is_tar = start.get(TAR_MARK) == Some(b"ustar");
    let whole = start.as_slice().chain(stream);
    if is_tar {
        return tarball::entries(sink, whole, true, within, into);
    }
    let last = within.archive.rsplit('/').next().unwrap_or(within.archive);
    let path = [without_ending(last).to_owned()];
    sink.budget().count_entries(1, within.archive)?;
    let node = sink.entry(&mut { whole }, 0, &within.at(&path))?;
    sink.place(&path, node, within, into)
}
