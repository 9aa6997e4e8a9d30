//! The stored inverted index: what of documents goes into it, which earlier submissions it proposes, and its
//! maintenance. Nothing here compares submissions or reads a student's file.

pub(crate) mod candidates;
pub(crate) mod damage;
pub(crate) mod maintenance;
pub(crate) mod metrics;
pub(crate) mod postings;
pub(crate) mod reindex;
pub(crate) mod schemes;
pub(crate) mod stored_file;
