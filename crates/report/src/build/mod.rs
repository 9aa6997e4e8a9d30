//! Makes a report from an analysis.

mod pairs;
mod regions;
mod report;
mod translations;
mod why;

pub use regions::DIGITS;
pub use report::{ReportHeading, build};
