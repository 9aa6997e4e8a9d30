//! Scores of pairs: screening, suspicion, its distribution over the class.

pub(crate) mod distribution;
pub(crate) mod scored_pair;
pub(crate) mod screening;
pub(crate) mod suspicion;
pub(crate) mod transitive;
