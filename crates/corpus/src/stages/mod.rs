//! The stages after sketching: equal documents are folded, values are sorted, pairs are counted, documents are joined.

pub(crate) mod clusters;
pub(crate) mod folding;
pub(crate) mod greedy;
pub(crate) mod pairs;
pub(crate) mod postings;
mod union_find;
