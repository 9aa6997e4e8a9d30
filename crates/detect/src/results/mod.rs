//! Plain values that a comparison takes and returns. There are no algorithms here.
//!
//! A submission is always referred to by its index in the input (`u32`): those of the batch come first, in name order,
//! then the archived ones. Token positions are indexes into a file's token stream.

pub(crate) mod analysis;
pub(crate) mod chance;
pub(crate) mod clusters;
pub(crate) mod distribution;
pub(crate) mod explanation;
pub(crate) mod options;
pub(crate) mod pair;
pub(crate) mod submission;
