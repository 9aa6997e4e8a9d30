//! Answers questions at once, in child processes: which stored submissions share code with a text, and what an upload
//! contains. Nothing is stored.

pub(crate) mod error;
pub(crate) mod survey;
pub(crate) mod text;
