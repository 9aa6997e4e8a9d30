//! A pair or a case as one HTML file, to hand out or to print.

mod excerpt;
mod page;
mod summary;
#[cfg(test)]
mod tests;

pub use page::{DisplayTime, EvidenceContext, evidence_file};
pub use summary::{ExcerptSide, PairExcerpt, PairSummary, pair_summary};
