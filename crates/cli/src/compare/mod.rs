//! `chaffinch compare`: compares submissions without a server. `chaffinch submit` uses the preview, too.

mod command;
pub(crate) mod languages;
pub(crate) mod preview;

pub(crate) use command::{Arguments, run};
