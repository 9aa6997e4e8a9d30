//! Response bodies that several API calls share.

pub(crate) mod batches;
pub(crate) mod cases;
pub(crate) mod revisions;
