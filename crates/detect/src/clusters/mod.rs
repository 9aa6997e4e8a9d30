//! Sets of submissions: connected components of suspicious pairs, and duplicates.

pub(crate) mod components;
pub(crate) mod duplicates;
