//! Courses and their members.

pub(crate) mod list;
pub(crate) mod show;
