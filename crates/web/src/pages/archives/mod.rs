//! Archives of earlier submissions.

pub(crate) mod list;
pub(crate) mod new;
pub(crate) mod show;
