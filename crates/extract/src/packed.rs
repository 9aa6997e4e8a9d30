//! Reads a single compressed file (`main.c.gz`), or a tar whose name does not say so.

use std::io::Read;

use crate::limits::Metered;
use crate::name::without_ending;
use crate::refusal::{Flaw, Trouble};
use crate::streams;
use crate::tarball;
use crate::tree::Folder;
use crate::walk::{Source, Walk, Within};

/// Position of the mark `ustar` in a tar.
const TAR_MARK: std::ops::Range<usize> = 257..262;

/// Reads the one file, or all entries of the tar, into a folder.
pub(crate) fn read(
    walk: &Walk<'_>,
    source: &mut dyn Source,
    within: Within<'_>,
    into: &mut Folder,
) -> Result<(), Trouble> {
    let trouble = |error| Trouble::of(error, within.archive);
    let (stream, compressed) = streams::plain(source).map_err(trouble)?;
    if !compressed {
        return Err(Flaw::NotAnArchive { kind: "compressed".into() }.into());
    }
    let mut start = Vec::new();
    let mut stream = Metered::new(stream, &walk.budget, within.archive);
    (&mut stream).take(512).read_to_end(&mut start).map_err(trouble)?;
    let is_tar = start.get(TAR_MARK) == Some(b"ustar");
    let whole = start.as_slice().chain(stream);
    if is_tar {
        return tarball::entries(walk, whole, true, within, into);
    }
    let last = within.archive.rsplit('/').next().unwrap_or(within.archive);
    let path = [without_ending(last).to_owned()];
    walk.budget.count_entries(1, within.archive)?;
    let node = walk.entry(whole, 0, &within.at(&path))?;
    walk.place(&path, node, within, into)
}
