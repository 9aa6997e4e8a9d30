//! What every request passes: who sent it, whether it may pass, how its answer is written. No handler of a page or of
//! the API is here.

pub(crate) mod base_path;
pub(crate) mod blocking;
pub(crate) mod client;
pub(crate) mod constant;
pub(crate) mod error_docs;
pub(crate) mod etag;
pub(crate) mod guard;
pub(crate) mod health;
pub(crate) mod locale;
pub(crate) mod name_visibility;
pub(crate) mod request;
pub(crate) mod request_log;
pub(crate) mod view_log;
