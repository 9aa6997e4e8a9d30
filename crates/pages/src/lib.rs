//! The pages of a report as HTML, in the service and in the exported folder.
//!
//! Every page is made from the report and the texts, never from the engine, so a stored report can be shown as long as
//! it exists. Pages are complete without JavaScript and contain student code as text only. The exported folder and the
//! service use the same templates; only [`Frame`] and [`PageLocation`] differ.
//!
//! A page has a struct with exactly what its template shows, and a function that fills and renders it. The function takes
//! a [`Frame`], whose title the page replaces, and the [`Report::head`](chaffinch_report::Report::head) or the whole
//! report. It returns finished HTML. Every page has a limit of rows or lines.

mod cards;
mod clusters;
mod code;
mod escape;
mod evidence_file;
mod figures;
mod folder;
mod frame;
mod graph;
mod listing;
mod locale;
mod overview;
mod pair;
mod review;
mod rows;
mod submission;
mod view;

pub use clusters::{clusters, clusters_pages};
pub use code::{CodeFile, CodePassage, code_column};
pub use escape::percent_encode;
pub use evidence_file::{
    CaseEntry, CaseRecord, CaseStatement, DisplayTime, EvidenceContext, EvidenceFile, ExcerptSide,
    PairExcerpt, PairSummary, evidence_file, pair_summary,
};
pub use figures::{
    expect, finding_sentence, found_list, named_cutoff, percent, platform_export, platforms, verdict,
};
pub use folder::export;

pub use frame::{
    Account, Actions, Asset, CaseLink, Frame, LanguageSwitch, MenuItem, NamesSwitch, Notice, PageLocation,
    PairMark, PairView, ReportSection, Review, asset, assets,
};
pub use listing::{guide, skipped, skipped_pages, submissions, submissions_pages};
pub use locale::{Count, Locale, Message, Number};
pub use overview::{ElsewhereLines, cutoff_effect, overview, overview_pages, vendored};
pub use pair::{Differences, PairLayout, differences, is_near_identical, pair};
pub use review::to_review;
pub use rows::{PAIRS_A_PAGE, ROWS_A_PAGE, finish, reference_label};
pub use submission::{MatchParts, SUBMISSION_PAIRS, SubmissionLayout, pairs_of, submission};
pub use view::{Column, Order, View};

#[cfg(test)]
mod tests;
