//! The lexical front end: a scanner driven by a language's lexical rules. Linear, total, no recursion.

mod comments;
mod fixed_form;
mod literals;
mod program;
mod scanner;

pub(crate) use program::scan;
pub(crate) use scanner::{closing, is_layout};
