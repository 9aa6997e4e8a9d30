//! What pages and the API do with stored data: checked, allowed, done. One function for both.

pub(crate) mod cases;
pub(crate) mod clusters;
pub(crate) mod courses;
pub(crate) mod people;
pub(crate) mod query;
pub(crate) mod reports;
pub(crate) mod review;
pub(crate) mod shares;
