//! A pair or a case as one HTML file, to hand out or to print.

mod excerpt;
mod page;
#[cfg(test)]
mod tests;

pub use page::{DisplayTime, EvidenceContext, evidence_file};
