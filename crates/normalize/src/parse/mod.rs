//! The tree-sitter front end: a text is parsed within counted budgets, and the leaves of its tree become tokens.

mod budget;
mod guard;
mod kinds;
mod tree;

pub(crate) use budget::Refusal;
#[cfg(test)]
pub(crate) use budget::budget;
pub(crate) use kinds::Kinds;
pub(crate) use tree::{Detail, read};
