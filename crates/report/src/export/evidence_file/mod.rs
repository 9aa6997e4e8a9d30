//! A pair or a case as one HTML file, to hand out or to print.

mod excerpt;
mod page;
#[cfg(test)]
mod tests;

pub use page::{Moment, Occasion, evidence_file};
