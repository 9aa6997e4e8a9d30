//! `chaffinch submit`: runs a comparison on a service elsewhere.

mod client;
mod command;
mod error;
mod fetch;
mod follow;
mod retry;
mod upload;

pub(crate) use command::{Arguments, run};
