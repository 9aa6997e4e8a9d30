//! Scores of pairs: screening, suspicion, strength, what chance leaves, expect values, the distribution over the class.

pub(crate) mod chance;
pub(crate) mod distribution;
pub(crate) mod expect;
pub(crate) mod explanation;
pub(crate) mod rare_run;
pub(crate) mod scored_pair;
pub(crate) mod scores;
pub(crate) mod screening;
pub(crate) mod strength;
pub(crate) mod suspicion;
pub(crate) mod transitive;
