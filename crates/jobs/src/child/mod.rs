//! Runs and confines child processes. Student files are read in children only, because reading them runs third-party
//! code on hostile input.
//!
//! The runner starts a child (`child_runner`) in a folder of its own (`scratch`) and reads how it ended (`exit`).
//! In the child, `entry` confines the process (`confinement`) and does the task in the folder.

pub(crate) mod child_runner;
pub(crate) mod confinement;
pub(crate) mod entry;
pub(crate) mod exit;
pub(crate) mod process;
pub(crate) mod scratch;

pub use entry::{enter_with_programs, main};
pub use exit::OUT_OF_MEMORY_STATUS;
