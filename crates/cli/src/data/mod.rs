//! The operator's commands on stored data and on the installation as a whole.

pub(crate) mod archive;
pub(crate) mod course;
pub(crate) mod doctor;
mod finding;
pub(crate) mod person;
pub(crate) mod token;
pub(crate) mod upgrade;
pub(crate) mod user;
