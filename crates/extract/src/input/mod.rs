//! Reads the inputs of a request: folders, files and the content of archives become one tree, and the tree becomes
//! submissions.

pub(crate) mod clutter;
mod gather;
mod given_names;
pub(crate) mod tree;
mod walk;

pub(crate) use gather::gather;

pub use clutter::is_left_out;
