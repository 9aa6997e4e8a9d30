//! Sources of documents: folders, zip archives, JSON Lines (compressed with the extensions `.gz` and `.zst`) and single
//! files.
//!
//! A source is cut into [`Piece`]s, and any free thread reads the next one. Documents keep the order of the sources,
//! and those of a folder the order of paths. Links, and anything that is neither a file nor a folder, are ignored.

mod archive;
mod buffer_pool;
mod folder;
mod harvest;
mod harvester;
mod lines;
mod names;
mod piece;
mod record;
mod source;
mod stored;
mod texts;
mod zipped;

pub(crate) use harvest::{Harvest, Material, mixed_error};
pub(crate) use harvester::Harvester;
pub use lines::MAX_LINE_LENGTH;
pub(crate) use names::shown;
pub(crate) use piece::Piece;
pub(crate) use record::Name;
pub use source::DocumentSource;
