//! Parts that several pages use.

mod cutoff;
mod figures;
mod links;
mod submissions;

pub(in crate::pages) use cutoff::{Cutoff, Level, Unit};
pub(crate) use cutoff::{level, named_cutoff};
pub(crate) use figures::{Share, expect, lines, match_type, percent, suspicion};
pub(in crate::pages) use figures::{identity, in_groups, language_title, lines_at};
pub(crate) use links::render;
pub(in crate::pages) use links::{Link, crumbs, page_of, pager, pages_for};
pub(in crate::pages) use submissions::{
    NamedSubmission, PairRow, Strength, SubmissionsByName, archive_label, has_staff, is_of_class,
    reference_label, sides, with_reference,
};
