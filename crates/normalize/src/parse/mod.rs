//! The tree-sitter front end: it parses a text within counted budgets and makes tokens of the leaves of its tree.

mod budget;
mod guard;
mod node_kinds;
mod tree;

pub(crate) use budget::ParseRefusal;
#[cfg(test)]
pub(crate) use budget::budget;
pub(crate) use node_kinds::NodeKinds;
pub(crate) use tree::{TreeDetail, read};
