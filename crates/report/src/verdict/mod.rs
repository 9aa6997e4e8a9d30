//! The verdict of a report: its cut-off, the level of each pair, what was found, and what a new revision changes. Pages,
//! the command line, REST and jobs use these values, so they agree.

mod changed;
mod cutoff;
mod found;
mod level;

pub use changed::changed_pairs;
pub use cutoff::{Cutoff, Unit};
pub use found::{FoundCounts, earlier_work, equal_sets, is_named, students_pairs};
pub use level::Level;
