//! Turns an upload into an accepted batch or an archive. REST and the forms share this code.
//!
//! The request is streamed to temporary files under its limits, then its fields are read. A child process examines the
//! files, so that every problem is reported in the response. One storage transaction then stores everything, and only
//! after it the client receives "accepted".

mod archive;
mod batch;
mod check;
mod draft;
pub(crate) mod draft_names;
mod examine;
mod fields;
mod folders;
mod idempotency;
mod late;
pub(crate) mod preview;
mod receive;
mod references;
mod sample;
mod upload;

pub(crate) use archive::{add, make};
pub(crate) use batch::{accept, title};
pub(crate) use check::receive_check;
pub(crate) use draft::{DraftChanges, change_draft, draft_of, make_draft, run_draft};
pub(crate) use fields::{
    ADDITION, ARCHIVE, BATCH, Fields, FormFields, LATE, MAX_PAIRS, QUESTION, STARTER_CODE, TEXT_COMPARISON,
    keep_until, time,
};
pub(crate) use idempotency::idempotency_key;
pub(crate) use late::add_late;
pub(crate) use receive::Incoming;
pub(crate) use references::{archives_named, course, listed_course, sources};
pub(crate) use sample::open_sample;
