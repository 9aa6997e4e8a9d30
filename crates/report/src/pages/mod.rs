//! The pages: one struct a page with exactly what its template shows, one function that fills and renders it.
//!
//! Every function takes a [`Frame`](crate::Frame) (its title is replaced by the page's own) and the
//! [`Report::head`](crate::Report::head) or the whole report, and returns finished HTML. No page holds more than a
//! stated number of rows or lines.

mod clusters;
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
pub use guide::guide;
pub use limits::{PAIRS_A_PAGE, ROWS_A_PAGE};
pub use listing::{skipped, skipped_pages, submissions, submissions_pages};
pub use overview::{overview, overview_pages};
pub use pair::{Differences, PairLayout, differences, is_near_identical, pair};
pub use platforms::platforms;
pub(crate) use shared::{Share, lines, percent, rendered, suspicion};
pub use submission::{MatchParts, SUBMISSION_PAIRS, SubmissionLayout, pairs_of, submission};
pub use view::{Column, Order, View};
