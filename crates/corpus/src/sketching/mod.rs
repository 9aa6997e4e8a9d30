//! Sketches sources with all threads: for the first stage of a run, as JSON Lines, or for a caller that stores the
//! sketches.

mod json_lines;
mod sketch_all;
mod stored;
pub(crate) mod super_shingles;

pub use json_lines::{sketch, write_features};
pub(crate) use sketch_all::sketch_all;
pub use stored::{
    Prose, SketchKind, SketchedDocument, TextSketch, UnknownKind, each_sketch, sketch_text, sketch_tokens,
};
