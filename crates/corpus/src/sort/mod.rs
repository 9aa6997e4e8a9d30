//! Sorting more than memory holds: full buffers become sorted runs on disk, which are merged as they are read.
//!
//! A run is cut into [`RANGES`] ranges of keys, so that as many threads as there are can merge, each a range of its
//! own across all runs.

mod buffer;
mod merge;
mod run;

pub(crate) use buffer::Sorter;
pub(crate) use merge::{compact, merge, merge_into};
pub(crate) use run::{Place, RANGES, RangeReader, Ranges, Run, RunWriter};
