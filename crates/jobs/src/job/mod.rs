//! What all jobs have in common: what they work with and how they end.

pub(crate) mod context;
pub(crate) mod outcome;
