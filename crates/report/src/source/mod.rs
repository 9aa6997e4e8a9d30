//! The texts of files and their rows.

mod rows;
mod sources;

pub(crate) use rows::{Row, Rows};
pub use sources::Sources;
pub(crate) use sources::Text;
