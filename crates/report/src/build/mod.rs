//! Makes a report from an analysis.

mod pairs;
mod regions;
mod report;
mod why;

pub use regions::DIGITS;
pub use report::{ReportHeading, build};
