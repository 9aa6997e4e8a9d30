//! Comparisons: list, upload, preview, report, settings and links.

pub(crate) mod actions;
pub(crate) mod background;
mod case_links;
pub(crate) mod cutoff;
pub(crate) mod draft;
pub(crate) mod evidence;
pub(crate) mod like;
pub(crate) mod list;
pub(crate) mod new;
pub(crate) mod notices;
pub(crate) mod report;
pub(crate) mod review;
pub(crate) mod share_links;
pub(crate) mod shared;
