//! Backups of an installation: the file, how it is made and restored, and the schedule of a service.

pub(crate) mod create;
mod file;
pub(crate) mod restore;
pub(crate) mod schedule;
pub(crate) mod state;
