//! Files that shells and `man` read, made from the grammar of the command line.

pub(crate) mod completions;
pub(crate) mod man;
