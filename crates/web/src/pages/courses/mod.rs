//! Courses: their members, and what their comparisons say together.

pub(crate) mod list;
pub(crate) mod show;
pub(crate) mod term;
mod term_graph;
pub(crate) mod term_row;
