//! The error of wrong usage, which has an exit status of its own.

/// Wrong usage of the command: exit status 2.
#[derive(Debug, thiserror::Error)]
#[error("{0}")]
pub(crate) struct Usage(pub(crate) String);
