//! Sorts more entries than fit into memory. Full buffers become sorted runs on disk, which are merged when they are
//! read.
//!
//! A run is divided into [`RANGES`] ranges of keys, so that several threads can merge at once, each one range of all
//! runs.

mod buffer;
mod merge;
mod run;

pub(crate) use buffer::Sorter;
pub(crate) use merge::{compact, merge, merge_into};
pub(crate) use run::{Place, RANGES, RangeReader, Ranges, Run, RunWriter};
