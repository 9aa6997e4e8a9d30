//! Readers of archives, one for each format. They put entries into an [`entries::EntrySink`].

pub(crate) mod decompress;
pub(crate) mod entries;
mod packed;
mod paid;
mod sevenzip;
mod tarball;
mod zipped;

use crate::input::tree::Folder;
use crate::limits::{Flaw, Trouble};
use crate::names::ArchiveKind;
use entries::{ArchiveSource, EntrySink, OpenArchive};

/// Reads all entries of an archive into a folder.
pub(crate) fn read(
    kind: ArchiveKind,
    sink: &dyn EntrySink,
    source: &mut dyn ArchiveSource,
    within: OpenArchive<'_>,
    into: &mut Folder,
) -> Result<(), Trouble> {
    match kind {
        ArchiveKind::Zip => zipped::read(sink, source, within, into),
        ArchiveKind::SevenZip => sevenzip::read(sink, source, within, into),
        ArchiveKind::Tar => tarball::read(sink, source, within, into),
        ArchiveKind::Packed => packed::read(sink, source, within, into),
        ArchiveKind::Unsupported(kind) => Err(Flaw::Unsupported { kind: kind.into() }.into()),
    }
}
