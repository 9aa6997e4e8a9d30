//! The pages. Each has a struct with exactly what its template shows, and a function that fills and renders it.
//!
//! Every function takes a [`Frame`](crate::Frame), whose title the page replaces, and the
//! [`Report::head`](crate::Report::head) or the whole report. It returns finished HTML. Every page has a limit of rows
//! or lines.

mod clusters;
mod code_column;
mod effect;
mod graph;
mod guide;
mod limits;
mod listing;
mod overview;
mod pair;
mod platforms;
mod shared;
mod submission;
mod view;

pub use clusters::{clusters, clusters_pages};
pub use code_column::{CodeFile, CodePassage, code_column};
pub use effect::changed_pairs;
pub use guide::guide;
pub use limits::{PAIRS_A_PAGE, ROWS_A_PAGE};
pub use listing::{skipped, skipped_pages, submissions, submissions_pages};
pub use overview::{FoundCounts, is_named, overview, overview_pages};
pub use pair::{Differences, PairLayout, differences, is_near_identical, pair};
pub use platforms::{platform_export, platforms};
pub(crate) use shared::{Share, expect, level, lines, match_type, named_cutoff, percent, render, suspicion};
pub use submission::{MatchParts, SUBMISSION_PAIRS, SubmissionLayout, pairs_of, submission};
pub use view::{Column, Order, View};
