//! The texts of files and their rows.

mod rows;
mod sources;

pub(crate) use rows::{Row, Rows};
pub(crate) use sources::FileText;
pub use sources::Sources;
