//! Plain values that a comparison takes and returns. No algorithm is here.
//!
//! Submissions are named by their index in the input everywhere (`u32`): those of the batch first, in name
//! order, then the archived ones. Token positions are indexes into a file's token stream.

pub(crate) mod analysis;
pub(crate) mod clusters;
pub(crate) mod distribution;
pub(crate) mod options;
pub(crate) mod pair;
pub(crate) mod submission;
