//! Pages for administrators: accounts, courses and data requests.

pub(crate) mod accounts;
pub(crate) mod courses;
pub(crate) mod data_requests;
