//! Reads and compares submissions. No database, no network and no clock: everything comes from memory or from
//! the task folder, so a child process can do it.

pub(crate) mod compare;
pub(crate) mod elsewhere;
pub mod pipeline;
pub(crate) mod read;
pub(crate) mod submissions;
