//! Implements the operations on stored data that pages and the API share, including their checks and permissions.

pub(crate) mod batches;
pub(crate) mod case_pseudonyms;
pub(crate) mod cases;
pub(crate) mod courses;
pub(crate) mod cutoff;
pub(crate) mod people;
pub(crate) mod query;
pub(crate) mod report_cache;
pub(crate) mod reports;
pub(crate) mod review;
pub(crate) mod shares;
pub(crate) mod term;
