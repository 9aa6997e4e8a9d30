//! A run in its work directory. Each finished stage is marked, so a killed run continues after the last of them. Each
//! addition of documents is a segment.
//!
//! Layout: `run.json` (format, settings, segments), `lock`, the stored clusters, and a folder for each segment (`0` of
//! the first run, `1` of the first addition, ...) with `documents`, `names`, `sketches`, `folded`, sorted runs of
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
