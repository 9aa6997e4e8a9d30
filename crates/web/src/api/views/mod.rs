//! What the API says about stored things: bodies of answers that several calls share.

pub(crate) mod batches;
pub(crate) mod cases;
pub(crate) mod revisions;
