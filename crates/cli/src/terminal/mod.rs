//! What the process reads from and writes to the terminal.

pub(crate) mod list;
mod log;
pub(crate) mod output;
pub(crate) mod password;

pub(crate) use crate::program::{diagnostics, progress};
