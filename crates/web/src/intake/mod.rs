//! Turns an upload into an accepted batch or an archive. REST and the forms share this code.
//!
//! The request is streamed to temporary files under its limits, then its fields are read. A child process examines the
//! files, so that every problem is reported in the response. One storage transaction then stores everything, and only
//! after it the client receives "accepted".

mod additions;
mod batch;
mod check;
mod draft;
mod fields;
mod options;
pub(crate) mod preview;
mod receive;
mod references;
mod upload;

pub(crate) use additions::{add, add_late, make};
pub(crate) use batch::{accept, open_sample};
pub(crate) use check::receive_check;
pub(crate) use draft::{DraftChanges, DraftNames, change_draft, draft_of, make_draft, run_draft};
pub(crate) use fields::{
    ADDITION, ARCHIVE, BATCH, Fields, FormFields, LATE, QUESTION, STARTER_CODE, TEXT_COMPARISON,
};
pub(crate) use options::{MAX_PAIRS, check_cutoff, layout, time, two_cutoffs};
pub(crate) use receive::Incoming;
pub(crate) use references::{archives_named, course, listed_course, sources};
pub(crate) use upload::idempotency_key;
