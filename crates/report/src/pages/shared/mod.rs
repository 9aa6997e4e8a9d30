//! Parts that several pages use.

mod figures;
mod links;
mod submissions;

pub(in crate::pages) use figures::{Scale, in_groups, lines_at, plain};
pub(crate) use figures::{Share, lines, percent, suspicion};
pub(crate) use links::render;
pub(in crate::pages) use links::{Link, crumbs, page_of, pager, pages_for};
pub(in crate::pages) use submissions::{
    NamedSubmission, PairRow, SubmissionsByName, archive_label, has_staff, sides,
};
