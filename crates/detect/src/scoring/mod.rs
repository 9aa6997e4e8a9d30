//! Scores of pairs: screening, suspicion, strength, what chance leaves, expect values, the distribution over the class.

pub(crate) mod chance;
pub(crate) mod cutoff;
pub(crate) mod expect;
pub(crate) mod ranking;
pub(crate) mod scores;
pub(crate) mod screening;
pub(crate) mod strength;
pub(crate) mod suspicion;
