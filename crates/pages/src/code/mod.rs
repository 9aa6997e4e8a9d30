//! Code as HTML: passages, columns of files, their division into parts of a page's size, and differences of lines.

pub(crate) mod chain;
mod column;
pub(crate) mod cost;
pub(crate) mod diff;
mod differing;
mod html;
mod parts;
mod passage;

pub(crate) use column::{Column, ShownFile};
pub(crate) use differing::{DifferingWords, differing_words, outside_comments};
#[cfg(test)]
pub(crate) use html::CodeView;
pub(crate) use parts::{SlotCosts, divide};
pub(crate) use passage::{Layer, Passage, Stretch, colour};
