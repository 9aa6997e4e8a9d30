//! Comparisons: list, upload, preview, report, settings and links.

pub(crate) mod changes;
pub(crate) mod draft;
mod draft_page;
pub(crate) mod evidence;
pub(crate) mod list;
pub(crate) mod marks;
pub(crate) mod new;
pub(crate) mod notices;
pub(crate) mod pair;
pub(crate) mod patterns;
pub(crate) mod report;
pub(crate) mod review;
mod settings;
pub(crate) mod shares;
