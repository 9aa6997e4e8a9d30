//! A run in its work directory: stages that are marked when they are finished, so that a killed run continues from the
//! last of them; segments, so that documents can be added.
//!
//! Layout: `run.json` (format, settings, segments), `lock`, the clusters that were kept, and a folder for each segment
//! (`0` of the first run, `1` of the first addition, ...) with `documents`, `names`, `sketches`, `folded`, sorted runs of
//! `postings`, `sizes`, sorted `pairs`, and a marker for every finished stage.

mod folder;
mod settings;
mod sketched;
mod stages;
mod tables;

pub use folder::Run;
pub(crate) use folder::RunAccess;
pub use settings::{ClusterSettings, LADDER_UNIT, MODULUS};
pub use tables::Figures;
