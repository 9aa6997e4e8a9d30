//! What is done to a text before it is read (notebooks) and to its lexemes after: statements are marked, and what a
//! program could do without is left out of the tokens.

mod notebook;
mod optional;
mod repeats;
mod statements;

pub(crate) use notebook::without_magics;
pub(crate) use optional::ignore_optional;
pub(crate) use repeats::ignore_repeats;
pub(crate) use statements::{ignore_documentation, logical_line_end, mark};
