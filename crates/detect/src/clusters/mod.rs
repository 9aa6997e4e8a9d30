//! Sets of submissions: groups tied by suspicious pairs, and duplicates.

pub(crate) mod division;
pub(crate) mod duplicates;
pub(crate) mod find;
