//! The operator's commands on accounts.

pub(crate) mod token;
pub(crate) mod user;
