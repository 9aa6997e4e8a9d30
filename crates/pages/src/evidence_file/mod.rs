//! A pair or a case as one HTML file, to hand out or to print.

mod excerpt;
mod file_name;
mod page;
mod summary;
#[cfg(test)]
mod tests;

pub use page::{DisplayTime, EvidenceContext, EvidenceFile, evidence_file};
pub use summary::{ExcerptSide, PairExcerpt, PairSummary, pair_summary};
