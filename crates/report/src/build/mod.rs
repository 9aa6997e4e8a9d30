//! Makes a report from an analysis.

mod pairs;
mod regions;
mod report;
mod translations;
mod why;

pub use regions::{DIGITS, round_expect};
pub use report::{ReportHeading, build};
