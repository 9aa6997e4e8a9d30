//! The settings of an installation, from flags, environment and configuration file.

pub(crate) mod backup;
pub(crate) mod configuration;
pub(crate) mod jobs;
pub(crate) mod limits;
mod machine;
pub(crate) mod moss;
pub(crate) mod sign_in;
pub(crate) mod url;

pub(crate) use configuration::{Configuration, Flags, PublicFlags, ServeFlags, WorkFlags, reachable};
