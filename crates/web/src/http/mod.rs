//! Layers that every request passes: identification of the sender, authorization, and writing of the response. Handlers
//! of pages and of the API are elsewhere.

pub(crate) mod admitted;
pub(crate) mod base_path;
pub(crate) mod caching;
pub(crate) mod client;
pub(crate) mod guard;
pub(crate) mod request;
pub(crate) mod request_log;
pub(crate) mod view_log;
