//! The stored documents of a run: a folder for each segment, markers of finished stages, and one numbering of all
//! segments.

pub(crate) mod corpus;
pub(crate) mod marker;
pub(crate) mod name_table;
pub(crate) mod segment;
