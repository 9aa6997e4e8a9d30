//! Turns an analysis into a versioned report.
//!
//! Values of the engine do not serialise themselves. [`build()`] turns them into a [`Report`] (format 1), which does.
//! Everything shown is made from the report and the texts, never from the engine, so a stored report can be shown as
//! long as it exists.

mod build;
mod csv;
mod model;
mod privacy;
mod sources;
mod term;
mod verdict;

pub use build::{DIGITS, ReportHeading, build, round_expect};
pub use chaffinch_detect::MIN_SAME_TEXT;
pub use csv::{csv, csv_with, references_csv, write_csv};
pub use model::*;
pub use privacy::{
    CaseNames, ErasedNames, HashedNames, NameHider, PseudonymKey, erase_person, hide_names, may_refer_to,
    names_person, redact,
};
pub use sources::{FileText, Row, Rows, Sources};
pub use term::{TermEvidence, TermPair, TermReport, TermTask, term_csv};
pub use verdict::{
    Cutoff, FoundCounts, Level, Unit, changed_pairs, earlier_work, equal_sets, is_apart, is_named,
    pairs_apart,
};

#[cfg(test)]
extern crate self as chaffinch_report;

#[cfg(test)]
mod tests;
