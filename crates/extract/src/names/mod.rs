//! Untrusted names of files and folders.

mod entry_path;
mod shown;

pub(crate) use entry_path::parts_of;
pub(crate) use shown::{ArchiveKind, archive_kind, beginning, junk, shortened, shown, without_ending};
