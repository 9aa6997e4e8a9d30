//! Steps before a text is read (notebooks) and after it: they mark statements, and exclude from the tokens what a
//! program can do without.

mod notebook;
mod optional;
mod repeats;
mod statements;

pub(crate) use notebook::{is_command, without_magics};
pub(crate) use optional::ignore_optional;
pub(crate) use repeats::ignore_repeats;
pub(crate) use statements::{ignore_documentation, logical_line_end, mark};
