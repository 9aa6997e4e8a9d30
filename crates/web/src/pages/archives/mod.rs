//! Archives of earlier submissions.

mod cluster_pseudonyms;
pub(crate) mod clusters;
pub(crate) mod list;
pub(crate) mod new;
pub(crate) mod show;
