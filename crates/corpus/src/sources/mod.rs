//! Where documents come from: folders, zips, JSON Lines (`.gz` and `.zst` by ending) and single files. Reads only.
//!
//! A source is cut into [`Piece`], of which each part is read by whichever thread is free; the order of documents is that
//! of the sources, in a folder that of paths. Links and what is neither file nor folder are passed over.

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
