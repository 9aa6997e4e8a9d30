//! `chaffinch submit` and `chaffinch check`: compare with a service elsewhere.

pub(crate) mod check;
mod client;
mod command;
mod error;
mod fetch;
mod follow;
mod retry;
mod service_options;
mod upload;

pub(crate) use command::{Arguments, run};
