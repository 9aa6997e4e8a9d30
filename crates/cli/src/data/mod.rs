//! The operator's commands on stored data and on the installation as a whole.

pub(crate) mod archive;
pub(crate) mod doctor;
pub(crate) mod migrate;
pub(crate) mod person;
