//! What the process reads from and writes to the terminal.

pub(crate) mod diagnostics;
mod journal;
pub(crate) mod list;
pub(crate) mod output;
pub(crate) mod password;
pub(crate) mod progress;
