//! An analysis becomes a report.

mod pairs;
mod regions;
mod report;

pub use regions::DIGITS;
pub use report::{ReportHeading, build};
