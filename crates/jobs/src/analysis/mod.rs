//! Reads and compares submissions. No database, no network and no clock: everything comes from memory or from
//! the task folder, so a child process can do it.

pub(crate) mod author_names;
pub(crate) mod compare;
mod elsewhere;
pub(crate) mod named_work;
mod new_submission;
mod oversized;
mod parse_memory;
pub mod pipeline;
pub(crate) mod read;
mod translations;
