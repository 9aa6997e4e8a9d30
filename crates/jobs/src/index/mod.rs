//! The stored inverted index: what of documents goes into it, which earlier submissions it proposes, and its
//! maintenance. Nothing here compares submissions or reads a student's file.

pub(crate) mod candidates;
pub(crate) mod maintenance;
pub(crate) mod postings;
