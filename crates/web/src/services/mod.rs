//! Implements the operations on stored data that pages and the API share, including their checks and permissions.

pub(crate) mod batches;
pub(crate) mod cases;
pub(crate) mod courses;
pub(crate) mod marks;
pub(crate) mod query;
pub(crate) mod reports;
pub(crate) mod shares;
