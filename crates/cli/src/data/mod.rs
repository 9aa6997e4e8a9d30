//! The operator's commands on stored data and on the installation as a whole.

pub(crate) mod archive;
pub(crate) mod course;
pub(crate) mod doctor;
mod finding;
mod installed;
pub(crate) mod migrate;
pub(crate) mod person;
mod space;
pub(crate) mod upgrade_check;
