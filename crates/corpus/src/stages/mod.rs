//! The stages after sketching: fold equal documents, sort values, count pairs, join documents.

pub(crate) mod clusters;
pub(crate) mod folding;
pub(crate) mod greedy;
pub(crate) mod pairs;
pub(crate) mod postings;
