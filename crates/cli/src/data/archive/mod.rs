//! `chaffinch archive`: manages earlier submissions to compare with.

mod add;
mod command;

pub(crate) use command::{Arguments, run};
