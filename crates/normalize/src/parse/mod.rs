//! The tree-sitter front end: a text is parsed within counted budgets, and the leaves of its tree become tokens.

mod budget;
mod guard;
mod node_kinds;
mod tree;

pub(crate) use budget::ParseRefusal;
#[cfg(test)]
pub(crate) use budget::budget;
pub(crate) use node_kinds::NodeKinds;
pub(crate) use tree::{TreeDetail, read};
