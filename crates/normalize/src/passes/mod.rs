//! What is done to a text before it is read (notebooks) and to its lexemes after: statements are marked, and what a
//! program could do without is left out of the tokens.

mod notebook;
mod repeats;
mod statements;
mod vanish;

pub(crate) use notebook::without_magics;
pub(crate) use repeats::vanish_repeats;
pub(crate) use statements::{logical_line_end, mark, vanish_documentation};
pub(crate) use vanish::vanish;
