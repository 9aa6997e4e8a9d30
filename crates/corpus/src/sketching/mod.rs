//! Sketches sources with all threads: for the first stage of a run, as JSON Lines, or for a caller.

mod each_sketch;
mod json_lines;
mod sketch_all;
pub(crate) mod super_shingles;

pub use each_sketch::{SketchedDocument, each_sketch};
pub use json_lines::sketch;
pub(crate) use sketch_all::sketch_all;
