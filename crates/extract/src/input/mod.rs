//! Reads the inputs of a request: folders, files and the content of archives become one tree, and the tree becomes
//! submissions.

mod apart;
pub(crate) mod clutter;
mod gather;
pub(crate) mod naming;
mod reading;
pub(crate) mod tree;
mod walk;

pub(crate) use gather::gather;

pub use clutter::is_left_out;
