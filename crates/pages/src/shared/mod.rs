//! Parts that several pages use.

mod figures;
mod links;
mod submissions;
mod verdict;

pub use figures::expect;
pub(crate) use figures::{
    PairFigures, Share, identity, in_groups, language_title, lines, lines_at, match_type, percent,
    quoted_kind, shares, suspicion,
};
pub(crate) use links::{Link, crumbs, page_of, pager, pages_for, render};
pub(crate) use submissions::{
    NamedSubmission, PairRow, Strength, SubmissionsByName, archive_label, missing_text, reference_label,
    with_reference,
};
pub(crate) use verdict::named_cutoff;
pub use verdict::{found_list, verdict};
