//! A report as files: a folder of pages, a table, one file of evidence.

mod csv;
mod evidence_file;
mod folder;

pub(crate) use csv::escape_formula;
pub use csv::{csv, write_csv};
pub use evidence_file::{
    DisplayTime, EvidenceContext, EvidenceFile, ExcerptSide, PairExcerpt, PairSummary, evidence_file,
    pair_summary,
};
pub use folder::export;
